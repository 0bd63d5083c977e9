import { useQuery } from '@tanstack/react-query'
import { usdText } from '../../ui/format/money-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink } from '../parts/list/cells.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { useMay } from '../session/permission.ts'
import { useOperator } from '../session/operator-session.ts'
import { useChange } from '../session/use-change.ts'
import { ApprovalList } from '../parts/queue/approval-list.tsx'
import { Decision } from '../parts/decision.tsx'
import { pendingAdjustmentsQuery } from './queries.ts'

type Adjustment = RowOf<'listAdjustments'>

export function AdjustmentApprovals() {
  const list = useQuery(pendingAdjustmentsQuery)
  return (
    <ApprovalList
      title="Adjustments"
      list={list}
      empty="No adjustments are waiting."
      sinceOf={(item) => item.requested_at}
      renderItem={(item) => (
        <>
          <p className="font-medium">
            <span className="figures">{usdText(item.amount)}</span> for{' '}
            <CellLink to={paths.members(item.username)}>{item.username}</CellLink>
          </p>
          <p className="break-words text-soft">{item.reason}</p>
          <p className="text-xs text-faint">requested by {item.requested_by}</p>
        </>
      )}
      renderDecision={(item) => <Decide item={item} />}
    />
  )
}

function Decide({ item }: { item: Adjustment }) {
  const { username } = useOperator()
  const mayDecide = useMay('approveAdjustment')
  const approve = useChange('approveAdjustment', { done: 'Approved. The wallet was adjusted.' })
  const reject = useChange('rejectAdjustment', { done: 'Rejected.' })
  if (!mayDecide) return <span className="text-xs text-faint">Only finance can decide</span>
  const params = { id: item.id }
  return (
    <Decision
      isOwn={item.requested_by === username}
      others="Needs another operator’s approval"
      approving={approve.isPending}
      onApprove={() => approve.mutate({ params })}
      rejectTitle={`Reject the adjustment of ${item.username}`}
      rejecting={reject.isPending}
      onReject={(reason, then) => reject.mutate({ params, body: { reason } }, then)}
    />
  )
}
