import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Address } from '../../ui/format/address.tsx'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { useChange } from '../session/use-change.ts'
import type { Withdrawal } from './queries.ts'

type ApproveDialogProps = {
  item: Withdrawal
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Shows again the amount and the destination. The button has the focus, so Enter approves. */
export function ApproveDialog({ item, open, onClose, onDone }: ApproveDialogProps) {
  const approve = useChange('approveWithdrawal', {
    done: ({ status }) =>
      status === 'pending'
        ? t`Approved. It needs another operator’s approval too.`
        : t`Approved. The payout is queued.`,
    onDone: () => {
      onClose()
      onDone()
    },
  })
  const { id, revision } = item
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={t`Approve ${usdText(item.amount)}`}
      description={t`${item.username} receives ${usdText(item.net_amount)} at this address.`}
    >
      <p className="break-all">
        <Address value={item.wallet_address} />
      </p>
      <div className="mt-5">
        <Button
          kind="primary"
          wide
          pending={approve.isPending}
          onClick={() => approve.mutate({ params: { id }, body: { revision } })}
        >
          <Trans>Approve</Trans>
        </Button>
      </div>
    </ChangeDialog>
  )
}
