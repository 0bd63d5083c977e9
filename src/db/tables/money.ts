import type { ColumnType, Generated } from 'kysely'

// The tables of migrations 020 to 025 and 110: deposits on their way, rates, payouts, the chain.

type Now = ColumnType<Date, Date | undefined, Date>

export interface DepositAddresses {
  member_no: number
  address_index: number
  address: string
  created_at: Now
}

export interface InstallationPins {
  name: 'genesis' | 'usdt_contract' | 'deposit_key'
  value: string
  pinned_at: Now
}

export interface UnaskedAddresses {
  address: string
  given_at: Now
  was_used: Generated<boolean>
}

export interface DepositAddressMark {
  singleton: Generated<boolean>
  last_index: number
}

export interface OwnWallets {
  address: string
  role: 'payout' | 'cold'
  added_at: Now
  followed_from: Generated<bigint | null>
}

export interface ChainCursors {
  network: string
  solid_number: bigint
  solid_id: string
  solid_at: Date
  head_number: bigint
  checked_at: Now
  record_from: bigint
  watched_by: Generated<string | null>
  watched_until: Generated<Date | null>
}

export interface ChainTransactions {
  txid: string
  network: string
  block_number: bigint
  block_at: Date
  owner_address: string | null
  kind: string
  asset: number | null
  to_address: string | null
  amount: bigint | null
  fee_sun: bigint
  result: string
  recorded_at: Now
}

export interface ChainTransfers {
  txid: string
  network: string
  asset: number
  kind: 'transfer' | 'internal'
  log_index: number
  from_address: string
  to_address: string
  amount: bigint
  block_number: bigint
}

export interface PayoutFence {
  singleton: Generated<boolean>
  database_identity: string
  since: Now
}

export interface Arrivals {
  network: string
  txid: string
  asset: number
  log_index: number
  from_address: string
  to_address: string
  amount: bigint
  block_number: bigint
  block_at: Date
  attributable: boolean
  recorded_at: Now
}

export interface TreasuryReceipts {
  network: string
  txid: string
  asset: number
  log_index: number
  to_address: string
  amount: bigint
  booked_at: Now
  block_number: bigint | null
}

export interface Sightings {
  network: string
  txid: string
  asset: number
  log_index: number
  member_no: number
  amount: bigint
  block_number: bigint | null
  seen_at: Now
}

export interface LiveRates {
  asset: number
  rate_e8: bigint
  as_of: Date
  sources: string
}

export interface RateHistory {
  minute: Date
  rate_e8: bigint
  as_of: Date
  sources: string
}

export interface UsdtPrices {
  minute: Date
  price_e8: bigint
  as_of: Date
  sources: string
  accepted: boolean
}

export interface RateHolds {
  since: Date
  rate_e8: bigint
  ended_at: Date | null
}

export interface RateSources {
  name: string
  rate_e8: bigint | null
  asked_at: Date
  trouble: Generated<string>
}

export interface WithdrawalNotes {
  withdrawal_no: number
  note: string
}

export interface Payouts {
  no: Generated<bigint>
  withdrawal_no: number
  attempt: number
  asset: number
  units: bigint
  from_address: string
  to_address: string
  txid: string
  signed_hex: string | null
  expires_at: Date | null
  fee_limit_sun: Generated<bigint>
  state: 'stored' | 'confirmed' | 'failed' | 'expired'
  created_at: Now
  broadcast_at: Date | null
  broadcasts: Generated<number>
  last_answer: Generated<string>
  settled_at: Date | null
  fee_sun: bigint | null
  by_record: Generated<boolean>
}

export interface PayoutPauses {
  reason:
    | 'low_balance'
    | 'unexplained_transfer'
    | 'chain'
    | 'rate'
    | 'float_limit'
    | 'history_lost'
    /** The payout wallet holds less than the ledger says. */
    | 'custody'
    /** No payout in USDT works, or USDT is not worth a dollar. */
    | 'usdt'
    /** The nodes, the token, or the deposit key are not those that this database belongs to. */
    | 'network'
    /** The record of the chain does not reach far enough to sign anything. */
    | 'behind'
    /** The wallet holds less than the book allows before a round of signing. */
    | 'missing_coins'
  detail: string
  since: Now
}

export interface PayoutTroubles {
  withdrawal_no: number
  detail: string
  since: Now
}

export interface UnexplainedTransfers {
  txid: string
  address: string
  detail: string
  found_at: Now
  explained_by: string | null
  explanation: string | null
  fee_sun: bigint | null
  block_number: bigint | null
}

export interface OutsideMoves {
  txid: string
  asset: number
  log_index: number
  units: bigint
  from_address: string
  to_address: string
  to_own: boolean
  booked_at: Now
  block_number: bigint | null
}

export interface AddressChecks {
  address: string
  checked_at: Date
  chain_trx: bigint
  chain_usdt: bigint
  ledger_trx: bigint
  ledger_usdt: bigint
  state: 'agrees' | 'waiting' | 'differs'
  differs_since: Date | null
  block_number: bigint | null
}

export interface DifferenceReviews {
  no: Generated<bigint>
  address: string
  missing_trx: bigint
  missing_usdt: bigint
  reason: string
  reviewed_at: Now
}

export interface AddressDues {
  address: string
  turn: Generated<bigint>
  place: Generated<bigint>
  moved: Generated<boolean>
}

export interface AddressCursors {
  singleton: Generated<boolean>
  transfer_no: number
}

export interface CustodyMoves {
  no: Generated<bigint>
  kind: 'sweep' | 'top_up'
  asset: number
  units: bigint
  from_address: string
  to_address: string
  txid: string
  signed_hex: string
  expires_at: Date
  state: 'stored' | 'confirmed' | 'failed' | 'expired'
  created_at: Now
  broadcast_at: Date | null
  broadcasts: Generated<number>
  last_answer: Generated<string>
  settled_at: Date | null
  fee_sun: bigint | null
  by_record: Generated<boolean>
}

export interface SigningBatches {
  batch: string
  kind: 'payouts' | 'sweeps' | 'top_ups'
  orders: string
  rate_e8: bigint | null
  exported_at: Now
  imported_at: Date | null
  expires_at: Now
  withdrawals: Generated<number[]>
  discarded_at: Date | null
}

export interface MoneyTables {
  deposit_addresses: DepositAddresses
  deposit_address_mark: DepositAddressMark
  installation_pins: InstallationPins
  unasked_addresses: UnaskedAddresses
  own_wallets: OwnWallets
  chain_cursors: ChainCursors
  chain_transactions: ChainTransactions
  chain_transfers: ChainTransfers
  payout_fence: PayoutFence
  arrivals: Arrivals
  treasury_receipts: TreasuryReceipts
  sightings: Sightings
  live_rates: LiveRates
  rate_history: RateHistory
  usdt_prices: UsdtPrices
  rate_holds: RateHolds
  rate_sources: RateSources
  withdrawal_notes: WithdrawalNotes
  payouts: Payouts
  payout_pauses: PayoutPauses
  payout_troubles: PayoutTroubles
  unexplained_transfers: UnexplainedTransfers
  outside_moves: OutsideMoves
  address_checks: AddressChecks
  difference_reviews: DifferenceReviews
  address_dues: AddressDues
  address_cursors: AddressCursors
  custody_moves: CustodyMoves
  signing_batches: SigningBatches
}
