import type { activityTypes } from '../../contract/history.ts'
import { PLAN_NAMES } from '../../domain/money/catalogue.ts'

export type ActivityRow = {
  type: (typeof activityTypes)[number]
  no: bigint
  at: Date
  amount: bigint | null
  /** 0 USD, 1 TRX, 2 USDT; for an upgrade the plan. */
  asset: number
  /** A username, a profile id, a reason or a kind: what the sentence names. */
  name: string
  /** The public id of the profile or deposit request that it is about; empty when of neither. */
  ref: string
}

type Text = { title: string; detail: string; link: string | null }

const securityTexts: Record<string, string> = {
  email_changed: 'Your email address was changed.',
  password_changed: 'Your password was changed.',
  password_reset: 'Your password was reset.',
  wallet_changed: 'Your wallet address was changed.',
  new_device: 'Somebody signed in from a new device.',
  session_copied: 'A session was ended because it seemed to have been copied.',
  recovery_code: 'A recovery code was used.',
  totp_enabled: 'Two-step confirmation was set up.',
  totp_disabled: 'Two-step confirmation was removed.',
  wrong_code: 'Someone entered a wrong authenticator code.',
  factor_locked: 'Ten wrong codes locked two-step confirmation for a while.',
  disputed: 'You reported that something wasn’t you. We secured your account.',
  viewed_by_staff: 'Our staff looked at your account, to help you.',
}

const tree = '/mytree'
const account = '/account'
const withdrawals = '/account?history=withdrawals'

const inTree = (profile: string) => `/familytree?profile=${profile}`
const ofDeposit = (request: string) => (request ? `/account?deposit=${request}` : account)

const texts: Record<ActivityRow['type'], (row: ActivityRow) => Text> = {
  joined: () => ({ title: 'Joined Twofold', detail: 'Your account was created.', link: null }),
  referral_joined: ({ name }) => ({
    title: 'Referral joined',
    detail: `${name} joined with your referral code.`,
    link: '/referrals',
  }),
  deposit_seen: ({ ref }) => ({
    title: 'Payment received',
    detail: 'A payment reached your address and waits to be accepted.',
    link: ofDeposit(ref),
  }),
  deposit_credited: ({ ref }) => ({
    title: 'Deposit credited',
    detail: 'Your deposit is in your wallet.',
    link: ofDeposit(ref),
  }),
  profile_activated: ({ name, ref }) => ({
    title: 'Profile activated',
    detail: `${name} has taken its seat.`,
    link: inTree(ref),
  }),
  reward_level1: ({ name, ref }) => ({
    title: 'Level 1 reward',
    detail: `${name} activated a profile directly beneath yours.`,
    link: inTree(ref),
  }),
  reward_level2: ({ name, ref }) => ({
    title: 'Level 2 reward',
    detail: `${name} activated a profile two levels beneath yours.`,
    link: inTree(ref),
  }),
  sponsor_bonus: ({ name, ref }) => ({
    title: 'Sponsor bonus',
    detail: `${name}, whom you referred, activated a profile.`,
    link: `/referrals?profile=${ref}`,
  }),
  board_completed: ({ name, ref }) => ({
    title: 'Board completed',
    detail: `All six positions beneath ${name} are filled.`,
    link: `/earnings?profile=${ref}`,
  }),
  upgraded: ({ name, asset }) => ({
    title: `Upgraded to ${PLAN_NAMES[asset] ?? 'the next plan'}`,
    detail: `Your new profile is ${name}.`,
    link: tree,
  }),
  reentered: ({ name }) => ({
    title: 'Re-entered at Bronze',
    detail: `Your new profile is ${name}.`,
    link: tree,
  }),
  withdrawal_requested: () => ({
    title: 'Withdrawal requested',
    detail: 'It is processed within 1-2 business days.',
    link: withdrawals,
  }),
  withdrawal_sent: () => ({
    title: 'Withdrawal sent',
    detail: 'The payout is on its way to your wallet address.',
    link: withdrawals,
  }),
  withdrawal_rejected: ({ name }) => ({
    title: 'Withdrawal rejected',
    detail: name ? `Reason: ${name}` : 'The whole amount is back in your wallet.',
    link: withdrawals,
  }),
  security: ({ name }) => ({
    title: 'Security',
    detail: securityTexts[name] ?? 'The security of your account changed.',
    link: account,
  }),
}

/** What a row says to the member. */
export const describeActivity = (row: ActivityRow): Text => texts[row.type](row)
