import { jobViews } from './grants/job-views.ts'
import { ENDS } from './grants/ledger-grants.ts'
import { MAIL } from './grants/mail-grants.ts'
import { NOTICES } from './grants/notice-grants.ts'
import type { Privilege } from './grants/privileges.ts'
import { PROPOSALS } from './grants/proposal-grants.ts'
import { SENT_TO } from './grants/webhook-grants.ts'

/**
 * Which part of the product may write which tables. A role for one part gets only that part's
 * rights.
 */
export type Part = 'web' | 'ledger' | 'chain' | 'mail' | 'worker' | 'all'

/** Outgoing money, chain data, and prices. The web process only reads them. */
const WORKER_ALONE = [
  'payouts',
  // These decide where members' coins go.
  'deposit_addresses',
  'deposit_address_mark',
  'unchecked_addresses',
  'blocked_payouts',
  'unexplained_transfers',
  'outside_moves',
  'own_wallets',
  'retired_wallets',
  'custody_moves',
  'signing_batches',
  'sweep_quarantine',
  'frozen_addresses',
  'treasury_receipts',
  'chain_cursors',
  'chain_transactions',
  'chain_transfers',
  'payout_fence',
  'payout_hold',
  'activation_email_cursor',
  'address_checks',
  'reconciliation_cursor',
  'reconciliation_passes',
  'reconciliation_retries',
  'own_incoming_transfers',
  'difference_reviews',
  'live_rates',
  'rate_history',
  'rate_holds',
  'rate_sources',
  'usdt_prices',
  'solvency_snapshots',
  'emailed_audit_heads',
  'reward_days',
  'reward_days_mark',
  'token_mark',
  'member_results',
  'counts_mark',
  'day_counts',
  'plan_counts',
  'plan_results',
  'income_mark',
  'sheet_bodies',
  'log_tiles',
  'log_checkpoints',
  'log_member_keys',
  'log_keys',
  'board_open',
  'board_ages',
  'board_mark',
  'log_rest',
  'log_signers',
  'liability_days',
  'liability_tiles',
  'liability_index',
  'log_cosignatures',
  'log_epoch_proposals',
  'log_epochs',
  'reserve_statements',
  'reserve_trees',
  'reserve_leaves',
  'reserve_samples',
  'reserve_readings',
  'anchors',
]

/** Sign-in data and declarations of operators and members. The worker only reads them. */
const WEB_ALONE = [
  'api_keys',
  'approval_endings',
  'operators',
  'operator_sessions',
  'operator_views',
  'sessions',
  'identities',
  'recovery_codes',
  'passkeys',
  'readiness_records',
  'proof_reports',
  'legal_texts',
  'legal_translations',
  'text_acceptances',
  'incidents',
  'incident_updates',
  'member_notes',
  'member_views',
  'account_closings',
]

/** The ledger writer's own tables. Every other process sends it commands. */
const LEDGER_ALONE = [
  'commands',
  'batches',
  'ledger_leader',
  'batch_lock',
  'leader_lock',
  'leadership',
  'history_losses',
  'catalogs',
  'rule_versions',
  'members',
  'profiles',
  'seats',
  'journals',
  'postings',
  'transfers',
  'deposit_requests',
  'withdrawals',
  'withdrawal_approvals',
  'withdrawal_approval_returns',
  'withdrawal_notes',
  'adjustments',
  'day_sheets',
]

/** Tables that neither a command nor a batch hook writes. */
const NEVER_LEDGER = [
  'activation_email_cursor',
  'address_checks',
  'anchors',
  'board_ages',
  'board_mark',
  'board_open',
  'chain_cursors',
  'chain_transactions',
  'chain_transfers',
  'deposit_address_mark',
  'deposit_address_requests',
  'deposit_addresses',
  'emailed_audit_heads',
  'incident_updates',
  'incidents',
  'income_mark',
  'legal_texts',
  'legal_translations',
  'liability_days',
  'liability_index',
  'liability_tiles',
  'live_rates',
  'log_checkpoints',
  'log_cosignatures',
  'log_epoch_proposals',
  'log_epochs',
  'log_keys',
  'log_member_keys',
  'log_rest',
  'log_signers',
  'log_tiles',
  'member_notes',
  'member_results',
  'member_views',
  'operator_views',
  'own_wallets',
  'passkey_challenges',
  'passkeys',
  'payout_fence',
  'payout_hold',
  'counts_mark',
  'day_counts',
  'plan_counts',
  'plan_results',
  'proof_reports',
  'rate_history',
  'rate_holds',
  'rate_sources',
  'reconciliation_cursor',
  'reconciliation_passes',
  'refresh_tokens',
  'reserve_leaves',
  'reserve_readings',
  'reserve_samples',
  'reserve_statements',
  'reserve_trees',
  'retired_wallets',
  'reward_days',
  'reward_days_mark',
  'service_minutes',
  'sheet_bodies',
  'signing_batches',
  'solvency_snapshots',
  'token_mark',
  'usdt_prices',
  'webhook_cursor',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_events',
]

/** Parts of the product with the worker's rights. */
const WORKERS: readonly Part[] = ['worker', 'chain']

/** A part's rights on single tables or columns. */
const LIMITED: Partial<Record<Part, Record<string, readonly Privilege[]>>> = {
  // Only a worker's start changes what the database is pinned to.
  web: {
    ...NOTICES.web,
    // The ledger creates accounts.
    identities: ['SELECT', 'UPDATE'],
    ...PROPOSALS.web,
    // A reset or `disable` asks the ledger to withdraw approvals.
    approval_endings: ['SELECT', 'INSERT'],
    // An uncommitted row would block a process that pauses payouts for the same reason.
    payout_pauses: ['SELECT'],
    // The leader compares the reports of web processes with these.
    incoming_transfers: ['SELECT'],
    reconciliation_queue: ['SELECT'],
    // The web process requests a deposit address, and the worker derives it.
    deposit_address_requests: ['SELECT', 'INSERT'],
    installation_pins: ['SELECT', 'INSERT'],
    // The process that renders a first answer stores it. Only the ledger creates the row.
    idempotency: ['SELECT', 'UPDATE'],
  },
  ledger: {
    ...NOTICES.ledger,
    ...PROPOSALS.ledger,
    ...ENDS,
    // Finding lost history pauses payouts. Only an operator resumes them.
    payout_pauses: ['SELECT', 'INSERT'],
    incoming_transfers: ['SELECT', 'DELETE'],
    idempotency: ['SELECT', 'INSERT'],
    installation_pins: ['SELECT', 'INSERT'],
  },
  worker: {
    ...NOTICES.worker,
    ...PROPOSALS.worker,
    webhook_endpoints: SENT_TO,
    // Workers only delete what has expired. With a link or a token of its own, a worker could sign
    // in as anyone.
    email_tokens: ['SELECT', 'DELETE'],
    refresh_tokens: ['SELECT', 'DELETE'],
    registrations: ['SELECT', 'DELETE'],
    verification_resends: ['SELECT', 'DELETE'],
    passkey_challenges: ['SELECT', 'DELETE'],
    dispute_links: ['SELECT', 'DELETE'],
    deposit_address_mark: ['SELECT', 'UPDATE'],
    deposit_address_requests: ['SELECT', 'DELETE'],
    idempotency: ['SELECT', 'UPDATE', 'DELETE'],
  },
}

/** The only tables whose rows we ever delete. */
const DELETED = [
  'account_closings',
  'approval_endings',
  'blocked_payouts',
  'deposit_address_requests',
  'devices',
  'email_tokens',
  'frozen_addresses',
  'incoming_transfers',
  'largest_wallets',
  'operator_claims',
  'operator_views',
  'own_incoming_transfers',
  'own_wallets',
  'passkey_challenges',
  'passkeys',
  'payout_pauses',
  'pending_transfers',
  'processes',
  'rate_limits',
  'reconciliation_queue',
  'reconciliation_retries',
  'recovery_codes',
  'refresh_tokens',
  'registrations',
  'sweep_quarantine',
  'unchecked_addresses',
  'verification_resends',
  'webhook_endpoints',
]

/** Rows that only the worker deletes, once they expire (workers/retention.ts). */
const DELETED_BY_WORKER = [
  'contact_messages',
  'dispute_links',
  'emails',
  'idempotency',
  'liability_days',
  'operator_sessions',
  'proof_reports',
  'service_minutes',
  'rate_history',
  'reserve_trees',
  'security_events',
  'sessions',
  'solvency_snapshots',
  'usdt_prices',
  'webhook_deliveries',
  'webhook_events',
]

/**
 * Balances and totals follow from rows, and the head from entries. The rest belongs to the owner.
 */
const NOBODY = [
  'accounts',
  'address_totals',
  'audit_head',
  'custody_totals',
  'schema_floor',
  'schema_migrations',
  'runtime_roles',
]

/** The kind of history in a table: rows that never change, or rows that are never deleted. */
export type History = 'fixed' | 'kept' | null

const READ: readonly Privilege[] = ['SELECT']
const VIEWS_OF_JOBS: readonly string[] = Object.values(jobViews)
/** `LOCK TABLE` needs more than reading. */
const LOCK: readonly Privilege[] = ['SELECT', 'UPDATE']
const BY_HISTORY: Record<'fixed' | 'kept', readonly Privilege[]> = {
  fixed: ['SELECT', 'INSERT'],
  kept: ['SELECT', 'INSERT', 'UPDATE'],
}

/** The rights of a part's role on a table. */
export function privilegesOf(part: Part, table: string, history: History): readonly Privilege[] {
  if (NOBODY.includes(table)) return READ
  if (table === 'signing_files') return part === 'web' || part === 'mail' ? READ : LOCK
  if (VIEWS_OF_JOBS.includes(table)) return [...WORKERS, 'all'].includes(part) ? LOCK : READ
  if (part === 'mail') return MAIL[table] ?? READ
  const isWorker = WORKERS.includes(part)
  if (part === 'web' && WORKER_ALONE.includes(table)) return READ
  if (part === 'ledger' && NEVER_LEDGER.includes(table)) return READ
  if ((part === 'web' || isWorker) && LEDGER_ALONE.includes(table)) return READ
  const deletes = [...DELETED, ...(part === 'web' ? [] : DELETED_BY_WORKER)].includes(table)
  const withDelete = (rights: readonly Privilege[]): readonly Privilege[] =>
    history === null && deletes ? [...rights, 'DELETE'] : rights
  if (isWorker && WEB_ALONE.includes(table)) {
    return DELETED_BY_WORKER.includes(table) ? withDelete(READ) : READ
  }
  return LIMITED[isWorker ? 'worker' : part]?.[table] ?? withDelete(BY_HISTORY[history ?? 'kept'])
}

/** Every table or view named for a part. A test uses it to find names of removed tables. */
export const tablesNamed: readonly string[] = [
  ...WORKER_ALONE,
  ...WEB_ALONE,
  ...LEDGER_ALONE,
  ...NEVER_LEDGER,
  ...NOBODY,
  ...DELETED,
  ...DELETED_BY_WORKER,
  ...Object.keys(MAIL),
  ...VIEWS_OF_JOBS,
  ...Object.values(LIMITED).flatMap((tables) => Object.keys(tables ?? {})),
]
