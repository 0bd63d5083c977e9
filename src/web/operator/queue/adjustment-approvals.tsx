import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/money-text.ts'
import { call } from '../call.ts'
import { paths } from '../console-paths.ts'
import { CellLink } from '../list/cells.tsx'
import type { RowOf } from '../list/list-name.ts'
import { ReasonDialog } from '../object/reason-dialog.tsx'
import { useMay } from '../permission.ts'
import { useOperator } from '../session.ts'
import { useChange } from '../use-change.ts'
import { ApprovalList } from './approval-list.tsx'

type Adjustment = RowOf<'findAdjustments'>

export function AdjustmentApprovals() {
  const list = useQuery({
    queryKey: ['findAdjustments', 'pending'],
    queryFn: async ({ signal }) => {
      const query = { status: 'pending', page_size: '100' } as const
      return (await call('findAdjustments', { query }, { signal })).results.toReversed()
    },
  })
  return (
    <ApprovalList
      title="Adjustments"
      list={list}
      empty="No adjustment waits."
      sinceOf={(item) => item.requested_at}
      renderItem={(item) => (
        <>
          <p className="font-medium">
            <span className="figures">{usdText(item.amount)}</span> for{' '}
            <CellLink to={paths.members(item.username)}>{item.username}</CellLink>
          </p>
          <p className="break-words text-soft">{item.reason}</p>
          <p className="text-xs text-faint">asked for by {item.requested_by}</p>
        </>
      )}
      renderDecision={(item) => <Decide item={item} />}
    />
  )
}

function Decide({ item }: { item: Adjustment }) {
  const { username } = useOperator()
  const mayDecide = useMay('approveAdjustment')
  const [rejecting, setRejecting] = useState(false)
  const approve = useChange('approveAdjustment', { done: 'Approved. The wallet is adjusted.' })
  const reject = useChange('rejectAdjustment', {
    done: 'Rejected.',
    onDone: () => setRejecting(false),
  })
  if (!mayDecide) return <span className="text-xs text-faint">Finance decides</span>
  const isOwn = item.requested_by === username
  return (
    <>
      {isOwn ? (
        <span className="self-center text-xs text-faint">Another operator has to approve it</span>
      ) : (
        <Button
          size="small"
          kind="primary"
          pending={approve.isPending}
          onClick={() => approve.mutate({ params: { id: item.id } })}
        >
          Approve
        </Button>
      )}
      <Button size="small" kind="danger" onClick={() => setRejecting(true)}>
        {isOwn ? 'Withdraw' : 'Reject'}
      </Button>
      <ReasonDialog
        open={rejecting}
        onClose={() => setRejecting(false)}
        title={`Reject the adjustment of ${item.username}`}
        action="Reject"
        danger
        pending={reject.isPending}
        onConfirm={(reason) => reject.mutate({ params: { id: item.id }, body: { reason } })}
      />
    </>
  )
}
