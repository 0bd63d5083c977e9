/** The storage format of the liability tree's tiles and of the index of its leaves. */
import { HASH_BYTES, NODE_BYTES, writeOwed, writeSums, type Leaf } from '../../../proof/sum-tree.ts'
import type { SumNode } from '../../../proof/sum-tree.ts'

export const TILE_WIDTH = 256

/** A leaf in a tile: the amount we owe as u64, a byte for what it counts, and the hash. */
export const LEAF_BYTES = 8 + 1 + HASH_BYTES
const COUNTS_NOBODY = 255
const NO_GROUP = 254

type Counted = Pick<Leaf, 'owed' | 'counts' | 'group'>

/** Writes a leaf at a position in a tile. */
export function writeLeaf(
  tile: Uint8Array,
  at: number,
  { owed, counts, group }: Counted,
  hash: Uint8Array,
): void {
  writeOwed(tile, at, owed)
  tile[at + 8] = counts ? (group ?? NO_GROUP) : COUNTS_NOBODY
  tile.set(hash, at + 9)
}

const countsOf = (code = COUNTS_NOBODY): Pick<Leaf, 'counts' | 'group'> => ({
  counts: code !== COUNTS_NOBODY,
  group: code === COUNTS_NOBODY || code === NO_GROUP ? null : code,
})

/** What a leaf of a tile counts. */
export const readLeaf = (tile: Buffer, at: number): Counted => ({
  owed: tile.readBigUInt64BE(at),
  ...countsOf(tile[at + 8]),
})

/** The nodes of a tile on the lowest level, in order. */
export function nodesOfLeaves(tile: Uint8Array): Uint8Array {
  const count = tile.length / LEAF_BYTES
  const nodes = new Uint8Array(count * NODE_BYTES)
  for (let i = 0; i < count; i++) {
    const [from, to] = [i * LEAF_BYTES, i * NODE_BYTES]
    for (let byte = 0; byte < 8; byte++) nodes[to + byte] = tile[from + byte] ?? 0
    writeSums(nodes, to, countsOf(tile[from + 8]))
    nodes.set(tile.subarray(from + 9, from + LEAF_BYTES), to + NODE_BYTES - HASH_BYTES)
  }
  return nodes
}

/** The nodes of a tile. Those of the levels above are stored as they are. */
export function nodesOf(level: number, tile: Uint8Array): SumNode[] {
  const nodes = level === 0 ? nodesOfLeaves(tile) : tile
  return Array.from({ length: nodes.length / NODE_BYTES }, (_, i) =>
    nodes.subarray(i * NODE_BYTES, (i + 1) * NODE_BYTES),
  )
}

/** The number of members in a block of the index. */
export const BLOCK_MEMBERS = 256

/** A block: the number of leaves of each member, and the position of each leaf. */
export function writeBlock(places: readonly Uint32Array[]): Buffer {
  const leaves = places.reduce((sum, own) => sum + own.length, 0)
  const block = Buffer.alloc(places.length + 4 * leaves)
  let at = 0
  for (const own of places) {
    at = block.writeUInt8(own.length, at)
    for (const place of own) at = block.writeUInt32BE(place, at)
  }
  return block
}

/** The positions of one member's leaves; none for a member who joined later. */
export function readBlock(block: Buffer, member: number): number[] {
  let at = 0
  for (let skipped = member % BLOCK_MEMBERS; skipped > 0 && at < block.length; skipped--) {
    at += 1 + 4 * block.readUInt8(at)
  }
  const count = at < block.length ? block.readUInt8(at) : 0
  return Array.from({ length: count }, (_, i) => block.readUInt32BE(at + 1 + 4 * i))
}
