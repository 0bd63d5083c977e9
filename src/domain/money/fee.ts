/** Fees and limits of deposits and withdrawals, in micro-dollars. */
import { CENT, divideHalfUp, micros, type Micros } from './money.ts'

export const DEPOSIT_MIN = micros(2_000_000n)
/**
 * Below this, the deposit button is disabled. From here to the minimum, it explains the minimum.
 */
export const DEPOSIT_BUTTON_MIN = micros(1_000_000n)
export const DEPOSIT_FEE_MIN = micros(100_000n)
const DEPOSIT_FEE_MAX = micros(2_000_000n)
export const WITHDRAWAL_MIN = micros(3_000_000n)
const WITHDRAWAL_FEE_MIN = micros(500_000n)

/** 2% of the amount, to the cent, half up. */
const twoPercent = (amount: Micros): Micros => micros(divideHalfUp(amount * 2n, 100n * CENT) * CENT)

/** 2% of the amount, at least $0.10, at most $2.00, to the cent, half up. */
export function depositFee(amount: Micros): Micros {
  const fee = twoPercent(amount)
  if (fee < DEPOSIT_FEE_MIN) return DEPOSIT_FEE_MIN
  return fee > DEPOSIT_FEE_MAX ? DEPOSIT_FEE_MAX : fee
}

/** 2% of the amount, at least $0.50, to the cent, half up. */
export function withdrawalFee(amount: Micros): Micros {
  const fee = twoPercent(amount)
  return fee < WITHDRAWAL_FEE_MIN ? WITHDRAWAL_FEE_MIN : fee
}

/**
 * The largest whole-cent amount that fits into `value` together with its deposit fee. An unmatched
 * transfer pays its fee out of itself this way. Null when nothing would remain.
 */
export function amountWithinTotal(value: Micros): Micros | null {
  const fits = (cents: bigint) => cents * CENT + depositFee(micros(cents * CENT)) <= value
  let low = 0n
  let high = value / CENT + 1n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (fits(middle)) low = middle
    else high = middle
  }
  return low > 0n ? micros(low * CENT) : null
}
