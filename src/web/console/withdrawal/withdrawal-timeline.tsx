import type { CallAnswer } from '../../../contract/call.ts'
import { Timeline } from '../parts/timeline.tsx'
import { timesText } from '../parts/times-text.ts'
import { coinText } from '../../ui/format/coin-text.ts'

/** What happened to a withdrawal, in order. */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: CallAnswer<'getWithdrawal'> }) {
  const { approvals, payouts, stage, reason, processed_date: processedAt } = withdrawal
  return (
    <Timeline
      moments={[
        { at: withdrawal.request_date, what: 'Requested', note: 'The amount is held.' },
        ...approvals.map(({ operator, at }) => ({ at, what: `Approved by ${operator}` })),
        ...payouts.map((payout) => ({
          at: payout.created_at,
          what: `Signed, attempt ${payout.attempt}`,
          note: coinText(payout.amount, payout.asset),
        })),
        ...payouts.map((payout) => ({
          at: payout.broadcast_at,
          what: 'Sent',
          note: `Broadcast ${timesText(payout.broadcasts)}`,
        })),
        { at: processedAt, what: `Ended: ${stage}`, note: reason },
      ]}
    />
  )
}
