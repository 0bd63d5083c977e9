// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface MoneyTables {
  /** Transfers from final blocks to members' deposit addresses, as booked. */
  transfers: {
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

  /** Deposits that members announced, each with its rate lock. */
  deposit_requests: {
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

  /** Withdrawals from request to payout. */
  withdrawals: {
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

  /** Which operator approved which revision of a withdrawal. */
  withdrawal_approvals: {
    withdrawal_no: number
    revision: number
    operator: string
    micros: bigint
    at: Date
    seq: bigint
  }

  /** The note a member added to a withdrawal. For display only. */
  withdrawal_notes: {
    withdrawal_no: number
    note: string
  }

  /** Corrections of a wallet by operators, under four-eyes approval. */
  adjustments: {
    no: number
    member_no: number
    micros: bigint
    reason: string
    proposed_by: string
    proposed_at: Date
    approved_by: string | null
    approved_at: Date | null
    alone: Generated<boolean>
    rejected_by: string | null
    rejected_at: Date | null
    reject_reason: Generated<string>
  }

  /**
   * Approvals that no longer count against the daily limit, as nothing was sent. Each counts
   * back once.
   */
  withdrawal_approval_returns: {
    withdrawal_no: number
    revision: number
    operator: string
    micros: bigint
    at: Date
    seq: bigint
  }
}
