import type { Coin } from '../../domain/money/money.ts'
import { parseAddress, type Address } from '../encoding/address.ts'
import { asInteger, asJson, asList, asText, smallInteger, type Json } from '../encoding/json.ts'

/**
 * The two files that travel between the product and a signer without network.
 *
 * The *payout file* (product → signer) is this JSON, followed by a line with the house's signature
 * over its bytes (`house-key.ts`):
 *
 *     { "format": "twofold-payouts", "version": 2,
 *       "kind": "payouts",                  or "sweeps", "top_ups"
 *       "network": "tron-2b6653dc",         the end of the id of block 0
 *       "batch": "payouts-2026-11-21…",     a name that comes back with the signed file
 *       "usdtContract": "TR7…",
 *       "refBlockId": "<64 hex>",           a final block
 *       "timestampMs": 1777445121000,
 *       "expirationMs": 1777531521000,      at most 24 hours later
 *       "payouts": [
 *         { "id": "17",                     withdrawal or sweep, unique in the file
 *           "attempt": 1,                   payouts only: which attempt at the withdrawal
 *           "asset": "TRX",                 or "USDT"
 *           "from": "T…",                   the address that pays
 *           "depositIndex": 12,             sweeps only: `from` is m/44'/195'/0'/0/12
 *           "to": "T…",
 *           "toIndex": 12,                  top-ups only: `to` is m/44'/195'/0'/0/12
 *           "amount": "12500000",           millionths, decimal text
 *           "feeLimitSun": "30000000" } ] } USDT only, else "0"
 *
 * The *signed file* (signer → product) is the same JSON with `"format": "twofold-signed-payouts"`,
 * and for each payout also `"txid"` and `"signedHex"`, the whole transaction. The product builds
 * each transaction again from its own rows and takes only bytes that equal its own.
 */

export type FileKind = 'payouts' | 'sweeps' | 'top_ups'

export type PayoutOrder = {
  id: string
  attempt?: number
  asset: Coin
  from: Address
  depositIndex?: number
  to: Address
  toIndex?: number
  amount: bigint
  feeLimitSun: bigint
}

export type PayoutFile = {
  kind: FileKind
  network: string
  batch: string
  usdtContract: Address
  refBlockId: string
  timestampMs: number
  expirationMs: number
  payouts: PayoutOrder[]
}

export type SignedPayout = PayoutOrder & { txid: string; signedHex: string }
export type SignedPayoutFile = Omit<PayoutFile, 'payouts'> & { payouts: SignedPayout[] }

/** The file is invalid; the message says where. */
export class PayoutFileFault extends Error {
  override name = 'PayoutFileFault'
}

const MAX_PAYOUTS = 1_000
const fileKinds = ['payouts', 'sweeps', 'top_ups'] as const
const formats = { orders: 'twofold-payouts', signed: 'twofold-signed-payouts' } as const

/** Throws PayoutFileFault. */
export const refuse = (where: string): never => {
  throw new PayoutFileFault(where)
}

export const writePayoutFile = (file: PayoutFile): string => write(formats.orders, file)
export const writeSignedFile = (file: SignedPayoutFile): string => write(formats.signed, file)

// JSON has no bigint: amounts travel as decimal text.
const asDecimals = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

const write = (format: string, file: object): string =>
  `${JSON.stringify({ format, version: 2, ...file }, asDecimals, 2)}\n`

/** Reads a payout file. Throws PayoutFileFault. */
export const readPayoutFile = (text: string): PayoutFile =>
  readFile(text, formats.orders, (_json, order) => order)

/** Reads a signed file. Throws PayoutFileFault. The importer checks the signatures. */
export const readSignedFile = (text: string): SignedPayoutFile =>
  readFile(text, formats.signed, (json, order, where) => ({
    ...order,
    txid: readHex(json.txid, 64, `${where}.txid`),
    signedHex: readHex(json.signedHex, undefined, `${where}.signedHex`),
  }))

function readFile<T extends PayoutOrder>(
  text: string,
  format: string,
  finish: (json: Json, order: PayoutOrder, where: string) => T,
): Omit<PayoutFile, 'payouts'> & { payouts: T[] } {
  const json = asJson(parse(text))
  if (json.format !== format || json.version !== 2) refuse(`not a ${format} file of version 2`)
  const items = asList(json.payouts).map(asJson)
  if (items.length === 0 || items.length > MAX_PAYOUTS) refuse(`${items.length} payouts`)
  const payouts = items.map((item, at) =>
    finish(item, readOrder(item, `payouts[${at}]`), `payouts[${at}]`),
  )
  if (new Set(payouts.map(({ id }) => id)).size !== payouts.length) refuse('an id occurs twice')
  return {
    kind: fileKinds.find((kind) => kind === json.kind) ?? refuse('kind'),
    network: asText(json.network) || refuse('network'),
    batch: readName(json.batch, 'batch'),
    usdtContract: readAddress(json.usdtContract, 'usdtContract'),
    refBlockId: readHex(json.refBlockId, 64, 'refBlockId'),
    timestampMs: smallInteger(json.timestampMs) || refuse('timestampMs'),
    expirationMs: smallInteger(json.expirationMs) || refuse('expirationMs'),
    payouts,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('not JSON')
  }
}

function readOrder(json: Json, where: string): PayoutOrder {
  const { asset } = json
  if (asset !== 'TRX' && asset !== 'USDT') return refuse(`${where}.asset`)
  return {
    id: readName(json.id, `${where}.id`),
    ...readCount(json, 'attempt', where),
    asset,
    from: readAddress(json.from, `${where}.from`),
    ...readCount(json, 'depositIndex', where),
    to: readAddress(json.to, `${where}.to`),
    ...readCount(json, 'toIndex', where),
    amount: readAmount(json.amount, 1n, `${where}.amount`),
    feeLimitSun: readAmount(json.feeLimitSun, 0n, `${where}.feeLimitSun`),
  }
}

/**
 * A name that an operator reads before signing. It can't contain control characters that move the
 * cursor or hide text.
 */
function readName(value: unknown, where: string): string {
  const name = asText(value)
  return /^[\w.:-][\w .:-]{0,99}$/.test(name) ? name : refuse(where)
}

/** A whole number from 0 to 2^31−1 under its name; nothing when absent. */
function readCount(
  json: Json,
  name: 'attempt' | 'depositIndex' | 'toIndex',
  where: string,
): Partial<PayoutOrder> {
  const value = json[name]
  if (value === undefined) return {}
  const isCount = typeof value === 'number' && Number.isInteger(value)
  if (!isCount || value < 0 || value >= 2 ** 31) refuse(`${where}.${name}`)
  return { [name]: value }
}

function readAmount(value: unknown, least: bigint, where: string): bigint {
  const amount = typeof value === 'string' ? asInteger(value) : undefined
  return amount !== undefined && amount >= least ? amount : refuse(where)
}

function readAddress(value: unknown, where: string): Address {
  const reading = parseAddress(asText(value))
  return reading.ok ? reading.address : refuse(`${where}: ${reading.message}`)
}

function readHex(value: unknown, digits: number | undefined, where: string): string {
  const text = asText(value)
  if (!/^([0-9a-f]{2})+$/.test(text)) return refuse(where)
  return digits === undefined || text.length === digits ? text : refuse(where)
}
