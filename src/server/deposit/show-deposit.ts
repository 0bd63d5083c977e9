import type { depositStages } from '../../contract/fields/states.ts'
import { coinOf } from '../book/rows/ledger-rows.ts'
import type { z } from 'zod'
import type { Deposit } from '../../contract/subjects/deposit.ts'
import type { RowOf } from '../../db/types.ts'
import type { TransferState } from '../../domain/ledger/event.ts'
import { formatCrypto, formatUsd, type Coin } from '../../domain/money/money.ts'
import { formatRate } from '../../domain/money/rate.ts'

export type DepositRow = RowOf<
  'deposit_requests',
  | 'no'
  | 'public_id'
  | 'member_no'
  | 'asset'
  | 'amount_micros'
  | 'fee_micros'
  | 'crypto_units'
  | 'rate_e8'
  | 'opened_at'
  | 'expires_at'
  | 'state'
  | 'credited_micros'
  | 'closed_at'
> & {
  address: string
  username: string | null
  paid_txid: string | null
  paid_fee_micros: bigint | null
  paid_units: bigint | null
  paid_state: TransferState | null
  /** The rate of the payment's block. */
  paid_rate_e8: bigint | null
  missed_txid: string | null
  coming_txid: string | null
  coming_block: bigint | null
  head_number: bigint | null
}

type Stage = (typeof depositStages)[number]

const methodOf = (coin: Coin): 'TRX (TRC20)' | 'USDT (TRC20)' => `${coin} (TRC20)`

const STATUS = {
  awaiting_payment: 'pending',
  seen: 'pending',
  confirming: 'pending',
  mismatch: 'pending',
  credited: 'approved',
  expired: 'rejected',
  replaced: 'rejected',
} as const satisfies Record<Stage, string>

function stageOf(row: DepositRow, confirmations: number): Stage {
  if (row.state === 'credited' || row.state === 'replaced') return row.state
  if (row.missed_txid !== null) return 'mismatch'
  if (row.state === 'expired') return 'expired'
  if (row.coming_txid === null) return 'awaiting_payment'
  return confirmations > 1 ? 'confirming' : 'seen'
}

/** n = head − block + 1, up to the required number; 0 while the payment waits for a block. */
function confirmationsOf(block: bigint | null, head: bigint | null, most: number): number {
  if (block === null || head === null || head < block) return 0
  const count = head - block + 1n
  return count > BigInt(most) ? most : Number(count)
}

/** A request as it was opened, whenever this is read. */
export const asOpened = (row: DepositRow): DepositRow => ({
  ...row,
  state: 'open',
  credited_micros: null,
  closed_at: null,
  paid_txid: null,
  paid_fee_micros: null,
  paid_units: null,
  paid_state: null,
  paid_rate_e8: null,
  missed_txid: null,
  coming_txid: null,
  coming_block: null,
})

/** The locked rate for a payment that matched; the one of its block if it was accepted later. */
function creditedRate({ paid_state: state, rate_e8: locked, paid_rate_e8: ofBlock }: DepositRow) {
  if (state === null || ofBlock === null) return null
  return formatRate(state === 'accepted' ? ofBlock : locked)
}

/** A deposit request in API form. */
export function showDeposit(row: DepositRow, required: number): z.infer<typeof Deposit> {
  const coin = coinOf(row.asset)
  const counted = confirmationsOf(row.coming_block, row.head_number, required)
  const confirmations = row.state === 'credited' ? required : counted
  const stage = stageOf(row, confirmations)
  const txid = row.paid_txid ?? row.missed_txid ?? row.coming_txid
  return {
    id: String(row.no),
    request_id: row.public_id,
    amount: formatUsd(row.credited_micros ?? row.amount_micros),
    requested_amount: formatUsd(row.amount_micros),
    fee_amount: formatUsd(row.paid_fee_micros ?? row.fee_micros),
    total_amount: formatUsd(row.amount_micros + row.fee_micros),
    crypto_amount: formatCrypto(coin, row.crypto_units),
    cryptocurrency: coin,
    rate: formatRate(row.rate_e8),
    received_amount: row.paid_units === null ? null : formatCrypto(coin, row.paid_units),
    credited_rate: creditedRate(row),
    payment_method: methodOf(coin),
    payment_details: row.paid_txid ?? row.public_id,
    status: STATUS[stage],
    stage,
    confirmations: stage === 'mismatch' ? required : confirmations,
    required,
    wallet_address: row.address,
    request_date: row.opened_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    processed_date: row.closed_at?.toISOString() ?? null,
    transaction_hash: txid,
  }
}
