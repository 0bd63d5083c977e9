import { coinOf } from '../book/rows/ledger-rows.ts'
import type { z } from 'zod'
import type { Unattributed } from '../../contract/subjects/deposit.ts'
import type { HeldReason } from '../../domain/ledger/command.ts'
import { AUTO_ACCEPT_MS, creditReceived, MIN_CREDITABLE } from '../../domain/wallet/deposit.ts'
import type { TransferEvent, TransferState } from '../../domain/ledger/event.ts'
import { depositRequestId } from '../../domain/ledger/public-id.ts'
import { formatCrypto, formatUsd, rateE8, units } from '../../domain/money/money.ts'
import { formatRate } from '../../domain/money/rate.ts'
import { english, text, type Text } from '../../contract/texts/texts.ts'

export type UnattributedRow = {
  no: number
  asset: number
  amount: bigint
  rate_e8: bigint
  txid: string
  block_at: Date
  state: TransferState
  held: HeldReason | null
  request_no: number | null
  credited_micros: bigint | null
  fee_micros: bigint | null
  member_no: number
  username: string | null
  request_id: string | null
}

/** A transfer that matched no request, with the amount that accepting it would credit. */
export function showUnattributed(row: UnattributedRow): z.infer<typeof Unattributed> {
  const coin = coinOf(row.asset)
  const would = creditReceived(coin, units(row.amount), rateE8(row.rate_e8))
  const credited = row.credited_micros ?? would?.creditedMicros ?? null
  const fee = row.fee_micros ?? would?.feeMicros ?? null
  const waits = row.state === 'unattributed' && row.held === null && credited !== null
  const reason = reasonOf(row, credited)
  return {
    id: String(row.no),
    cryptocurrency: coin,
    crypto_amount: formatCrypto(coin, row.amount),
    rate: formatRate(row.rate_e8),
    amount: credited === null ? null : formatUsd(credited),
    fee_amount: fee === null ? null : formatUsd(fee),
    transaction_hash: row.txid,
    received_at: row.block_at.toISOString(),
    accepts_itself_at: waits
      ? new Date(row.block_at.getTime() + AUTO_ACCEPT_MS).toISOString()
      : null,
    status: statusOf(row, credited),
    reason: english(reason),
    reason_text: reason,
  }
}

/** A transfer always keeps its block's rate, so one that is too small today stays too small. */
function statusOf({ state }: UnattributedRow, credited: bigint | null) {
  if (credited === null) return 'too_small'
  return state === 'accepted' ? 'accepted' : 'waiting'
}

const MIN_CREDITABLE_TEXT = formatUsd(MIN_CREDITABLE)

const WHY_HELD: Record<HeldReason, Text> = {
  contract: text('held_contract'),
  usdt_price: text('held_usdt_price'),
  late_rate: text('held_late_rate'),
}

function reasonOf(row: UnattributedRow, credited: bigint | null): Text {
  if (credited === null) return text('transfer_too_small', { amount: MIN_CREDITABLE_TEXT })
  if (row.held !== null && row.state === 'unattributed') return WHY_HELD[row.held]
  return missReason(row.request_id)
}

const missReason = (request: string | null): Text =>
  request === null ? text('no_request_open') : text('amount_differs', { request })

/** What an acceptance changes about a transfer, in API form. */
export function showAccepted({ creditedMicros, feeMicros, request }: TransferEvent) {
  const reason = missReason(request === null ? null : depositRequestId(request))
  return {
    amount: creditedMicros === null ? null : formatUsd(creditedMicros),
    fee_amount: feeMicros === null ? null : formatUsd(feeMicros),
    accepts_itself_at: null,
    status: 'accepted',
    reason: english(reason),
    reason_text: reason,
  } as const
}
