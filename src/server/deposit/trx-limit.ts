import { rejectField, type Rejection } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import { formatUsd, type Coin, type Micros } from '../../domain/money/money.ts'

/**
 * Why a deposit request is for too much TRX; null if it isn't. A locked rate is worth money to the
 * member, so we don't lock it for any amount.
 */
export function whyTooMuchTrx(
  { coin, amountMicros }: { readonly coin: Coin; readonly amountMicros: Micros },
  limit: bigint,
): Rejection | null {
  if (coin !== 'TRX' || amountMicros <= limit) return null
  const said = text('trx_deposit_maximum', { amount: formatUsd(limit) })
  return rejectField('original_amount', said, 'maximum_trx_deposit')
}
