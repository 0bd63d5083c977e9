import { buildTransfer, type TransferOrder } from '../transaction/build.ts'
import { fromHex, toHex } from '../encoding/hex.ts'
import { PayoutFileFault } from './payout-file.ts'
import type { PayoutFile, PayoutOrder, SignedPayoutFile } from './payout-file.ts'
import {
  addressOfKey,
  joinSignatures,
  readSigned,
  recoverSigner,
  signTransaction,
} from '../transaction/signature.ts'
import type { AuthenticFile } from './signer-policy.ts'

/** Finds the private key that pays an order; undefined when the signer doesn't have it. */
export type KeyOf = (order: PayoutOrder) => Uint8Array | undefined

type Terms = Omit<PayoutFile, 'payouts'>

const orderOf = (file: Terms, order: PayoutOrder): TransferOrder => ({
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

/** The id of an order's transaction, which is known before signing. */
export const txidOf = (file: Terms, order: PayoutOrder): string =>
  buildTransfer(orderOf(file, order)).txid

/**
 * Signs every order of a payout file that passed the signer's policy: all or none. Throws
 * PayoutFileFault when a key doesn't belong to the paying address.
 */
export function signPayouts(file: AuthenticFile, keyOf: KeyOf): SignedPayoutFile {
  const keys = file.payouts.map((order) => {
    const key = keyOf(order)
    if (key === undefined || addressOfKey(key) !== order.from) {
      throw new PayoutFileFault(`payout ${order.id}: no key here pays from ${order.from}`)
    }
    return { order, key }
  })
  const payouts = keys.map(({ order, key }) => {
    const built = buildTransfer(orderOf(file, order))
    const { txid, signedHex } = signTransaction(fromHex(built.rawHex) ?? new Uint8Array(), key)
    return { ...order, txid, signedHex }
  })
  return { ...file, payouts }
}

/** What a signed file repeats of the whole export. */
const TERMS = [
  'kind',
  'network',
  'usdtContract',
  'refBlockId',
  'timestampMs',
  'expirationMs',
] as const

/** What a signed file repeats of an order, next to the bytes. */
const FIELDS = [
  'attempt',
  'asset',
  'amount',
  'feeLimitSun',
  'from',
  'depositIndex',
  'to',
  'toIndex',
] as const

/**
 * Checks a signed file against the exported orders: the same orders, each with exactly the bytes we
 * would build and one signature of its payer. The import stores what the file repeats of them.
 * Returns the first fault, or undefined.
 */
export function checkSignedPayouts(
  orders: PayoutFile,
  signed: SignedPayoutFile,
): string | undefined {
  if (signed.batch !== orders.batch) return `batch ${signed.batch} instead of ${orders.batch}`
  const other = TERMS.find((name) => signed[name] !== orders[name])
  if (other !== undefined) return `another ${other}`
  if (signed.payouts.length !== orders.payouts.length) return 'another number of payouts'
  for (const [at, order] of orders.payouts.entries()) {
    const payout = signed.payouts[at]
    if (payout?.id !== order.id) return `payout ${order.id} is missing`
    const wrong = checkSigned(orders, order, payout)
    if (wrong !== undefined) return wrong
    const changed = FIELDS.find((name) => payout[name] !== order[name])
    if (changed !== undefined) return `payout ${order.id} has another ${changed}`
  }
  return undefined
}

function checkSigned(
  file: Terms,
  order: PayoutOrder,
  payout: { txid: string; signedHex: string },
): string | undefined {
  const built = buildTransfer(orderOf(file, order))
  const whole = readWhole(payout.signedHex)
  if (whole?.txid !== built.txid || payout.txid !== built.txid) {
    return `payout ${order.id} is another transaction`
  }
  const [signature] = whole.signatures
  if (signature === undefined || recoverSigner(whole.txid, signature) !== order.from) {
    return `payout ${order.id} is not signed by ${order.from}`
  }
  // Nodes refuse a second signature or any trailing bytes, so the payout would only expire.
  const raw = fromHex(built.rawHex) ?? new Uint8Array()
  return payout.signedHex === toHex(joinSignatures(raw, [signature]))
    ? undefined
    : `payout ${order.id} is not its transaction and one signature`
}

function readWhole(signedHex: string) {
  try {
    return readSigned(fromHex(signedHex) ?? new Uint8Array())
  } catch {
    // Not a transaction.
    return undefined
  }
}
