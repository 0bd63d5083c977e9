import { groupThousands } from './money-text.ts'

/**
 * An amount of a coin as people write it: USDT with two decimals, TRX without closing zeros. Digits
 * that count are kept, however many there are.
 */
export function coinAmount(amount: string, asset: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  const counting = decimals.replace(/0+$/, '')
  const shown = asset === 'USDT' ? counting.padEnd(2, '0') : counting
  return groupThousands(shown ? `${whole}.${shown}` : whole)
}

/** The same with the coin's name: `1,250.00 USDT`, `113.68 TRX`. */
export const coinText = (amount: string, asset: string): string =>
  `${coinAmount(amount, asset)} ${asset}`
