import { sql, type RawBuilder } from 'kysely'
import type { Database, Db } from '../../db/types.ts'
import { endedDeliveries, eventsWithoutDeliveries } from './ended-deliveries.ts'
import {
  beyondFirstOfHour,
  endedProcesses,
  expired,
  expiredInOrder,
  lateTrees,
  MAX_ROWS,
  MAX_TREES,
  namedRows,
  type Age,
} from './expired-rows.ts'
import { forgetTokens, sessionsWithoutTokens } from './forget-tokens.ts'

// How long we keep the rows of each table. docs/operations-reference.md shows the same, and a test
// compares them. A new table doesn't compile until it has a line here.

/**
 * Rows that expire: their description in docs/operations-reference.md, and how to find or delete
 * some of them. The cost must not grow with the rows that stay.
 */
export type Expiry = { readonly what: string; readonly kept: string } & (
  | {
      /** The `ctid` of up to `MAX_ROWS` rows. */
      readonly find: RawBuilder<unknown>
      /** Columns whose text is deleted while the row stays; without them, the whole row goes. */
      readonly erase?: readonly string[]
    }
  /**
   * The `ctid` of up to `MAX_ROWS` rows after a number. Each step continues after the previous one:
   * while an old snapshot keeps deleted rows, it would pass over all of them again.
   */
  | { readonly findAfter: (no: bigint) => RawBuilder<unknown> }
  /** Changes no row once none is left. */
  | { readonly step: (db: Db) => ReturnType<typeof forgetTokens> }
)

/**
 * `forever`: history, which the database itself protects in most tables. `state`: rows that are
 * replaced or removed by the code that uses them, so time alone doesn't add any.
 */
type Retention = 'forever' | 'state' | Expiry

const TWO_YEARS: Age = ['days', 2 * 365]
const QUARTER: Age = ['days', 90]

export const retention: Record<keyof Database, Retention> = {
  member_imports: 'forever',
  member_import_rows: {
    what: 'names and addresses in members import rows',
    kept: '90 days after the import ended',
    find: namedRows('member_import_rows'),
    // The remaining columns don't identify anyone, but show which member the row became.
    erase: ['username', 'email', 'sponsor', 'skip_reason'],
  },
  member_import_corrections: {
    what: 'names and addresses in corrections of these rows',
    kept: '90 days after the import ended',
    find: namedRows('member_import_corrections'),
    erase: ['username', 'email', 'sponsor'],
  },
  idempotency: {
    what: 'stored responses of idempotency keys',
    kept: '7 days',
    find: expired('idempotency', ['created_at'], ['days', 7]),
  },
  registrations: {
    what: 'registrations without a verified email address',
    kept: '48 hours',
    find: expired('registrations', ['expires_at'], ['hours', 0]),
  },
  verification_resends: {
    what: 'the time of a network’s last request for a verification email',
    kept: '1 day',
    find: expired('verification_resends', ['at'], ['days', 1]),
  },
  processes: {
    what: 'records of killed processes',
    kept: '1 day',
    find: sql`${endedProcesses}`,
  },
  email_tokens: {
    what: 'links sent by email',
    kept: '2 days after they expire',
    find: expired('email_tokens', ['expires_at'], ['days', 2]),
  },
  dispute_links: {
    what: '“This wasn’t me” links',
    // A dispute goes back this far (auth/disputes/former-mailboxes.ts).
    kept: '4 days after they expire',
    find: expired('dispute_links', ['expires_at'], ['days', 4]),
  },
  passkey_challenges: {
    what: 'passkey challenges',
    kept: '5 minutes',
    find: expired('passkey_challenges', ['expires_at'], ['hours', 0]),
  },
  // While the session is open, its old tokens reveal copies.
  refresh_tokens: {
    what: 'refresh tokens',
    kept: '1 day after the session ends',
    step: (db) => forgetTokens(db, MAX_ROWS),
  },
  sessions: {
    what: 'members’ sessions',
    kept: '90 days after they end',
    find: sql`${sessionsWithoutTokens(90, MAX_ROWS)}`,
  },
  operator_sessions: {
    what: 'operators’ sessions',
    kept: '90 days after they end',
    find: expired('operator_sessions', ['ended_at', 'expires_at'], QUARTER),
  },
  operator_claims: {
    what: 'staff’s claims of withdrawals, deposits, and messages',
    kept: '1 day after they expire',
    find: expired('operator_claims', ['ends_at'], ['days', 1]),
  },
  service_minutes: {
    what: 'minutes of uptime',
    kept: '40 days',
    find: expired('service_minutes', ['minute'], ['days', 40]),
  },
  // Their tiles and indexes go with them.
  liability_days: {
    what: 'liability trees, with their salts',
    kept: '14 days; one a month for 400 days',
    find: sql`${lateTrees}`,
  },
  // Their leaves go with them.
  reserve_trees: {
    what: 'trees of funded deposit addresses',
    kept: '14 days',
    find: expired('reserve_trees', ['built_at'], ['days', 14], MAX_TREES),
  },
  proof_reports: {
    what: 'reports of failed proofs from members’ browsers',
    kept: '2 years',
    findAfter: expiredInOrder('proof_reports', ['reported_at'], TWO_YEARS),
  },
  emails: {
    what: 'sent and failed emails; the text is deleted at once',
    kept: '90 days',
    findAfter: expiredInOrder('emails', ['sent_at', 'failed_at'], QUARTER),
  },
  security_events: {
    what: 'security events in members’ activity',
    kept: '2 years',
    findAfter: expiredInOrder('security_events', ['at'], TWO_YEARS),
  },
  contact_messages: {
    what: 'contact form messages and replies',
    kept: '3 years',
    findAfter: expiredInOrder('contact_messages', ['received_at'], ['days', 3 * 365]),
  },
  rate_history: {
    what: 'TRX rates per half minute',
    kept: '2 years, then the first of each hour',
    find: beyondFirstOfHour('rate_history', 'minute', TWO_YEARS),
  },
  usdt_prices: {
    what: 'USDT prices per minute',
    kept: '2 years, then the first of each hour',
    find: beyondFirstOfHour('usdt_prices', 'minute', TWO_YEARS),
  },
  solvency_snapshots: {
    what: 'liabilities and holdings, every ten minutes',
    kept: '90 days, then the first of each hour',
    find: beyondFirstOfHour('solvency_snapshots', 'at', QUARTER),
  },
  webhook_deliveries: {
    what: 'webhook deliveries',
    kept: '30 days',
    find: sql`${endedDeliveries(MAX_ROWS)}`,
  },
  webhook_events: {
    what: 'webhook events',
    kept: '30 days',
    find: sql`${eventsWithoutDeliveries(MAX_ROWS)}`,
  },
  access_changes: 'forever',
  account_closings: 'forever',
  accounts: 'forever',
  adjustments: 'forever',
  api_keys: 'forever',
  audit_entries: 'forever',
  backup_checks: 'forever',
  batches: 'forever',
  catalog_drafts: 'forever',
  catalogs: 'forever',
  chain_transactions: 'forever',
  chain_transfers: 'forever',
  commands: 'forever',
  anchors: 'forever',
  custody_moves: 'forever',
  day_sheets: 'forever',
  deposit_address_requests: 'state',
  deposit_addresses: 'forever',
  deposit_requests: 'forever',
  difference_reviews: 'forever',
  emailed_audit_heads: 'forever',
  history_losses: 'forever',
  identities: 'forever',
  journals: 'forever',
  legal_texts: 'forever',
  legal_translations: 'forever',
  log_checkpoints: 'forever',
  log_cosignatures: 'forever',
  incident_updates: 'forever',
  incidents: 'forever',
  log_epoch_proposals: 'forever',
  log_epochs: 'forever',
  log_keys: 'forever',
  log_member_keys: 'forever',
  log_signers: 'forever',
  log_tiles: 'forever',
  member_notes: 'forever',
  member_views: 'forever',
  members: 'forever',
  operators: 'forever',
  outside_moves: 'forever',
  own_incoming_transfers: 'forever',
  payouts: 'forever',
  reserve_readings: 'forever',
  reserve_samples: 'forever',
  reserve_statements: 'forever',
  postings: 'forever',
  profiles: 'forever',
  rate_holds: 'forever',
  readiness_records: 'forever',
  reconciliation_passes: 'forever',
  retired_wallets: 'forever',
  reward_days: 'forever',
  member_results: 'forever',
  plan_results: 'forever',
  plan_counts: 'forever',
  day_counts: 'forever',
  rule_versions: 'forever',
  seats: 'forever',
  sheet_bodies: 'forever',
  signing_batches: 'forever',
  text_acceptances: 'forever',
  transfers: 'forever',
  treasury_receipts: 'forever',
  unexplained_transfers: 'forever',
  what_ifs: 'forever',
  withdrawal_approval_returns: 'forever',
  withdrawal_approvals: 'forever',
  withdrawal_notes: 'forever',
  withdrawals: 'forever',
  address_checks: 'state',
  address_totals: 'state',
  activation_email_cursor: 'state',
  alerts: 'state',
  approval_endings: 'state',
  audit_head: 'state',
  blocked_payouts: 'state',
  chain_cursors: 'state',
  custody_totals: 'state',
  deposit_address_mark: 'state',
  devices: 'state',
  frozen_addresses: 'state',
  incoming_transfers: 'state',
  income_mark: 'state',
  installation_pins: 'state',
  largest_wallets: 'state',
  ledger_leader: 'state',
  liability_index: 'state',
  liability_tiles: 'state',
  reserve_leaves: 'state',
  batch_lock: 'state',
  leader_lock: 'state',
  live_rates: 'state',
  log_rest: 'state',
  operator_views: 'state',
  own_wallets: 'state',
  passkeys: 'state',
  payout_fence: 'state',
  payout_hold: 'state',
  payout_pauses: 'state',
  pending_transfers: 'state',
  rate_limits: 'state',
  rate_sources: 'state',
  reconciliation_cursor: 'state',
  reconciliation_queue: 'state',
  reconciliation_retries: 'state',
  recovery_codes: 'state',
  reward_days_mark: 'state',
  counts_mark: 'state',
  board_ages: 'state',
  board_mark: 'state',
  board_open: 'state',
  runtime_roles: 'state',
  schema_floor: 'state',
  sweep_quarantine: 'state',
  token_mark: 'state',
  unchecked_addresses: 'state',
  webhook_cursor: 'state',
  webhook_endpoints: 'state',
}
