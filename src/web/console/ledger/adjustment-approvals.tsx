import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DetailList } from '../../ui/details.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink } from '../parts/list/cells.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { useMay } from '../session/permission.ts'
import { useOperator } from '../session/operator-session.ts'
import { useChange } from '../session/use-change.ts'
import { ApprovalList, RequestedBy } from '../parts/queue/approval-list.tsx'
import { Decision } from '../parts/decision.tsx'
import { ClosedAccount } from './closed-account.tsx'
import { pendingAdjustmentsQuery } from './queries.ts'

type Adjustment = RowOf<'listAdjustments'>

export function AdjustmentApprovals() {
  const list = useQuery(pendingAdjustmentsQuery)
  return (
    <ApprovalList
      title={t`Adjustments`}
      list={list}
      empty={t`No adjustments are waiting.`}
      sinceOf={(item) => item.requested_at}
      renderItem={(item) => (
        <>
          <p className="font-medium">
            <Trans>
              <span className="figures">{usdText(item.amount)}</span> for{' '}
              <CellLink to={paths.members(item.username)}>{item.username}</CellLink>
            </Trans>
          </p>
          <p className="wrap-anywhere text-soft">{item.reason}</p>
          <RequestedBy operator={item.requested_by} />
          {item.account_closed && (
            <p className="mt-1 text-warn">
              <Trans>The member closed this account.</Trans>
            </p>
          )}
        </>
      )}
      renderDecision={(item) => <Decide item={item} />}
    />
  )
}

function Decide({ item }: { item: Adjustment }) {
  const { username } = useOperator()
  const mayDecide = useMay('approveAdjustment')
  const approve = useChange('approveAdjustment', { done: t`Approved. The wallet was adjusted.` })
  const reject = useChange('rejectAdjustment', { done: t`Rejected.` })
  if (!mayDecide)
    return (
      <span className="text-xs text-faint">
        <Trans>Only finance can decide</Trans>
      </span>
    )
  const params = { id: item.id }
  const details = {
    [t`Member`]: item.username,
    [t`Amount`]: usdText(item.amount),
    [t`Reason`]: item.reason,
    [t`Requested by`]: item.requested_by,
  }
  return (
    <Decision
      about={`adjustment ${item.id}`}
      isOwn={item.requested_by === username}
      others={t`Needs another operator’s approval`}
      approveTitle={t`Approve the adjustment of ${item.username}`}
      approveText={t`It takes effect right away. Only another adjustment can reverse it.`}
      facts={
        <div className="grid gap-4">
          {item.account_closed && <ClosedAccount />}
          <DetailList details={details} />
        </div>
      }
      approving={approve.isPending}
      onApprove={(then) => approve.mutate({ params }, then)}
      rejectTitle={t`Reject the adjustment of ${item.username}`}
      rejecting={reject.isPending}
      onReject={(reason, then) => reject.mutate({ params, body: { reason } }, then)}
    />
  )
}
