import { units, type RateE8 } from '../../domain/money/money.ts'
import { valueOf } from '../../domain/money/rate.ts'
import { owedToSenders } from '../custody/queries.ts'
import type { Figures } from './what-if-messages.ts'

/** The value of a replay's coins at a rate, and the obligations that they must cover. */
export function custodyAt(rate: RateE8 | null) {
  const valueIn = ({ trx, usdt }: Figures): bigint | null => {
    if (trx !== '0' && rate === null) return null
    const inTrx = rate === null ? 0n : valueOf('TRX', units(BigInt(trx)), rate)
    return inTrx + BigInt(usdt)
  }
  const owedIn = ({ owed, unmatchedTrx, unmatchedUsdt }: Figures): bigint =>
    BigInt(owed) + owedToSenders(BigInt(unmatchedTrx), BigInt(unmatchedUsdt), rate)
  const isSolvent = (figures: Figures): boolean | null => {
    const value = valueIn(figures)
    return value === null ? null : value >= owedIn(figures)
  }
  return { valueIn, owedIn, isSolvent }
}
