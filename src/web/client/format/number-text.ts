import { locale } from './locale.ts'
import { madeOnce } from './made-once.ts'

// A decimal string goes to Intl as it is: through a Number it could lose its last digits.
export const exact = (decimal: string) => decimal as `${number}` // all money comes as a decimal

export const EXACT = { maximumFractionDigits: 8 } as const

export const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  madeOnce('number', options, () => new Intl.NumberFormat(locale(), options))

/** Groups the whole part of a decimal string by thousands, keeping its decimals: `1,234.50`. */
export function groupThousands(decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  return numberFormat({ ...EXACT, minimumFractionDigits: digits }).format(exact(decimal))
}
