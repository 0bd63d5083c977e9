import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { z } from 'zod'
import type { Withdrawal, withdrawalStages } from '../../contract/subjects/withdrawal.ts'
import type { RowOf } from '../../db/types.ts'
import { formatUsd } from '../../domain/money/money.ts'

export type WithdrawalRow = RowOf<'withdrawals'> & { note: string | null; username: string | null }

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

/** A payout that failed on chain needs a new approval and shows the reason. */
const stageOf = ({ state, failure }: WithdrawalRow): Stage =>
  state === 'pending' && failure !== '' ? 'failed' : state

/** A withdrawal in API form. Its fee is the total that the member is charged. */
export function showWithdrawal(row: WithdrawalRow): z.infer<typeof Withdrawal> {
  const stage = stageOf(row)
  const feeMicros = row.fee_micros + row.network_fee_micros
  return {
    id: String(row.no),
    amount: formatUsd(row.amount_micros),
    fee_amount: formatUsd(feeMicros),
    net_amount: formatUsd(row.amount_micros - feeMicros),
    payment_method: (row.asset ?? row.pay_asset) === ASSET_CODES.USDT ? 'usdt' : 'trx',
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
