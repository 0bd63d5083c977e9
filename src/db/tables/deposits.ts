// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface DepositsTables {
  /**
   * A member's deposit address, for life: payments may arrive years later. The web's role only
   * reads it: a foreign address here would be credited for coins that we never get.
   */
  deposit_addresses: {
    member_no: number
    address_index: number
    address: string
    created_at: Generated<Date>
  }

  /**
   * Members for whom a web process needs a deposit address. The worker derives it, and deletes
   * the row.
   */
  deposit_address_requests: {
    member_no: number
    asked_at: Generated<Date>
  }

  /**
   * The highest index given to a deposit address. It never falls behind the clock (seconds
   * since 2026), so that a restored database gives out higher ones than it did before.
   */
  deposit_address_mark: {
    singleton: Generated<boolean>
    last_index: number
  }

  /**
   * Deposit addresses given out while the chain could not be asked about them. A row goes when
   * the chain does not know the address; one that was in use stays for operators to review.
   */
  unchecked_addresses: {
    address: string
    given_at: Generated<Date>
    was_used: Generated<boolean>
  }

  /**
   * What this database belongs to since its first start in production: the network (id of
   * block 0), the USDT contract, the SHA-256 of the deposit key, and a check value of
   * AUTH_SECRET. A start with another value stops; with another AUTH_SECRET, it warns.
   */
  installation_pins: {
    name: 'genesis' | 'usdt_contract' | 'deposit_key' | 'auth_secret'
    value: string
    pinned_at: Generated<Date>
  }

  /** The last final block whose transfers are recorded, and the newest block seen at all. */
  chain_cursors: {
    network: string
    final_number: bigint
    final_id: string
    final_at: Date
    head_number: bigint
    checked_at: Generated<Date>
    record_from: bigint
    watched_by: string | null
    watched_until: Date | null
  }

  /**
   * Our own record of the chain: every final transaction that one of our addresses sent, that
   * moved coins from one, or that a payout or custody move waits for. The scan writes it in
   * the commit that moves its cursor, so it has no gaps behind the cursor.
   */
  chain_transactions: {
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
    recorded_at: Generated<Date>
  }

  /** What those transactions moved: transfers of TRX, USDT logs, and TRX sent by contracts. */
  chain_transfers: {
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

  /**
   * Transfers from final blocks that are not booked yet. A row is written with the cursor that
   * passes its block, and goes with the command that books it.
   */
  incoming_transfers: {
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
    recorded_at: Generated<Date>
  }

  /**
   * Incoming transfers that were not booked because one of our own addresses sent them. If
   * that address was listed as ours by mistake, they can be booked after all.
   */
  own_incoming_transfers: {
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
    kept_at: Generated<Date>
  }

  /** Transfers seen in blocks that are not final yet. For display only: forks change them. */
  pending_transfers: {
    network: string
    txid: string
    asset: number
    log_index: number
    member_no: number
    amount: bigint
    block_number: bigint | null
    seen_at: Generated<Date>
  }

  /** Coins that reached one of the company's own wallets from outside, booked once. */
  treasury_receipts: {
    network: string
    txid: string
    asset: number
    log_index: number
    to_address: string
    amount: bigint
    booked_at: Generated<Date>
    block_number: bigint | null
  }

  /** The TRX rate in force. */
  live_rates: {
    asset: number
    rate_e8: bigint
    as_of: Date
    sources: string
  }

  /**
   * The TRX rates that we measured, at most one for each half minute. "minute" is when that
   * begins.
   */
  rate_history: {
    minute: Date
    rate_e8: bigint
    as_of: Date
    sources: string
  }

  /**
   * Times when a jump of the TRX rate was held back: from the last good rate until a new one
   * was accepted. No rate applies in between.
   */
  rate_holds: {
    since: Date
    rate_e8: bigint
    ended_at: Date | null
  }

  /** What each rate source last answered, for operators. */
  rate_sources: {
    name: string
    rate_e8: bigint | null
    asked_at: Date
    trouble: Generated<string>
  }

  /**
   * The USDT price of each minute. USDT deposits are open while the newest one is accepted,
   * fresh, and near a dollar.
   */
  usdt_prices: {
    minute: Date
    price_e8: bigint
    as_of: Date
    sources: string
    accepted: boolean
  }
}
