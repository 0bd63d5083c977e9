import { t } from '@lingui/core/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { wordsOf } from '../parts/list/filter.ts'
import { Timeline } from '../parts/timeline.tsx'
import { broadcastsText } from '../parts/times-text.ts'
import { coinText } from '../../ui/format/coin-text.ts'

/** What happened to a withdrawal, in order. */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: CallAnswer<'getWithdrawal'> }) {
  const { approvals, payouts, stage, reason, processed_date: processedAt } = withdrawal
  return (
    <Timeline
      moments={[
        { at: withdrawal.request_date, what: t`Requested`, note: t`The amount is held.` },
        ...approvals.map(({ operator, at }) => ({ at, what: t`Approved by ${operator}` })),
        ...payouts.map((payout) => ({
          at: payout.created_at,
          what: t`Signed, attempt ${payout.attempt}`,
          note: coinText(payout.amount, payout.asset),
        })),
        ...payouts.map((payout) => ({
          at: payout.broadcast_at,
          what: t`Sent`,
          note: broadcastsText(payout.broadcasts),
        })),
        { at: processedAt, what: wordsOf(stage), note: reason },
      ]}
    />
  )
}
