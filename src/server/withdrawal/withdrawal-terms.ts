import { formatUsd, parseUsd } from '../../domain/money/money.ts'
import type { Context } from '../context.ts'
import { Rejection } from '../../contract/refusals/reject.ts'
import { chargeForUsdt } from './charge-for-usdt.ts'

/** The coins available for payouts, and the cost of a USDT payout on top of the fee. */
export async function readWithdrawalTerms(
  context: Context,
  member: number,
  amount: string | undefined,
) {
  if (!context.config.usdtPayouts) return { methods: ['trx' as const], usdt_network_fee: null }
  const methods = ['trx' as const, 'usdt' as const]
  return { methods, usdt_network_fee: await estimate(context, member, amount) }
}

/** Null without an amount or an address, or while the chain is unavailable. */
async function estimate(context: Context, member: number, amount: string | undefined) {
  const asked = amount === undefined ? null : parseUsd(amount)
  if (asked === null) return null
  const person = await context.read
    .selectFrom('identities')
    .select('wallet_address')
    .where('member_no', '=', member)
    .executeTakeFirst()
  if (!person?.wallet_address) return null
  try {
    const { networkFeeMicros } = await chargeForUsdt(context, person.wallet_address, asked)
    return formatUsd(networkFeeMicros)
  } catch (error) {
    // The fee is unknown right now. If the member submits the request, its refusal explains why.
    if (error instanceof Rejection) return null
    throw error
  }
}
