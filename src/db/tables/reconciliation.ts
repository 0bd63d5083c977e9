// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface ReconciliationTables {
  /** The last reconciliation of each address, as of a block. */
  address_checks: {
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

  /**
   * How much an address may lack against the ledger, after an operator's review. Its owner is
   * paid all the same; a larger lack needs another review.
   */
  difference_reviews: {
    no: GeneratedAlways<bigint>
    address: string
    missing_trx: bigint
    missing_usdt: bigint
    reason: string
    reviewed_at: Generated<Date>
  }

  /**
   * Addresses to reconcile next: new ones, and those that had a transfer. A new turn shows
   * that an address was queued again while it was being compared; its place in the queue
   * stays. One that a custody move left or reached waits separately (moved).
   */
  reconciliation_queue: {
    address: string
    turn: Generated<bigint>
    place: Generated<bigint>
    moved: Generated<boolean>
  }

  /** The last booked transfer whose address was queued. */
  reconciliation_cursor: {
    singleton: Generated<boolean>
    transfer_no: number
  }

  /**
   * Addresses that nodes can't answer about while they answer about others. Retried at growing
   * intervals.
   */
  reconciliation_retries: {
    address: string
    failures: number
    retry_at: Date
    reason: string
    since: Generated<Date>
  }

  /** Passes over all deposit addresses in the order of their index, one at a time. */
  reconciliation_passes: {
    no: GeneratedAlways<bigint>
    started_at: Generated<Date>
    finished_at: Date | null
    last_index: Generated<number>
    compared: Generated<number>
    differing: Generated<number>
  }

  /**
   * What each address should hold by moves, payouts, receipts and fees. Triggers keep these
   * totals in the transaction that writes the rows, so a reconciliation costs the same however
   * much was paid. Transfers from members are few per address, and are summed when they are
   * asked for.
   */
  address_totals: {
    address: string
    asset: number
    units: bigint
  }
}
