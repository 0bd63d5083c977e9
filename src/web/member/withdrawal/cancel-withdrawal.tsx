import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast/toast.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { useMoneyRequest } from '../money/use-money-request.ts'

/** Cancels a withdrawal before anyone has decided on it. The whole amount returns. */
export function CancelWithdrawal({ id }: { id: string }) {
  const client = useQueryClient()
  const cancel = useMoneyRequest('cancelWithdrawal', {
    input: { params: { id } },
    onDone: () => {
      toast(t`Withdrawal canceled`, { kind: 'success' })
      void client.invalidateQueries()
    },
    failure: t`Failed to cancel withdrawal`,
    failureTitle: t`Error`,
  })
  return (
    <div className="mt-4">
      <MoneyButton
        kind="danger"
        size="small"
        icon="close"
        pending={cancel.isPending}
        onClick={() => cancel.press()}
      >
        <Trans>Cancel withdrawal</Trans>
      </MoneyButton>
    </div>
  )
}
