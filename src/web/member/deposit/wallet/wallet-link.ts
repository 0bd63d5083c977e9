import type { Coin } from '../../../../domain/money/money.ts'

/** TRON in the registry of coin types that wallet links use. */
const TRON = 'c195'

export type Payment = {
  coin: Coin
  address: string
  /** Whole coins as a decimal. Without it, the payer enters the amount. */
  amount: string | undefined
  /** The USDT token contract. */
  usdtContract: string
}

/** The link that opens a payment in a wallet app, in the only documented form. */
export function walletLink({ coin, address, amount, usdtContract }: Payment): string {
  const asset = coin === 'TRX' ? TRON : `${TRON}_t${usdtContract}`
  const query = new URLSearchParams({ asset, address })
  if (amount !== undefined) query.set('amount', amount)
  return `https://link.trustwallet.com/send?${query}`
}
