import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Address } from '../../ui/format/address.tsx'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { useChange } from '../session/use-change.ts'
import { paths } from '../parts/console-paths.ts'
import { useKeys } from '../parts/use-keys.ts'
import { CellLink } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useMay } from '../session/permission.ts'
import { useOperator } from '../session/operator-session.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { ExplainedFlags } from './flags.tsx'
import { MemberHistory } from './member-history.tsx'
import { useClaim } from '../parts/queue/use-claim.ts'
import { approvalsText } from './withdrawal-rows.tsx'
import { type Withdrawal } from './queries.ts'
import { withdrawalQuery } from './queries.ts'

type PanelProps = { item: Withdrawal; onDone: () => void; onToggle: () => void }

/** One withdrawal with all that a decision needs, and the decision. */
export function WithdrawalPanel({ item, onDone, onToggle }: PanelProps) {
  const detail = useQuery(withdrawalQuery(item.id))
  return (
    <article
      aria-label={`Withdrawal ${item.id} of ${item.username}`}
      className="rounded-lg border border-line bg-sheet"
    >
      <header className="border-b border-line px-4 py-3">
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <CellLink to={paths.member(item.member_id)}>{item.username}</CellLink>
          <CellLink to={paths.withdrawal(item.id)}>No. {item.id}</CellLink>
        </p>
        <p className="figures mt-1 text-2xl font-semibold">{usdText(item.amount)}</p>
        <p className="figures text-xs text-faint">
          fee {usdText(item.fee_amount)}, to be paid {usdText(item.net_amount)}
        </p>
      </header>
      <div className="grid gap-4 p-4">
        <ExplainedFlags flags={item.flags} />
        <p className="text-[0.8125rem] break-all">
          <Address value={item.wallet_address} />
        </p>
        <DetailList
          details={{
            Requested: dateTimeText(item.request_date),
            'Paid in': item.payment_method.toUpperCase(),
            ...(Boolean(item.hold_until) && {
              'On hold until': dateTimeText(item.hold_until ?? ''),
            }),
            // A withdrawal whose payout failed on-chain needs approval again.
            ...(item.stage === 'failed' && { 'Payout failed': item.reason ?? '' }),
            Approvals: approvalsText(item),
            ...Object.fromEntries(
              item.approvals.map(({ operator, at }): [string, string] => [
                `Approved by ${operator}`,
                dateTimeText(at),
              ]),
            ),
          }}
        />
        <MemberHistory detail={detail} />
        <Decide item={item} onDone={onDone} onToggle={onToggle} />
      </div>
    </article>
  )
}

function Decide({ item, onDone, onToggle }: PanelProps) {
  const mayDecide = useMay('approveWithdrawal')
  const { username } = useOperator()
  const isMine = item.approvals.some(({ operator }) => operator === username)
  // The operator who approved it is done: the second one must be able to claim it.
  const claimed = useClaim('withdrawals', item.id, mayDecide && !isMine)
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null)
  const close = () => setAsking(null)
  const reject = useChange('rejectWithdrawal', {
    done: 'Rejected. The whole amount is back in the wallet.',
    onDone: () => {
      close()
      onDone()
    },
  })
  const mayApprove = mayDecide && !isMine && !claimed
  useKeys({
    a: () => mayApprove && setAsking('approve'),
    r: () => mayDecide && !claimed && setAsking('reject'),
    x: onToggle,
  })
  if (!mayDecide)
    return <p className="text-sm text-faint">Only finance can decide on withdrawals.</p>
  return (
    <div className="grid gap-2">
      {claimed && <p className="text-sm text-warn">{claimed.message}</p>}
      {isMine && (
        <p className="text-sm text-soft">
          You approved this. It needs another operator’s approval too.
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button kind="primary" disabled={!mayApprove} onClick={() => setAsking('approve')}>
          Approve
        </Button>
        <Button kind="danger" disabled={claimed !== null} onClick={() => setAsking('reject')}>
          Reject
        </Button>
      </div>
      <ApproveDialog item={item} open={asking === 'approve'} onClose={close} onDone={onDone} />
      <ReasonDialog
        open={asking === 'reject'}
        onClose={close}
        title={`Reject ${usdText(item.amount)} of ${item.username}`}
        description="The member gets the whole amount back and reads the reason."
        action="Reject"
        danger
        pending={reject.isPending}
        onConfirm={(reason) => reject.mutate({ params: { id: item.id }, body: { reason } })}
      />
    </div>
  )
}
