import type { Coin } from '../domain/money.ts'
import { parseAddress, type Address } from './address.ts'
import { asInteger, asJson, asList, asText, smallInteger, type Json } from './json.ts'

/**
 * The two files that travel between the product and a signer without network.
 *
 * The *payout file* (product → signer):
 *
 *     { "format": "twofold-payouts", "version": 1,
 *       "batch": "2026-11-21-1",            a name that comes back with the signed file
 *       "usdtContract": "TR7…",
 *       "refBlockId": "<64 hex>",           a solidified block
 *       "timestampMs": 1777445121000,
 *       "expirationMs": 1777531521000,      at most 24 hours after the head block
 *       "payouts": [
 *         { "id": "17",                     attempt or sweep, unique in the file
 *           "asset": "TRX",                 or "USDT"
 *           "from": "T…",                   the address that pays
 *           "depositIndex": 12,             only for sweeps: m/44'/195'/0'/0/12
 *           "to": "T…",
 *           "amount": "12500000",           millionths, decimal text
 *           "feeLimitSun": "30000000" } ] } USDT only, else "0"
 *
 * The *signed file* (signer → product) is the same with `"format": "twofold-signed-payouts"`, and
 * for each payout also `"txid"` and `"signedHex"`, the whole transaction. The product builds each
 * transaction again from its own rows and takes only bytes that are equal to its own.
 */

export type PayoutOrder = {
  id: string
  asset: Coin
  from: Address
  depositIndex?: number
  to: Address
  amount: bigint
  feeLimitSun: bigint
}

export type PayoutFile = {
  batch: string
  usdtContract: Address
  refBlockId: string
  timestampMs: number
  expirationMs: number
  payouts: PayoutOrder[]
}

export type SignedPayout = PayoutOrder & { txid: string; signedHex: string }
export type SignedPayoutFile = Omit<PayoutFile, 'payouts'> & { payouts: SignedPayout[] }

/** The file is not what it should be; the message says where. */
export class PayoutFileFault extends Error {
  override name = 'PayoutFileFault'
}

const maxPayouts = 1_000
const formats = { orders: 'twofold-payouts', signed: 'twofold-signed-payouts' } as const

const refuse = (where: string): never => {
  throw new PayoutFileFault(where)
}

export const writePayoutFile = (file: PayoutFile): string => write(formats.orders, file)
export const writeSignedFile = (file: SignedPayoutFile): string => write(formats.signed, file)

// JSON has no bigint: amounts travel as decimal text.
const asDecimals = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

const write = (format: string, file: object): string =>
  `${JSON.stringify({ format, version: 1, ...file }, asDecimals, 2)}\n`

/** Reads a payout file. Throws PayoutFileFault. */
export const readPayoutFile = (text: string): PayoutFile =>
  readFile(text, formats.orders, (_json, order) => order)

/** Reads a signed file. Throws PayoutFileFault. Signatures are checked by whoever imports it. */
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
  if (json.format !== format || json.version !== 1) refuse(`not a ${format} file of version 1`)
  const items = asList(json.payouts).map(asJson)
  if (items.length === 0 || items.length > maxPayouts) refuse(`${items.length} payouts`)
  const payouts = items.map((item, at) =>
    finish(item, readOrder(item, `payouts[${at}]`), `payouts[${at}]`),
  )
  if (new Set(payouts.map(({ id }) => id)).size !== payouts.length) refuse('an id occurs twice')
  return {
    batch: asText(json.batch) || refuse('batch'),
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
  const depositIndex = json.depositIndex === undefined ? undefined : asInteger(json.depositIndex)
  if (json.depositIndex !== undefined && depositIndex === undefined) refuse(`${where}.depositIndex`)
  return {
    id: asText(json.id) || refuse(`${where}.id`),
    asset,
    from: readAddress(json.from, `${where}.from`),
    ...(depositIndex === undefined ? {} : { depositIndex: Number(depositIndex) }),
    to: readAddress(json.to, `${where}.to`),
    amount: readAmount(json.amount, 1n, `${where}.amount`),
    feeLimitSun: readAmount(json.feeLimitSun, 0n, `${where}.feeLimitSun`),
  }
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
