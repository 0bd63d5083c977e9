import type { ColumnType, Generated } from 'kysely'

// The tables of migration 001: the book's log, the network and the ledger. Only the book writes
// them; everyone may read.

/** What is written as JSON text and read as the value. */
type Json<T> = ColumnType<T, string, string>

export interface Commands {
  seq: bigint
  at: Date
  kind: string
  by: string
  input: Json<unknown>
  submission: Generated<string>
}

export interface Batches {
  first_seq: bigint
  last_seq: bigint
  writer: string
  at: Generated<Date>
}

export interface Idempotency {
  scope: string
  key: string
  input_hash: string
  answer: Json<unknown>
  created_at: Generated<Date>
}

export interface Catalogues {
  version: number
  published_at: Date
  published_by: string
  plans: Json<unknown>
}

export interface Members {
  no: number
  sponsor_no: number | null
  joined_at: Date
  suspended: Generated<boolean>
  auto_upgrade: Generated<boolean>
}

export interface Profiles {
  no: number
  member_no: number
  plan: number
  catalogue_version: number
  origin: number
  origin_no: number | null
  public_id: string
  created_at: Date
}

export interface Seats {
  profile_no: number
  ordinal: number
  plan: number
  parent_no: number | null
  side: number | null
  depth: number
  jump_no: number
  taken_at: Date
}

export interface Accounts {
  no: bigint
  asset: number
  balance: bigint
}

export interface Journals {
  no: bigint
  seq: bigint
  kind: number
  subject: bigint
  at: Date
}

export interface Postings {
  journal_no: bigint
  account_no: bigint
  amount: bigint
  balance_after: bigint
  line: number
  asset: number
  purpose: number
}

export interface Transfers {
  no: number
  network: string
  txid: string
  asset: number
  log_index: number
  member_no: number
  from_address: string | null
  to_address: string
  amount: bigint
  rate_e8: bigint
  block_number: bigint
  block_at: Date
  state: 'credited' | 'unattributed' | 'accepted' | 'too_small' | 'dust'
  request_no: number | null
  credited_micros: bigint | null
  fee_micros: bigint | null
  held: 'contract' | 'usdt_price' | 'late_rate' | null
  seen_at: Date
  settled_at: Date | null
}

export interface DepositRequests {
  no: number
  public_id: string
  member_no: number
  asset: number
  amount_micros: bigint
  fee_micros: bigint
  crypto_units: bigint
  rate_e8: bigint
  opened_at: Date
  expires_at: Date
  state: 'open' | 'credited' | 'expired' | 'replaced'
  transfer_no: number | null
  credited_micros: bigint | null
  closed_at: Date | null
}

export interface Withdrawals {
  no: number
  member_no: number
  amount_micros: bigint
  fee_micros: bigint
  pay_asset: Generated<number>
  network_fee_micros: Generated<bigint>
  address: string
  state: 'pending' | 'approved' | 'sent' | 'confirmed' | 'rejected' | 'cancelled'
  revision: number
  attempt: number
  hold_until: Date
  reason: Generated<string>
  failure: Generated<string>
  asset: number | null
  units: bigint | null
  rate_e8: bigint | null
  txid: string | null
  approved_by: Generated<string>
  requested_at: Date
  processed_at: Date | null
}

export interface WithdrawalApprovals {
  withdrawal_no: number
  revision: number
  operator: string
  micros: bigint
  at: Date
  /** The command that approved. */
  seq: bigint
}

export interface Adjustments {
  no: number
  member_no: number
  micros: bigint
  reason: string
  proposed_by: string
  approved_by: string | null
  proposed_at: Date
  approved_at: Date | null
  rejected_by: string | null
  rejected_at: Date | null
  reject_reason: Generated<string>
  alone: Generated<boolean>
}

export interface HistoryLosses {
  no: Generated<bigint>
  at: Generated<Date>
  known_seq: bigint
  known_batch: string | null
  found_seq: bigint
  process: string
}

export interface BookTables {
  commands: Commands
  batches: Batches
  history_losses: HistoryLosses
  idempotency: Idempotency
  catalogues: Catalogues
  members: Members
  profiles: Profiles
  seats: Seats
  accounts: Accounts
  journals: Journals
  postings: Postings
  transfers: Transfers
  deposit_requests: DepositRequests
  withdrawals: Withdrawals
  withdrawal_approvals: WithdrawalApprovals
  adjustments: Adjustments
}
