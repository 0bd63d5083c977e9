/** How tiles of a tree of liabilities, and the index of its leaves, are stored. */
import { HASH_BYTES, hashOf, NODE_BYTES, sumsOfLeaf, type Leaf } from '../../../proof/sum-tree.ts'
import type { SumNode } from '../../../proof/sum-tree.ts'

export const TILE_WIDTH = 256

/** A leaf in a tile: u64 owed, a byte for what it counts, and the hash. */
export const LEAF_BYTES = 8 + 1 + HASH_BYTES
const COUNTS_NOBODY = 255
const NO_GROUP = 254

type Counted = Pick<Leaf, 'owed' | 'counts' | 'group'>

/** Writes a leaf at a place of a tile. */
export function writeLeaf(tile: Buffer, at: number, leaf: Counted, node: SumNode): void {
  tile.writeBigUInt64BE(leaf.owed, at)
  tile[at + 8] = leaf.counts ? (leaf.group ?? NO_GROUP) : COUNTS_NOBODY
  tile.set(hashOf(node), at + 9)
}

/** What a leaf of a tile counts. */
export function readLeaf(tile: Buffer, at: number): Counted {
  const code = tile[at + 8] ?? COUNTS_NOBODY
  const counts = code !== COUNTS_NOBODY
  const group = counts && code !== NO_GROUP ? code : null
  return { owed: tile.readBigUInt64BE(at), counts, group }
}

/** The nodes of a tile. Those of the levels above are stored as they are. */
export function nodesOf(level: number, tile: Buffer): SumNode[] {
  const width = level === 0 ? LEAF_BYTES : NODE_BYTES
  return Array.from({ length: tile.length / width }, (_, i) => {
    if (level > 0) return tile.subarray(i * width, (i + 1) * width)
    const node = sumsOfLeaf(readLeaf(tile, i * width))
    node.set(tile.subarray(i * width + 9, (i + 1) * width), NODE_BYTES - HASH_BYTES)
    return node
  })
}

/** Members in a block of the index. */
export const BLOCK_MEMBERS = 256

/** A block: for each of its members, how many leaves they have, and the place of each. */
export function writeBlock(places: readonly (readonly number[])[]): Buffer {
  const leaves = places.reduce((sum, own) => sum + own.length, 0)
  const block = Buffer.alloc(places.length + 4 * leaves)
  let at = 0
  for (const own of places) {
    at = block.writeUInt8(own.length, at)
    for (const place of own) at = block.writeUInt32BE(place, at)
  }
  return block
}

/** The places of one member's leaves; none for a member who came later. */
export function readBlock(block: Buffer, member: number): number[] {
  let at = 0
  for (let skipped = member % BLOCK_MEMBERS; skipped > 0 && at < block.length; skipped--) {
    at += 1 + 4 * block.readUInt8(at)
  }
  const count = at < block.length ? block.readUInt8(at) : 0
  return Array.from({ length: count }, (_, i) => block.readUInt32BE(at + 1 + 4 * i))
}
