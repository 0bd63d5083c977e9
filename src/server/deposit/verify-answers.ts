import { coinOf, ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { Db } from '../../db/types.ts'
import type { EdgeCode } from '../../contract/refusals/refusals.ts'
import { english, text, type Text } from '../../contract/texts/texts.ts'
import { toleranceUnits } from '../../domain/wallet/deposit.ts'
import type { TransferState } from '../../domain/ledger/event.ts'
import { formatCrypto, formatUsd, rateE8, units } from '../../domain/money/money.ts'
import { formatRate, valueOf } from '../../domain/money/rate.ts'
import { Rejection } from '../../contract/refusals/reject.ts'
import type { DepositRow } from './show-deposit.ts'

type Code =
  | Extract<
      EdgeCode,
      | 'amount_mismatch'
      | 'failed_on_chain'
      | 'wrong_recipient'
      | 'wrong_token'
      | 'too_old'
      | 'too_late'
      | 'request_paid'
      | 'confirming'
    >
  | 'already_used'

type Details = { said?: Text; members?: Record<string, unknown> }

/** A refusal of a verification. */
export function refuseVerification(code: Code, details: Details = {}): Rejection {
  const { said = text(code), members } = details
  return new Rejection(code, said, { ...(members && { members }) })
}

type Booked = {
  asset: number
  amount: bigint
  rate_e8: bigint
  block_at: Date
  state: TransferState
  request_no: number | null
}

/**
 * Judges a request by what the ledger booked from a transaction for its member. `met`: the
 * transaction credited this very request. `nothing`: the ledger booked none of it for the member.
 * Refuses anything else.
 */
export async function judgeBooked(
  db: Db,
  request: DepositRow,
  txid: string,
): Promise<'met' | 'nothing'> {
  const booked: Booked[] = await db
    .selectFrom('transfers')
    .select(['asset', 'amount', 'rate_e8', 'block_at', 'state', 'request_no'])
    .where('txid', '=', txid)
    .where('member_no', '=', request.member_no)
    .orderBy('no')
    .limit(200)
    .execute()
  if (booked.length === 0) return 'nothing'
  const settled = booked.filter(({ state }) => state === 'credited' || state === 'accepted')
  if (settled.some(({ request_no: no }) => no === request.no)) return 'met'
  if (settled.length > 0) throw refuseVerification('already_used')
  const sameCoin = booked.filter(({ asset }) => asset === request.asset)
  const transfer = sameCoin.find(({ request_no: no }) => no === request.no) ?? sameCoin[0]
  if (!transfer) throw refuseVerification('wrong_token')
  throw refuseWaiting(request, transfer)
}

/** The reason that a waiting unmatched transfer didn't match the request. */
function refuseWaiting(request: DepositRow, transfer: Booked): Rejection {
  if (transfer.block_at < request.opened_at) return refuseVerification('too_old')
  if (transfer.request_no !== request.no && isEnough(request, transfer)) {
    return refuseVerification(request.state === 'credited' ? 'request_paid' : 'too_late')
  }
  return refuseVerification('amount_mismatch', {
    members: { display: displayOf(request, transfer) },
  })
}

function isEnough(request: DepositRow, { amount }: Booked): boolean {
  const asked = units(request.crypto_units)
  const difference = amount > asked ? amount - asked : asked - amount
  const coin = coinOf(request.asset)
  return difference <= toleranceUnits(coin, asked, rateE8(request.rate_e8))
}

/** The figures of a mismatch, as the contract shows them. `sun_values` are millionths. */
function displayOf(request: DepositRow, transfer: Pick<Booked, 'amount' | 'rate_e8'>) {
  const coin = coinOf(request.asset)
  const { crypto_units: expected } = request
  const { amount: received, rate_e8: rate } = transfer
  const value = valueOf(coin, units(received), rateE8(rate))
  const amount = formatUsd(value)
  const conversion =
    request.asset === ASSET_CODES.TRX
      ? text('received_worth_at_rate', { amount, rate: formatRate(rate) })
      : text('received_worth', { amount })
  return {
    expected: `${formatCrypto(coin, expected)} ${coin}`,
    received: `${formatCrypto(coin, received)} ${coin}`,
    conversion: english(conversion),
    conversion_text: conversion,
    sun_values: {
      expected: String(expected),
      received: String(received),
      difference: String(received - expected),
    },
  }
}
