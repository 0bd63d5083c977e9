/** The liability tree in memory. It receives members, and returns the rows to store. */
import { groupOf } from '../../../proof/groups.ts'
import { NODE_BYTES, rootInPlace, type SumNode } from '../../../proof/sum-tree.ts'
import { sha256 } from '../log/sha256.ts'
import { makeLeaves, makeRoots, type Owed } from './hash-leaves.ts'
import { leafStore, shuffled } from './leaf-order.ts'
import { BLOCK_MEMBERS, LEAF_BYTES, TILE_WIDTH, writeBlock } from './tile-bodies.ts'

/** Members as PostgreSQL packs them: i32 numbers and i64 amounts, big-endian. */
export type PackedResults = { readonly numbers: Uint8Array; readonly amounts: Uint8Array }

/** The same, with a JSON list of their names. */
export type PackedOwed = PackedResults & { readonly names: string }

type TileRow = { readonly level: number; readonly no: number; readonly body: Uint8Array }
type IndexRow = { readonly block_no: number; readonly body: Uint8Array }

/** What a tree returns in one step. The last step returns its root. */
export type Rows =
  | { readonly tiles: readonly TileRow[] }
  | { readonly index: readonly IndexRow[] }
  | { readonly root: SumNode; readonly size: number }

export type TreeOf = {
  readonly day: string
  readonly secret: Uint8Array
  /** Whether leaves count groups. They don't while groups would reveal individual members. */
  readonly hasGroups: boolean
}

/** The rows in one step, and so in one statement, which takes a few milliseconds. */
const ROWS_AT_ONCE = 16

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function* unpack({ numbers, amounts }: PackedResults): Generator<{ no: number; amount: bigint }> {
  const [each, all] = [viewOf(numbers), viewOf(amounts)]
  for (let i = 0; 4 * i < numbers.length; i++) {
    yield { no: each.getInt32(4 * i), amount: all.getBigInt64(8 * i) }
  }
}

export function openTree({ day, secret, hasGroups }: TreeOf) {
  const leaves = leafStore()
  /** By a member's number. */
  const partsOf: number[] = []
  const groups: number[] = []
  const never = groupOf(null)
  return {
    /** Records the groups of members who have paid. All others count as members who never paid. */
    addResults(packed: PackedResults): void {
      for (const { no, amount } of unpack(packed)) {
        while (groups.length < no) groups.push(never)
        groups[no] = groupOf(amount)
      }
    },
    /** Creates the leaves of the next members, by number. */
    addOwed({ names, ...packed }: PackedOwed): void {
      // We had PostgreSQL write this list.
      const named = JSON.parse(names) as string[]
      const members: Owed[] = []
      for (const { no: member, amount: owed } of unpack(packed)) {
        const group = hasGroups ? (groups[member] ?? never) : null
        members.push({ member, owed, username: named[members.length] ?? '', group })
      }
      const { bytes, parts } = makeLeaves({ day, secret, members })
      leaves.add(bytes)
      for (const [i, { member }] of members.entries()) {
        while (partsOf.length < member) partsOf.push(0)
        partsOf.push(parts[i] ?? 0)
      }
    },
    *rows(): Generator<Rows> {
      const order = shuffled(leaves.count())
      const root = yield* tileRows(leaves, order)
      yield* indexRows(partsOf, order)
      yield { root, size: order.length }
    },
  }
}

/** The tiles of all levels. @returns the root */
function* tileRows(
  leaves: ReturnType<typeof leafStore>,
  order: Uint32Array,
): Generator<Rows, SumNode> {
  let nodes = new Uint8Array(Math.ceil(order.length / TILE_WIDTH) * NODE_BYTES)
  for (let no = 0; no * TILE_WIDTH < order.length; no += ROWS_AT_ONCE) {
    const picked = leaves.pick(order.subarray(no * TILE_WIDTH, (no + ROWS_AT_ONCE) * TILE_WIDTH))
    nodes.set(makeRoots(picked), no * NODE_BYTES)
    yield { tiles: tilesIn(picked, LEAF_BYTES, { level: 0, no }) }
  }
  for (let level = 1; nodes.length > NODE_BYTES; level++) {
    const tiles = tilesIn(nodes, NODE_BYTES, { level, no: 0 })
    const above = new Uint8Array(tiles.length * NODE_BYTES)
    for (const { no, body } of tiles) above.set(rootInPlace(sha256, body.slice()), no * NODE_BYTES)
    for (let at = 0; at < tiles.length; at += ROWS_AT_ONCE) {
      yield { tiles: tiles.slice(at, at + ROWS_AT_ONCE) }
    }
    nodes = above
  }
  return rootInPlace(sha256, nodes)
}

/** Splits the content of a level into tiles, starting from a number. */
function tilesIn(
  content: Uint8Array,
  bytes: number,
  { level, no }: { readonly level: number; readonly no: number },
): TileRow[] {
  const width = TILE_WIDTH * bytes
  return Array.from({ length: Math.ceil(content.length / width) }, (_, at) => ({
    level,
    no: no + at,
    body: content.subarray(at * width, (at + 1) * width),
  }))
}

/** Where each member's leaves are. */
function* indexRows(partsOf: readonly number[], order: Uint32Array): Generator<Rows> {
  const places = new Uint32Array(order.length)
  for (const [place, leaf] of order.entries()) places[leaf] = place
  let leaf = 0
  let index: IndexRow[] = []
  for (let block = 0; block * BLOCK_MEMBERS < partsOf.length; block++) {
    const counts = partsOf.slice(block * BLOCK_MEMBERS, (block + 1) * BLOCK_MEMBERS)
    const own = counts.map((count) => places.subarray(leaf, (leaf += count)))
    index.push({ block_no: block, body: writeBlock(own) })
    if (index.length < ROWS_AT_ONCE) continue
    yield { index }
    index = []
  }
  if (index.length > 0) yield { index }
}
