/** Conversion between dollars and coins at a rate in USD × 10^8 for one whole coin. */
import {
  divideHalfUp,
  divideUp,
  micros,
  PAR_RATE,
  parseDecimal,
  rateE8,
  units,
  type Coin,
  type Micros,
  type RateE8,
  type Units,
} from './money.ts'

const SCALE = 100_000_000n
/** TRX amounts are asked for with five decimals: steps of ten sun. */
const TRX_STEP = 10n

/** Reads a rate with at most eight decimals; null when it is no positive decimal. */
export function parseRate(text: string): RateE8 | null {
  const value = parseDecimal(text, 8)
  return value === null || value === 0n ? null : rateE8(value)
}

/**
 * What is to be paid for a total in dollars. USDT counts at par; TRX is rounded up to five
 * decimals, so that whoever pays the shown figure is never short.
 */
export function coinsFor(coin: Coin, total: Micros, rate: RateE8): Units {
  if (coin === 'USDT') return units(total)
  return units(divideUp(total * SCALE, rate * TRX_STEP) * TRX_STEP)
}

/** About how many TRX an amount is, half up to five decimals: for display only. */
export function approximateTrx(amount: Micros, rate: RateE8): Units {
  return units(divideHalfUp(amount * SCALE, rate * TRX_STEP) * TRX_STEP)
}

/** What a payout of `amount` dollars sends, rounded down to the sun. */
export function payoutUnits(coin: Coin, amount: Micros, rate: RateE8): Units {
  return coin === 'USDT' ? units(amount) : units((amount * SCALE) / rate)
}

/** The value in dollars of what was received, rounded down to the micro-dollar. */
export function valueOf(coin: Coin, received: Units, rate: RateE8): Micros {
  return micros((received * (coin === 'USDT' ? PAR_RATE : rate)) / SCALE)
}
