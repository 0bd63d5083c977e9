/** Checks that a sheet's reserves follow from its wallets, and are signed. */
import { base64 } from '@scure/base'
import type { Sha256 } from '../canonical.ts'
import { faultOf, type Fault } from '../note.ts'
import { countsOn, readStatement } from '../reserve-statement.ts'
import { checkSample, type Opening } from '../reserve-tree.ts'
import { isExactly, isList, isText, isWhole } from '../shape.ts'
import { deriveSolvency, ratioOf, type Solvency, type Wallet } from '../solvency.ts'
import { parseUnits } from '../../domain/money/money.ts'

/** The signer of a text (TIP-191); undefined if the signature is invalid. */
export type SignerOf = (text: string, signature: string) => string | undefined

export type Place = { readonly day: string; readonly origin: string }

/** Why a counted wallet shouldn't count: the wrong field of its statement; null if it should. */
function findStatementFault(
  { address, statement }: Wallet,
  network: string | null,
  { day, origin }: Place,
  signerOf: SignerOf | undefined,
): string | null {
  const read = statement && readStatement(statement.text)
  if (!statement || !read) return 'text'
  const isHere = read.origin === origin && read.network === network && read.address === address
  if (!isHere) return 'wallet, chain, or log'
  if (!countsOn(read.day, day)) return 'day'
  const signer = signerOf ? signerOf(statement.text, statement.signature) : address
  return signer === address ? null : 'signature'
}

/** The first derived figure that differs. */
function findOtherSum(said: Solvency): string | null {
  const right = deriveSolvency(said)
  const names = ['held', 'usd', 'ratio', ...(said.falls ? (['falls', 'lowest'] as const) : [])]
  const isSame = (name: string): boolean => {
    const [one, other] = [said, right].map((each) => Object.entries(each).find(([n]) => n === name))
    return sortedText(one?.[1]) === sortedText(other?.[1])
  }
  const reading = (said.readings ?? []).findIndex((each) => ratioOf(each) !== each.ratio)
  return names.find((name) => !isSame(name)) ?? (reading < 0 ? null : `readings[${reading}]`)
}

/** Equal values give equal texts, whatever the order of their names. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? ''

/**
 * The fault of a day's reserves; null if they follow from the signed statements.
 * @param signerOf without it, signatures of wallets aren't checked
 */
export function findReservesFault(
  said: Solvency,
  place: Place,
  signerOf: SignerOf | undefined,
): Fault | null {
  const seen = new Set<string>()
  for (const { address } of said.wallets) {
    if (seen.has(address)) return faultOf('reserves_form', `wallets: ${address} twice`)
    seen.add(address)
  }
  for (const wallet of said.wallets.filter(({ state }) => state === 'counted')) {
    const field = findStatementFault(wallet, said.network, place, signerOf)
    if (field !== null) return faultOf('wrong_statement', `${wallet.address}: ${field}`)
  }
  const other = findOtherSum(said)
  return other === null ? null : faultOf('other_reserves', other)
}

/** Deposit addresses that a block drew. */
export type Sample = {
  readonly day: string
  readonly block: { readonly number: number; readonly id: string }
  readonly openings: readonly Opening[]
}

const millionths = (value: unknown): bigint | null => (isText(value) ? parseUnits(value) : null)

function readOpening(value: unknown): Opening | null {
  const names = ['draw', 'address', 'trx', 'usdt', 'trx_before', 'usdt_before'] as const
  if (!isExactly(value, [...names, 'index', 'salt', 'path'])) return null
  const { draw, address, index, salt, path } = value
  const [trx, usdt] = [millionths(value.trx), millionths(value.usdt)]
  const [trxBefore, usdtBefore] = [millionths(value.trx_before), millionths(value.usdt_before)]
  if (trx === null || usdt === null || trxBefore === null || usdtBefore === null) return null
  if (!isWhole(draw) || !isWhole(index) || !isText(address) || !isText(salt)) return null
  if (!isList(path) || !path.every(isText) || path.length > 64) return null
  const [holds, before] = [
    { trx, usdt },
    { trx: trxBefore, usdt: usdtBefore },
  ]
  return { draw, address, holds, before, index, salt, path }
}

const wrong = (field: string): Fault => faultOf('sample_form', field)

/** Reads a sample. A block's number is the beginning of its id. */
export function readSample(value: unknown): Sample | Fault {
  if (!isExactly(value, ['v', 'day', 'block', 'openings'])) return wrong('file')
  const { v, day, block, openings } = value
  if (v !== 1 || !isText(day)) return wrong('day')
  if (!isExactly(block, ['number', 'id']) || !isWhole(block.number) || !isText(block.id)) {
    return wrong('block')
  }
  const { number, id } = block
  if (!/^[0-9a-f]{64}$/.test(id) || BigInt(`0x${id.slice(0, 16)}`) !== BigInt(number)) {
    return wrong('block.id')
  }
  if (!isList(openings)) return wrong('openings')
  const read = openings.map(readOpening)
  const bad = read.indexOf(null)
  if (bad >= 0) return wrong(`openings[${bad}]`)
  return { day, block: { number, id }, openings: read.filter((each) => each !== null) }
}

/** The fault of a sample of its day's reserves, or null. */
export function findSampleFault(
  sha256: Sha256,
  { day, block, openings }: Sample,
  { deposits }: Solvency,
): Fault | null {
  if (deposits.root === null) return faultOf('other_sample', 'deposits.root')
  const sums = { trx: parseUnits(deposits.trx) ?? 0n, usdt: parseUnits(deposits.usdt) ?? 0n }
  const root = base64.decode(deposits.root)
  const committed = { day, root, size: deposits.addresses, sums }
  const fault = checkSample(sha256, committed, block.id, openings)
  return fault === null ? null : faultOf('other_sample', fault)
}

/** A sent transaction that anchors a checkpoint. */
export type SentTransaction = {
  readonly txid: string
  readonly from: string
  readonly memo: string
}

/** Reads a signed transaction from hexadecimal; null if its sender didn't sign it. */
export type ReadTransaction = (signed: string) => SentTransaction | null

/** The hexadecimal of an anchor's transaction. */
export const readAnchorFile = (value: unknown): string | Fault =>
  isExactly(value, ['v', 'transaction']) && value.v === 1 && isText(value.transaction)
    ? value.transaction
    : faultOf('anchor_form', 'file')
