// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface PayoutsTables {
  /** The company's wallets. Money that reaches them from outside belongs to the company. */
  own_wallets: {
    address: string
    role: 'payout' | 'cold'
    added_at: Generated<Date>
    followed_from: bigint | null
  }

  /** Wallets that used to be ours. What they send now is a payment like any other. */
  retired_wallets: {
    no: GeneratedAlways<bigint>
    address: string
    role: string
    added_at: Date
    retired_at: Generated<Date>
    retired_by: string
    reason: string
  }

  /**
   * The outbox between an approval and the chain: one row per signed transaction, written with
   * the command that sends it, before any node gets it. Only these bytes are ever broadcast.
   */
  payouts: {
    no: GeneratedAlways<bigint>
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
    created_at: Generated<Date>
    broadcast_at: Date | null
    broadcasts: Generated<number>
    last_answer: Generated<string>
    settled_at: Date | null
    fee_sun: bigint | null
    by_record: Generated<boolean>
  }

  /** Why payouts are paused. The worker lifts what it can see has passed, an operator the rest. */
  payout_pauses: {
    reason:
      | 'low_balance'
      | 'unexplained_transfer'
      | 'chain'
      | 'rate'
      | 'float_limit'
      | 'history_lost'
      | 'custody'
      | 'usdt'
      | 'network'
      | 'behind'
      | 'missing_coins'
    detail: string
    since: Generated<Date>
  }

  /** Approved withdrawals that can't be paid as they are, for operators to review one by one. */
  blocked_payouts: {
    withdrawal_no: number
    detail: string
    since: Generated<Date>
  }

  /** Which database payouts last ran on. A restored or promoted one is another. */
  payout_fence: {
    singleton: Generated<boolean>
    database_identity: string
    since: Generated<Date>
  }

  /** Outgoing transfers of our wallets that no payout explains. */
  unexplained_transfers: {
    txid: string
    address: string
    detail: string
    found_at: Generated<Date>
    explained_by: string | null
    explanation: string | null
    fee_sun: bigint | null
    block_number: bigint | null
  }

  /**
   * Coins that left one of our wallets without a payout, after an operator explained it. What
   * went to strangers is booked as taken out by the company; what reached another of our
   * addresses only changed its place.
   */
  outside_moves: {
    txid: string
    asset: number
    log_index: number
    units: bigint
    from_address: string
    to_address: string
    to_own: boolean
    booked_at: Generated<Date>
    block_number: bigint | null
  }

  /**
   * Transfers between our own addresses: sweeps of deposit addresses, and the TRX that a
   * deposit address needs to send. Stored with their signed bytes like payouts; only the fee
   * is booked.
   */
  custody_moves: {
    no: GeneratedAlways<bigint>
    kind: 'sweep' | 'top_up'
    asset: number
    units: bigint
    from_address: string
    to_address: string
    txid: string
    signed_hex: string
    expires_at: Date
    state: 'stored' | 'confirmed' | 'failed' | 'expired'
    created_at: Generated<Date>
    broadcast_at: Date | null
    broadcasts: Generated<number>
    last_answer: Generated<string>
    settled_at: Date | null
    fee_sun: bigint | null
    by_record: Generated<boolean>
  }

  /**
   * Deposit addresses whose sweep the network would refuse. Left out of sweeps and top-ups
   * until an operator tries them again.
   */
  sweep_quarantine: {
    address: string
    asset: number
    reason: string
    since: Generated<Date>
  }

  /** Our addresses that the issuer of USDT has frozen. Checked once a day. */
  frozen_addresses: {
    address: string
    found_at: Generated<Date>
  }

  /**
   * Files for the offline signer, as exported: what comes back is compared. A withdrawal is in
   * one live file at a time.
   */
  signing_batches: {
    batch: string
    kind: 'payouts' | 'sweeps' | 'top_ups'
    orders: string
    rate_e8: bigint | null
    exported_at: Generated<Date>
    imported_at: Date | null
    expires_at: Generated<Date>
    withdrawals: Generated<number[]>
    discarded_at: Date | null
  }

  /** For how long payouts wait after an address changed: WITHDRAWAL_HOLD_HOURS of the worker. */
  payout_hold: {
    is_only: Generated<boolean>
    seconds: number
  }
}
