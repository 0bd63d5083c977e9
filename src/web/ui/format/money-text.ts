import { formatUsd } from '../../../domain/money/money.ts'
import { EXACT, exact, numberFormat } from '../../client/format/number-text.ts'

const USD = {
  ...EXACT,
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
} as const

/** With a real minus sign, as wide as the digits. */
export const withMinus = (text: string): string => text.replace('-', '−')

/** Dollars as the API writes them (`12.50`) with their sign: `$12.50`, `−$3.00`. */
export function usdText(decimal: string): string {
  return withMinus(numberFormat(USD).format(exact(decimal)))
}

/** The same without the cents of a whole amount: `$3`, `$2.50`. For fees and rewards of plans. */
export function shortUsdText(decimal: string): string {
  const whole = { ...USD, trailingZeroDisplay: 'stripIfInteger' } as const
  return withMinus(numberFormat(whole).format(exact(decimal)))
}

/** Micro-dollars as a short text: `$0.50`, `$3`. */
export function microsText(amountMicros: bigint): string {
  return shortUsdText(formatUsd(amountMicros))
}
