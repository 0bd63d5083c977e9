import { groupThousands, usdText } from '../../ui/format/money-text.ts'

/** What coins are worth, to the cent that they reach: a valuation has more digits than money. */
export const worthText = (decimal: string): string =>
  usdText(decimal.replace(/(\.\d{2})\d+$/, '$1'))

/** An amount of a coin with the coin's name: `1,250.000000 USDT`. */
export const coinText = (amount: string, asset: string): string =>
  `${groupThousands(amount)} ${asset}`
