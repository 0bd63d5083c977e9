import { t } from '@lingui/core/macro'
import { parseUnits } from '../../../../domain/money/money.ts'
import type { Payment } from './wallet-link.ts'

// The wallet that a wallet's own browser injects into the page. We describe only what a payment
// needs. The wallet itself shows the payment and asks its owner before signing.

type Unsigned = Record<string, unknown>
type TokenCall = { result?: { result?: boolean }; transaction?: Unsigned }
type Parameter = { type: string; value: string }
type PageWallet = {
  defaultAddress?: { base58?: string | false }
  transactionBuilder: {
    sendTrx(to: string, sun: number, from: string): Promise<Unsigned>
    triggerSmartContract(
      contract: string,
      method: string,
      options: { feeLimit: number },
      parameters: Parameter[],
      from: string,
    ): Promise<TokenCall>
  }
  trx: {
    sign(transaction: Unsigned): Promise<Unsigned>
    sendRawTransaction(signed: Unsigned): Promise<{ result?: boolean; message?: string }>
  }
}

declare global {
  interface Window {
    tronWeb?: PageWallet
    tronLink?: { tronWeb?: PageWallet | false; request?(ask: { method: string }): Promise<unknown> }
  }
}

/** The most that a transfer of the token may burn, in sun. */
const FEE_LIMIT_SUN = 100_000_000

const findWallet = (): PageWallet | null => window.tronLink?.tronWeb || window.tronWeb || null

export const hasPageWallet = (): boolean => findWallet() !== null || window.tronLink !== undefined

/** The wallet didn't send the payment. Its message is for the member. */
export class WalletFault extends Error {}

/** The wallet signed the payment, and didn't say whether it sent it. */
export class SendingUnknown extends Error {}

async function openWallet(): Promise<{ wallet: PageWallet; from: string }> {
  await window.tronLink?.request?.({ method: 'tron_requestAccounts' })
  const wallet = findWallet()
  const from = wallet?.defaultAddress?.base58
  if (!wallet || !from) throw new WalletFault(t`Unlock your wallet and try again.`)
  return { wallet, from }
}

/**
 * Pays with the wallet of the browser that shows the page.
 * @param onSigned called before the wallet sends the payment
 * @throws WalletFault if the wallet doesn't send it, SendingUnknown if it doesn't say
 */
export async function payWithPageWallet(payment: Payment, onSigned: () => void): Promise<void> {
  const amount = parseUnits(payment.amount ?? '')
  if (amount === null) throw new WalletFault(t`There is no amount to pay.`)
  const { wallet, from } = await openWallet()
  const unsigned = await build(wallet, payment, amount, from)
  const signed = await wallet.trx.sign(unsigned)
  onSigned()
  const sent = await wallet.trx.sendRawTransaction(signed).catch((cause: unknown) => {
    throw new SendingUnknown('the wallet did not say whether it sent the payment', { cause })
  })
  if (sent.result !== true) throw new WalletFault(t`Your wallet did not send the payment.`)
}

async function build(wallet: PageWallet, payment: Payment, amount: bigint, from: string) {
  const { coin, address, usdtContract } = payment
  const builder = wallet.transactionBuilder
  // Wallets take sun as a number. Every possible amount fits exactly.
  if (coin === 'TRX') return await builder.sendTrx(address, Number(amount), from)
  const parameters = [
    { type: 'address', value: address },
    { type: 'uint256', value: String(amount) },
  ]
  const options = { feeLimit: FEE_LIMIT_SUN }
  const method = 'transfer(address,uint256)'
  const made = await builder.triggerSmartContract(usdtContract, method, options, parameters, from)
  if (!made.transaction) throw new WalletFault(t`Your wallet could not prepare the payment.`)
  return made.transaction
}
