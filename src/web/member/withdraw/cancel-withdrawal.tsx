import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { MoneyButton } from '../money-button.tsx'
import { sayMoneyFailure } from '../say-money-failure.ts'
import { useIdempotencyKey } from '../use-idempotency-key.ts'

/** Calls a withdrawal back while nobody has decided about it: the whole amount returns. */
export function CancelWithdrawal({ id }: { id: string }) {
  const client = useQueryClient()
  const sendOnce = useIdempotencyKey('cancelWithdrawal')
  const cancel = useMutation({
    mutationFn: () =>
      sendOnce(id, (idempotencyKey) =>
        call('cancelWithdrawal', { params: { id } }, { idempotencyKey }),
      ),
    onSuccess: () => {
      toast(t`Withdrawal cancelled`, { kind: 'success' })
      void client.invalidateQueries()
    },
    onError: (error) => sayMoneyFailure(client, error, t`Failed to cancel withdrawal`, t`Error`),
  })
  return (
    <div className="mt-4">
      <MoneyButton
        kind="danger"
        size="small"
        icon="close"
        pending={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        <Trans>Cancel withdrawal</Trans>
      </MoneyButton>
    </div>
  )
}
