/** Converts between dollars and coins. Rates are USD × 10^8 per whole coin. */
import {
  divideHalfUp,
  divideUp,
  formatDecimal,
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

/** What a rate is per whole dollar. */
export const RATE_SCALE = 100_000_000n
/** We ask for TRX in steps of ten sun: five decimals. */
const TRX_STEP = 10n

/** Reads a rate with at most eight decimals; null when it isn't a positive decimal. */
export function parseRate(text: string): RateE8 | null {
  const value = parseDecimal(text, 8)
  return value === null || value === 0n ? null : rateE8(value)
}

/** A rate with two decimals, or more if it needs them. */
export const formatRate = (rate: bigint): string => formatDecimal(rate, 2, 8)

/**
 * The coins to pay for a total in dollars. USDT is at par. TRX is rounded up to five decimals, so
 * paying the displayed amount is always enough.
 */
export function coinsFor(coin: Coin, total: Micros, rate: RateE8): Units {
  if (coin === 'USDT') return units(total)
  return units(divideUp(total * RATE_SCALE, rate * TRX_STEP) * TRX_STEP)
}

/** About how many TRX an amount is worth, half up to five decimals. For display only. */
export function approximateTrx(amount: Micros, rate: RateE8): Units {
  return units(divideHalfUp(amount * RATE_SCALE, rate * TRX_STEP) * TRX_STEP)
}

/** The coins a payout of `amount` dollars sends, rounded down to the smallest unit. */
export function payoutUnits(coin: Coin, amount: Micros, rate: RateE8): Units {
  return coin === 'USDT' ? units(amount) : units((amount * RATE_SCALE) / rate)
}

/** The dollar value of received coins, rounded down to the micro-dollar. */
export function valueOf(coin: Coin, received: Units, rate: RateE8): Micros {
  return micros((received * (coin === 'USDT' ? PAR_RATE : rate)) / RATE_SCALE)
}
