import { usdText } from '../../ui/format/money-text.ts'

/** The value of coins, rounded to the cent. A valuation has more digits than money. */
export const worthText = (decimal: string): string =>
  usdText(decimal.replace(/(\.\d{2})\d+$/, '$1'))
