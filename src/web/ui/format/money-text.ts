import { formatUsd } from '../../../domain/money/money.ts'
import { locale } from '../../client/locale.ts'
import { madeOnce } from './made-once.ts'

// A decimal string goes to Intl as it is: through a Number it could lose its last digits.
const exact = (decimal: string) => decimal as `${number}` // all money comes as a decimal

export const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  madeOnce('number', options, () => new Intl.NumberFormat(locale(), options))

const EXACT = { maximumFractionDigits: 8 } as const
const USD = {
  ...EXACT,
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
} as const

const withMinus = (text: string): string => text.replace('-', '−')

/** Groups the whole part of a decimal string by thousands, keeping its decimals: `1,234.50`. */
export function groupThousands(decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  return numberFormat({ ...EXACT, minimumFractionDigits: digits }).format(exact(decimal))
}

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
