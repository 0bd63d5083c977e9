import type { ColumnType } from 'kysely'

// The tables of migration 001: the command log, the network, the ledger, deposits, withdrawals.
// Only src/server/book writes them; everybody reads.

type Json = ColumnType<unknown, string, never>
type Defaulted<T> = ColumnType<T, T | undefined, T>

export interface Commands {
  seq: bigint
  at: Date
  kind: string
  by: string
  input: Json
}

export interface Batches {
  first_seq: bigint
  last_seq: bigint
  writer: string
  at: Defaulted<Date>
}

export interface Idempotency {
  scope: string
  key: string
  input_hash: string
  answer: Json
  created_at: Defaulted<Date>
}

export interface Catalogues {
  version: number
  published_at: Date
  published_by: string
  plans: Json
}

export interface Members {
  no: number
  sponsor_no: number | null
  joined_at: Date
  suspended: Defaulted<boolean>
  auto_upgrade: Defaulted<boolean>
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
  state: string
  request_no: number | null
  credited_micros: bigint | null
  fee_micros: bigint | null
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
  state: string
  transfer_no: number | null
  credited_micros: bigint | null
  closed_at: Date | null
}

export interface Withdrawals {
  no: number
  member_no: number
  amount_micros: bigint
  fee_micros: bigint
  address: string
  state: string
  revision: number
  attempt: number
  hold_until: Date
  reason: Defaulted<string>
  failure: Defaulted<string>
  asset: number | null
  units: bigint | null
  rate_e8: bigint | null
  txid: string | null
  requested_at: Date
  processed_at: Date | null
}

export interface WithdrawalApprovals {
  withdrawal_no: number
  revision: number
  operator: string
  micros: bigint
  at: Date
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
}

export interface BookTables {
  commands: Commands
  batches: Batches
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
