import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { useChange } from '../session/use-change.ts'
import { useKeys } from '../parts/use-keys.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useMay } from '../session/permission.ts'
import { useOperator } from '../session/operator-session.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { useClaim } from '../parts/queue/use-claim.ts'
import type { Withdrawal } from './queries.ts'

export type PanelProps = { item: Withdrawal; onDone: () => void; onToggle: () => void }

export function Decide({ item, onDone, onToggle }: PanelProps) {
  const mayDecide = useMay('approveWithdrawal')
  const { username } = useOperator()
  const isMine = item.approvals.some(({ operator }) => operator === username)
  // The operator who approved it is done, and the second one must be able to claim it.
  const claimed = useClaim('withdrawals', item.id, mayDecide && !isMine)
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null)
  const close = () => setAsking(null)
  const reject = useChange('rejectWithdrawal', {
    done: t`Rejected. The whole amount is back in the wallet.`,
    onDone: () => {
      close()
      onDone()
    },
  })
  // Who pays it from another wallet may need another approval to record that.
  const mayApprove = mayDecide && !isMine && (!claimed || item.claim?.to_pay === true)
  useKeys({
    a: () => mayApprove && setAsking('approve'),
    r: () => mayDecide && !claimed && setAsking('reject'),
    x: onToggle,
  })
  if (!mayDecide)
    return (
      <p className="text-sm text-faint">
        <Trans>Only finance can decide on withdrawals.</Trans>
      </p>
    )
  return (
    <div className="grid gap-2">
      {claimed && <p className="text-sm text-warn">{claimed}</p>}
      {isMine && (
        <p className="text-sm text-soft">
          <Trans>You approved this. It needs another operator’s approval too.</Trans>
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button kind="primary" disabled={!mayApprove} onClick={() => setAsking('approve')}>
          <Trans>Approve</Trans>
        </Button>
        <Button kind="danger" disabled={claimed !== null} onClick={() => setAsking('reject')}>
          <Trans>Reject</Trans>
        </Button>
      </div>
      <ApproveDialog item={item} open={asking === 'approve'} onClose={close} onDone={onDone} />
      <ReasonDialog
        open={asking === 'reject'}
        onClose={close}
        about={`withdrawal ${item.id}`}
        title={t`Reject ${item.username}’s withdrawal of ${usdText(item.amount)}`}
        description={t`The member gets the whole amount back and reads the reason.`}
        action={t`Reject`}
        danger
        pending={reject.isPending}
        onConfirm={(reason) => reject.mutate({ params: { id: item.id }, body: { reason } })}
      />
    </div>
  )
}
