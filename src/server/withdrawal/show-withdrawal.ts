import type { z } from 'zod'
import type { Withdrawal, withdrawalStages } from '../../contract/money.ts'
import { formatUsd } from '../../domain/money.ts'

export type WithdrawalRow = {
  no: number
  member_no: number
  amount_micros: bigint
  fee_micros: bigint
  address: string
  state: 'pending' | 'approved' | 'sent' | 'confirmed' | 'rejected' | 'cancelled'
  revision: number
  attempt: number
  hold_until: Date
  reason: string
  failure: string
  asset: number | null
  txid: string | null
  requested_at: Date
  processed_at: Date | null
  note: string | null
  username: string | null
}

type Stage = (typeof withdrawalStages)[number]

const STATUS = {
  pending: 'pending',
  failed: 'pending',
  approved: 'approved',
  sent: 'approved',
  confirmed: 'approved',
  rejected: 'rejected',
  cancelled: 'rejected',
} as const satisfies Record<Stage, string>

/** A payout that failed on chain waits for approval again, and says so. */
const stageOf = ({ state, failure }: WithdrawalRow): Stage =>
  state === 'pending' && failure !== '' ? 'failed' : state

/** A withdrawal as the API shows it. */
export function showWithdrawal(row: WithdrawalRow): z.infer<typeof Withdrawal> {
  const stage = stageOf(row)
  return {
    id: String(row.no),
    amount: formatUsd(row.amount_micros),
    fee_amount: formatUsd(row.fee_micros),
    net_amount: formatUsd(row.amount_micros - row.fee_micros),
    payment_method: row.asset === 2 ? 'usdt' : 'trx',
    payment_details: row.note ?? row.address,
    wallet_address: row.address,
    status: STATUS[stage],
    stage,
    revision: row.revision,
    hold_until: row.hold_until > row.requested_at ? row.hold_until.toISOString() : null,
    reason: row.reason || row.failure || null,
    request_date: row.requested_at.toISOString(),
    processed_date: row.processed_at?.toISOString() ?? null,
    transaction_hash: row.txid,
  }
}
