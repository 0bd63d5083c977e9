import { buildTransfer, type TransferOrder } from './build.ts'
import { fromHex } from './hex.ts'
import { PayoutFileFault } from './payout-file.ts'
import type { PayoutFile, PayoutOrder, SignedPayoutFile } from './payout-file.ts'
import { addressOfKey, readSigned, recoverSigner, signTransaction } from './signature.ts'

/** Finds the private key that pays an order; undefined when the signer does not hold it. */
export type KeyOf = (order: PayoutOrder) => Uint8Array | undefined

const orderOf = (file: Omit<PayoutFile, 'payouts'>, order: PayoutOrder): TransferOrder => ({
  asset: order.asset,
  from: order.from,
  to: order.to,
  amount: order.amount,
  refBlockId: file.refBlockId,
  timestampMs: file.timestampMs,
  expirationMs: file.expirationMs,
  usdtContract: file.usdtContract,
  feeLimitSun: order.feeLimitSun,
})

/**
 * Signs every order of a payout file. Throws PayoutFileFault when a key does not belong to the
 * paying address: either all are signed or none.
 */
export function signPayouts(file: PayoutFile, keyOf: KeyOf): SignedPayoutFile {
  const payouts = file.payouts.map((order) => {
    const key = keyOf(order)
    if (key === undefined || addressOfKey(key) !== order.from) {
      throw new PayoutFileFault(`payout ${order.id}: no key here pays from ${order.from}`)
    }
    const built = buildTransfer(orderOf(file, order))
    const { txid, signedHex } = signTransaction(fromHex(built.rawHex) ?? new Uint8Array(), key)
    return { ...order, txid, signedHex }
  })
  return { ...file, payouts }
}

/**
 * Checks a signed file against the orders that were exported: the same orders, bytes equal to what
 * we would build ourselves, each signed by its payer. Gives the first thing that is wrong, or
 * undefined.
 */
export function checkSignedPayouts(
  orders: PayoutFile,
  signed: SignedPayoutFile,
): string | undefined {
  if (signed.batch !== orders.batch) return `batch ${signed.batch} instead of ${orders.batch}`
  if (signed.payouts.length !== orders.payouts.length) return 'another number of payouts'
  for (const [at, order] of orders.payouts.entries()) {
    const payout = signed.payouts[at]
    if (payout?.id !== order.id) return `payout ${order.id} is missing`
    const built = buildTransfer(orderOf(orders, order))
    const whole = readSigned(fromHex(payout.signedHex) ?? new Uint8Array())
    if (whole.txid !== built.txid || payout.txid !== built.txid) {
      return `payout ${order.id} is another transaction`
    }
    const [signature] = whole.signatures
    if (signature === undefined || recoverSigner(whole.txid, signature) !== order.from) {
      return `payout ${order.id} is not signed by ${order.from}`
    }
  }
  return undefined
}
