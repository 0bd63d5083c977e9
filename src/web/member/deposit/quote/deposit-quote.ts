import { DEPOSIT_BUTTON_MIN, DEPOSIT_MIN, depositFee } from '../../../../domain/money/fee.ts'
import {
  formatDecimal,
  formatUsd,
  isTooManyUsd,
  micros,
  PAR_RATE,
  parseDecimal,
  parseUsd,
  type Coin,
  type Micros,
} from '../../../../domain/money/money.ts'
import { coinsFor, parseRate } from '../../../../domain/money/rate.ts'

/** What the member pays and gets, computed by the same rules that the server checks. */
export type DepositQuote = {
  /** Dollars with two decimals. */
  amount: string
  fee: string
  total: string
  /** Coins with five decimals: the amount to send. */
  coins: string
}

export type AmountState =
  | 'empty'
  | 'invalid'
  | 'below-button'
  | 'below-minimum'
  | 'above-maximum'
  | 'too-large'
  | 'good'

/**
 * How far a typed amount may go. The button and its messages follow from it.
 * @param maximum in dollars; null if there is none
 */
export function judgeAmount(text: string, maximum: string | null): AmountState {
  const typed = text.trim()
  if (typed === '') return 'empty'
  const loose = parseDecimal(typed, 6)
  if (loose !== null && loose < DEPOSIT_BUTTON_MIN) return 'below-button'
  const amount = parseUsd(typed)
  if (amount === null && isTooManyUsd(typed)) {
    return maximum === null ? 'too-large' : 'above-maximum'
  }
  if (amount === null) return 'invalid'
  if (amount < DEPOSIT_MIN) return 'below-minimum'
  const most = parseUsd(maximum ?? '')
  return most !== null && amount > most ? 'above-maximum' : 'good'
}

/** The quote for a typed amount; null while it is invalid or TRX has no rate. */
export function quoteDeposit(text: string, coin: Coin, rate: number | null): DepositQuote | null {
  const amount = parseUsd(text.trim())
  if (amount === null || amount < DEPOSIT_BUTTON_MIN) return null
  const rateE8 = coin === 'USDT' ? PAR_RATE : parseRate((rate ?? 0).toFixed(8))
  if (rateE8 === null) return null
  const fee = depositFee(amount)
  const total: Micros = micros(amount + fee)
  return {
    amount: formatUsd(amount),
    fee: formatUsd(fee),
    total: formatUsd(total),
    coins: formatDecimal(coinsFor(coin, total, rateE8), 5),
  }
}
