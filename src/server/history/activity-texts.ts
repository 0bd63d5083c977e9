import type { activityTypes } from '../../contract/subjects/history.ts'
import { text, type Text } from '../../contract/texts/texts.ts'
import { PLAN_NAMES } from '../../domain/money/catalog.ts'

export type ActivityRow = {
  type: (typeof activityTypes)[number]
  no: bigint
  at: Date
  amount: bigint | null
  /** 0 USD, 1 TRX, 2 USDT; for an upgrade, the plan. */
  asset: number
  /** The username, profile id, reason, kind or state that the sentence mentions. */
  name: string
  /** The public id of the related profile or deposit request; empty if there is none. */
  ref: string
}

type Description = { title: Text; said: Text; link: string | null }

const securityTexts: Record<string, Text> = {
  email_changed: text('security_email_changed'),
  password_changed: text('security_password_changed'),
  password_reset: text('security_password_reset'),
  wallet_changed: text('security_wallet_changed'),
  account_closed: text('security_account_closed'),
  new_device: text('security_new_device'),
  session_copied: text('security_session_copied'),
  recovery_code: text('security_recovery_code'),
  totp_enabled: text('security_totp_enabled'),
  totp_disabled: text('security_totp_disabled'),
  passkey_added: text('security_passkey_added'),
  passkey_removed: text('security_passkey_removed'),
  passkey_copied: text('security_passkey_copied'),
  wrong_code: text('security_wrong_code'),
  factor_locked: text('security_factor_locked'),
  disputed: text('security_disputed'),
  viewed_by_staff: text('security_viewed_by_staff'),
}

const TREE = '/mytree'
const ACCOUNT = '/account'
const STATEMENTS = '/statements'
const WITHDRAWALS = '/account?history=withdrawals'

const inTree = (profile: string) => `/familytree?profile=${profile}`
const ofDeposit = (request: string) => (request ? `/account?deposit=${request}` : ACCOUNT)

type Say = (row: ActivityRow) => { title?: Text; said: Text; link: string | null }

const describe: Record<ActivityRow['type'], Say> = {
  joined: () => ({ said: text('joined'), link: null }),
  referral_joined: ({ name }) => ({ said: text('referral_joined', { name }), link: '/referrals' }),
  deposit_seen: ({ ref }) => ({ said: text('deposit_seen'), link: ofDeposit(ref) }),
  deposit_credited: ({ ref }) => ({ said: text('deposit_credited'), link: ofDeposit(ref) }),
  profile_activated: ({ name, ref }) => ({
    said: text('seat_taken', { profile: name }),
    link: inTree(ref),
  }),
  reward_level1: ({ name, ref }) => ({ said: text('reward_level1', { name }), link: inTree(ref) }),
  reward_level2: ({ name, ref }) => ({ said: text('reward_level2', { name }), link: inTree(ref) }),
  sponsor_bonus: ({ name, ref }) => ({
    said: text('sponsor_bonus', { name }),
    link: `/referrals?profile=${ref}`,
  }),
  board_completed: ({ name, ref }) => ({
    said: text('board_completed', { profile: name }),
    link: `/earnings?profile=${ref}`,
  }),
  upgraded: ({ name, asset }) => ({
    title: text('title_upgraded', { plan: PLAN_NAMES[asset] ?? '' }),
    said: text('new_profile', { profile: name }),
    link: TREE,
  }),
  reentered: ({ name }) => ({ said: text('new_profile', { profile: name }), link: TREE }),
  withdrawal_requested: () => ({ said: text('withdrawal_requested'), link: WITHDRAWALS }),
  withdrawal_sent: ({ name: state }) => ({
    said: state === 'confirmed' ? text('withdrawal_arrived') : text('withdrawal_sent'),
    link: WITHDRAWALS,
  }),
  withdrawal_rejected: ({ name }) => ({
    said: name
      ? text('withdrawal_rejected_because', { reason: name })
      : text('withdrawal_rejected'),
    link: WITHDRAWALS,
  }),
  withdrawal_cancelled: () => ({ said: text('withdrawal_cancelled'), link: WITHDRAWALS }),
  adjustment: ({ name: reason, amount }) => ({
    said: text(amount !== null && amount < 0n ? 'adjusted_down' : 'adjusted_up', { reason }),
    link: STATEMENTS,
  }),
  security: ({ name }) => ({
    said: securityTexts[name] ?? text('security_changed'),
    link: ACCOUNT,
  }),
}

/** The sentence that a member reads for a row. */
export function describeActivity(row: ActivityRow): Description {
  const { title, ...rest } = describe[row.type](row)
  return { title: title ?? titleOf(row.type), ...rest }
}

const titleOf = (type: ActivityRow['type']): Text => ({ code: `title_${type}`, params: {} })
