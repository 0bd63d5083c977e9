import { usdText } from '../../ui/format/money-text.ts'

/** What coins are worth, to the cent that they reach: a valuation has more digits than money. */
export const worthText = (decimal: string): string =>
  usdText(decimal.replace(/(\.\d{2})\d+$/, '$1'))
