import type { ActivityType } from './activity-row.tsx'

/** The kinds of activity by the name that the filter gives them, in its order. */
export const activityTypes: readonly { type: ActivityType; label: string }[] = [
  { type: 'reward_level1', label: 'Level 1 rewards' },
  { type: 'reward_level2', label: 'Level 2 rewards' },
  { type: 'sponsor_bonus', label: 'Sponsor bonuses' },
  { type: 'deposit_seen', label: 'Payments received' },
  { type: 'deposit_credited', label: 'Deposits credited' },
  { type: 'withdrawal_requested', label: 'Withdrawals requested' },
  { type: 'withdrawal_sent', label: 'Withdrawals sent' },
  { type: 'withdrawal_rejected', label: 'Withdrawals rejected' },
  { type: 'referral_joined', label: 'Referrals' },
  { type: 'profile_activated', label: 'Activations' },
  { type: 'board_completed', label: 'Boards completed' },
  { type: 'upgraded', label: 'Upgrades' },
  { type: 'reentered', label: 'Re-entries' },
  { type: 'security', label: 'Security' },
  { type: 'joined', label: 'Joining' },
]
