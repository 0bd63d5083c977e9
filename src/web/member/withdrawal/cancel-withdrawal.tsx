import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import { toast } from '../../ui/toast/toast.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { toastPaymentError } from '../money/toast-payment-error.ts'
import { useIdempotencyKey } from '../money/use-idempotency-key.ts'

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
    onError: (error) => toastPaymentError(client, error, t`Failed to cancel withdrawal`, t`Error`),
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
