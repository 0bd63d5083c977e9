import type { withdrawalStages } from '../../contract/fields/states.ts'
import { coinOf } from '../book/rows/ledger-rows.ts'
import type { z } from 'zod'
import type { Withdrawal } from '../../contract/subjects/withdrawal.ts'
import type { RowOf } from '../../db/types.ts'
import type { WithdrawalState } from '../../domain/ledger/event.ts'
import { formatCrypto, formatUsd, type Coin } from '../../domain/money/money.ts'
import { formatRate } from '../../domain/money/rate.ts'

export type WithdrawalRow = RowOf<'withdrawals'> & {
  note: string | null
  username: string | null
  member_hold_until: Date | null
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

/** What commands change about a withdrawal. */
type Changing = {
  state: WithdrawalState
  revision: number
  reason: string
  failure: string
  /** The coin it is paid in; the one the member chose until it is sent. */
  coin: Coin
  txid: string | null
  processedAt: Date | null
}

/** What commands change, in API form. */
export function showState(withdrawal: Changing) {
  const { state, revision, reason, failure, coin, txid, processedAt } = withdrawal
  // A payout that failed on chain needs a new approval and shows the reason.
  const stage: Stage = state === 'pending' && failure !== '' ? 'failed' : state
  return {
    payment_method: coin === 'USDT' ? 'usdt' : 'trx',
    status: STATUS[stage],
    stage,
    revision,
    reason: (stage === 'failed' ? failure : reason) || null,
    processed_date: processedAt?.toISOString() ?? null,
    transaction_hash: txid,
  }
}

/** A withdrawal as its member sees it: with what we sent. */
export function showOwnWithdrawal(row: WithdrawalRow): z.infer<typeof Withdrawal> {
  const { asset, units, rate_e8: rate } = row
  // A repeated answer has the coin as the command left it, but the amount as it is now.
  const isSent = asset !== null && units !== null && rate !== null
  return {
    ...showWithdrawal(row),
    sent_amount: isSent ? formatCrypto(coinOf(asset), units) : null,
    sent_rate: isSent ? formatRate(rate) : null,
  }
}

/** A withdrawal in API form. Its fee is the total that the member is charged. */
export function showWithdrawal(row: WithdrawalRow) {
  const feeMicros = row.fee_micros + row.network_fee_micros
  return {
    id: String(row.no),
    amount: formatUsd(row.amount_micros),
    fee_amount: formatUsd(feeMicros),
    net_amount: formatUsd(row.amount_micros - feeMicros),
    payment_details: row.note ?? row.address,
    wallet_address: row.address,
    hold_until: holdOf(row)?.toISOString() ?? null,
    request_date: row.requested_at.toISOString(),
    ...showState({
      ...row,
      coin: coinOf(row.asset ?? row.pay_asset),
      processedAt: row.processed_at,
    }),
  }
}

/** When its hold ends. Until it is sent, a security change since the request may postpone it. */
function holdOf({
  state,
  hold_until,
  member_hold_until,
  requested_at,
}: WithdrawalRow): Date | null {
  const isWaiting = state === 'pending' || state === 'approved'
  const isPostponed = isWaiting && member_hold_until !== null && member_hold_until > hold_until
  const until = isPostponed ? member_hold_until : hold_until
  return until > requested_at ? until : null
}
