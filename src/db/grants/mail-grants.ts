import { NOTICES } from './notice-grants.ts'
import type { Privilege } from './privileges.ts'
import { PROPOSALS } from './proposal-grants.ts'
import { SENT_TO } from './webhook-grants.ts'

const [GOES, MOVES, GROWS] = [
  ['SELECT', 'DELETE'],
  ['SELECT', 'UPDATE'],
  ['SELECT', 'INSERT', 'UPDATE'],
] as const satisfies Privilege[][]
const COMES_AND_GOES = [...GROWS, 'DELETE'] as const

/**
 * All that a mail process writes (`shared-workers.ts`). It sends no commands and credits nothing,
 * so a stolen one must not be able to add incoming transfers, rates, or payouts.
 */
export const MAIL: Readonly<Record<string, readonly Privilege[]>> = {
  processes: COMES_AND_GOES,
  installation_pins: ['SELECT', 'INSERT'],
  audit_entries: ['SELECT', 'INSERT'],
  ...NOTICES.mail,
  activation_email_cursor: MOVES,
  webhook_cursor: MOVES,
  webhook_endpoints: SENT_TO,
  webhook_events: ['SELECT', 'INSERT', 'DELETE'],
  webhook_deliveries: COMES_AND_GOES,
  // What nobody decided in time.
  ...PROPOSALS.mail,
  reward_days: GROWS,
  reward_days_mark: MOVES,
  plan_counts: GROWS,
  day_counts: GROWS,
  counts_mark: MOVES,
  board_open: GROWS,
  board_ages: GROWS,
  board_mark: MOVES,
  // What expires (workers/retention.ts).
  token_mark: MOVES,
  idempotency: GOES,
  registrations: GOES,
  verification_resends: GOES,
  email_tokens: GOES,
  dispute_links: GOES,
  passkey_challenges: GOES,
  refresh_tokens: GOES,
  sessions: GOES,
  operator_sessions: GOES,
  operator_claims: GOES,
  service_minutes: GOES,
  liability_days: GOES,
  reserve_trees: GOES,
  proof_reports: GOES,
  security_events: GOES,
  contact_messages: GOES,
  rate_history: GOES,
  usdt_prices: GOES,
  solvency_snapshots: GOES,
}
