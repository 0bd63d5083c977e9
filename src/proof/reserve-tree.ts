/**
 * The tree over deposit addresses with coins (RFC 9162). Each leaf names its share of the sums, so
 * a random coin of the sums always belongs to exactly one leaf, which must then be shown.
 */
import { base64, hex } from '@scure/base'
import { joined } from './bytes.ts'
import { bytesOf, canonicalText, type Sha256 } from './canonical.ts'
import { leafHash, rootByInclusion } from './tree.ts'
import { readBase64 } from './tlog-proof.ts'

/** The most addresses in a day's sample. */
const DRAWS = 64
/** The sample is drawn by the first block that is at least this long after the seal. */
export const DRAW_AFTER_MS = 600_000

const SALT_BYTES = 16
const LABEL = 'twofold/reserve/v1'

type Coin = 'trx' | 'usdt'
export type Amounts = Readonly<Record<Coin, bigint>>
export type ReserveLeaf = {
  readonly address: string
  /** In millionths. */
  readonly holds: Amounts
  /** The sum of the leaves before it. */
  readonly before: Amounts
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** Hides a leaf from anyone who guesses its address. */
export const reserveSalt = (sha256: Sha256, secret: Uint8Array, no: number): string =>
  base64.encode(sha256(joined(bytesOf(LABEL), secret, u32(no))).subarray(0, SALT_BYTES))

/** A leaf's content, as we hash it. */
export function reserveLeafBytes(
  day: string,
  { address, holds, before }: ReserveLeaf,
  salt: string,
): Uint8Array {
  const from = { trx: before.trx, usdt: before.usdt }
  const { trx, usdt } = holds
  return bytesOf(canonicalText({ what: LABEL, day, address, trx, usdt, from, salt }))
}

export const reserveLeafHash = (
  sha256: Sha256,
  day: string,
  leaf: ReserveLeaf,
  salt: string,
): Uint8Array => leafHash(sha256, reserveLeafBytes(day, leaf, salt))

export type Draw = { readonly no: number; readonly coin: Coin; readonly at: bigint }

/**
 * The coins that a block draws, by their position in the sums. Half of them are TRX, half USDT.
 * @param root of the tree
 * @param blockId 64 hex digits
 * @param sums of all leaves
 */
export function drawCoins(
  sha256: Sha256,
  root: Uint8Array,
  blockId: string,
  sums: Amounts,
): Draw[] {
  const coins = (['trx', 'usdt'] as const).filter((coin) => sums[coin] > 0n)
  if (coins.length === 0) return []
  const seed = sha256(joined(root, hex.decode(blockId)))
  return Array.from({ length: DRAWS }, (_, no) => {
    const coin = coins[no % coins.length] ?? 'trx'
    const random = BigInt(`0x${hex.encode(sha256(joined(seed, u32(no))))}`)
    return { no, coin, at: random % sums[coin] }
  })
}

/** Whether a drawn coin is one of a leaf's own. */
export const isOwn = ({ coin, at }: Draw, { holds, before }: ReserveLeaf): boolean =>
  before[coin] <= at && at < before[coin] + holds[coin]

/** A drawn leaf, with the path from it to the root. */
export type Opening = ReserveLeaf & {
  readonly draw: number
  readonly index: number
  readonly salt: string
  readonly path: readonly string[]
}

type Committed = {
  readonly day: string
  readonly root: Uint8Array
  readonly size: number
  readonly sums: Amounts
}

/** Checks a sample against the sheet's commitment. @returns the fault, or null */
export function checkSample(
  sha256: Sha256,
  { day, root, size, sums }: Committed,
  blockId: string,
  openings: readonly Opening[],
): string | null {
  const indexOf = new Map<string, number>()
  const draws = drawCoins(sha256, root, blockId, sums)
  // Each draw needs an opening of its own, so any further one is not of a draw.
  if (openings.length > draws.length) return 'openings'
  for (const draw of draws) {
    const opening = openings.find((each) => each.draw === draw.no)
    if (!opening) return `draw ${draw.no} is not shown`
    if (!isOwn(draw, opening)) return `draw ${draw.no} shows a leaf that does not hold the coin`
    if ((indexOf.get(opening.address) ?? opening.index) !== opening.index) {
      return `${opening.address} is counted twice`
    }
    indexOf.set(opening.address, opening.index)
    const leaf = reserveLeafHash(sha256, day, opening, opening.salt)
    const path = opening.path.map((each) => readBase64(each, 32) ?? new Uint8Array())
    const found = rootByInclusion(sha256, leaf, { index: opening.index, size }, path)
    if (!found || hex.encode(found) !== hex.encode(root)) {
      return `draw ${draw.no} does not lead to the root`
    }
  }
  return null
}
