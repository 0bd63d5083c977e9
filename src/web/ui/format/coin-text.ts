import { groupThousands } from '../../client/format/number-text.ts'
import { usdText, withMinus } from './money-text.ts'

/**
 * An amount of a coin: USDT with two decimals, TRX without trailing zeros. It keeps all significant
 * digits.
 */
export function coinAmount(amount: string, asset: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  const counting = decimals.replace(/0+$/, '')
  const shown = asset === 'USDT' ? counting.padEnd(2, '0') : counting
  return withMinus(groupThousands(shown ? `${whole}.${shown}` : whole))
}

/** The same with the coin's name: `1,250.00 USDT`, `113.68 TRX`. */
export const coinText = (amount: string, asset: string): string =>
  `${coinAmount(amount, asset)} ${asset}`

/** An amount in its unit: dollars (null or `USD`) or a coin. Only negative amounts have a sign. */
export const amountText = (amount: string, asset: string | null): string =>
  asset === null || asset === 'USD' ? usdText(amount) : coinText(amount, asset)
