import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ActivityType } from './queries.ts'

/** The kinds of activity by the filter's names, in its order. */
export const activityTypes: readonly { type: ActivityType; label: MessageDescriptor }[] = [
  { type: 'reward_level1', label: msg`Level 1 rewards` },
  { type: 'reward_level2', label: msg`Level 2 rewards` },
  { type: 'sponsor_bonus', label: msg`Sponsor bonuses` },
  { type: 'deposit_seen', label: msg`Payments received` },
  { type: 'deposit_credited', label: msg`Deposits credited` },
  { type: 'withdrawal_requested', label: msg`Withdrawals requested` },
  { type: 'withdrawal_sent', label: msg`Withdrawals sent` },
  { type: 'withdrawal_rejected', label: msg`Withdrawals rejected` },
  { type: 'withdrawal_cancelled', label: msg`Withdrawals canceled` },
  { type: 'adjustment', label: msg`Adjustments` },
  { type: 'referral_joined', label: msg`Referrals` },
  { type: 'profile_activated', label: msg`Activations` },
  { type: 'board_completed', label: msg`Boards completed` },
  { type: 'upgraded', label: msg`Upgrades` },
  { type: 'reentered', label: msg`Re-entries` },
  { type: 'security', label: msg`Security` },
  { type: 'joined', label: msg`Joining` },
]
