/** The tree in tiles of 256 hashes, as C2SP tlog-tiles stores and serves them. */
import { joined } from './bytes.ts'
import type { Sha256 } from './canonical.ts'
import { nodeHash, type SubtreeReader } from './tree.ts'

export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
export const HASH_BYTES = 32

/** The existing hashes of a tile. Throws if there is no such tile. */
export type TileReader = (level: number, no: number) => Uint8Array

/** Reads subtrees from tiles, and computes those between the tiles' levels. */
export function subtreesOf(sha256: Sha256, readTile: TileReader): SubtreeReader {
  const read: SubtreeReader = (height, no) => {
    if (height % TILE_HEIGHT !== 0) {
      return nodeHash(sha256, read(height - 1, 2 * no), read(height - 1, 2 * no + 1))
    }
    const hashes = readTile(height / TILE_HEIGHT, Math.floor(no / TILE_WIDTH))
    const at = (no % TILE_WIDTH) * HASH_BYTES
    if (at + HASH_BYTES > hashes.length) throw new Error(`hash ${no} of its tile is missing`)
    return hashes.subarray(at, at + HASH_BYTES)
  }
  return read
}

/** The root of a whole tile, which is a hash of the level above. */
function tileRoot(sha256: Sha256, hashes: Uint8Array): Uint8Array {
  let level = Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
    hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  )
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, i) =>
      nodeHash(sha256, level[2 * i] ?? hashes, level[2 * i + 1] ?? hashes),
    )
  }
  return level[0] ?? hashes
}

export type Tile = { readonly level: number; readonly no: number; readonly hashes: Uint8Array }

/** The tiles of a tree of this size at a level: full ones, and the width of the last one. */
function tilesAt(level: number, size: number): { whole: number; width: number } {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return { whole: Math.floor(hashes / TILE_WIDTH), width: hashes % TILE_WIDTH }
}

/** The last tile of each level of a tree of this size, which is all that adding a leaf needs. */
export function edgeOf(size: number): { level: number; no: number; width: number }[] {
  const edge: { level: number; no: number; width: number }[] = []
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    const { whole, width } = tilesAt(level, size)
    if (width > 0) edge.push({ level, no: whole, width })
  }
  return edge
}

/**
 * Adds leaves to a tree, given only its edge.
 * @param edge the hashes of the tiles that `edgeOf(size)` names
 * @returns every new or grown tile
 */
export function addLeaves(
  sha256: Sha256,
  size: number,
  edge: readonly Tile[],
  leaves: readonly Uint8Array[],
): Tile[] {
  const changed: Tile[] = []
  let added = leaves
  for (let level = 0; added.length > 0; level++) {
    const { whole, width } = tilesAt(level, size)
    const before = edge.find((tile) => tile.level === level)?.hashes ?? new Uint8Array()
    if (before.length !== width * HASH_BYTES) throw new Error(`the edge at level ${level} differs`)
    const above: Uint8Array[] = []
    for (let at = 0, no = whole; at < added.length; no++) {
      const own = no === whole ? before : new Uint8Array()
      const taken = added.slice(at, at + TILE_WIDTH - own.length / HASH_BYTES)
      const hashes = joined(own, ...taken)
      changed.push({ level, no, hashes })
      if (hashes.length === TILE_WIDTH * HASH_BYTES) above.push(tileRoot(sha256, hashes))
      at += taken.length
    }
    added = above
  }
  return changed
}

/** The tiles that a proof for one leaf of a tree of this size may need: a few for each level. */
export function tilesFor(index: number, size: number): { level: number; no: number }[] {
  const needed = new Map<string, { level: number; no: number }>()
  const add = (level: number, no: number): void => void needed.set(`${level}/${no}`, { level, no })
  for (const { level, no } of edgeOf(size)) add(level, no)
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    const { whole, width } = tilesAt(level, size)
    const no = Math.floor(index / TILE_WIDTH ** (level + 1))
    if (no < whole || (no === whole && width > 0)) add(level, no)
  }
  return [...needed.values()]
}

/** Reads subtrees of a small tree from the list of its leaves. */
export function subtreesOfList(sha256: Sha256, leaves: readonly Uint8Array[]): SubtreeReader {
  const read: SubtreeReader = (height, no) => {
    if (height > 0) return nodeHash(sha256, read(height - 1, 2 * no), read(height - 1, 2 * no + 1))
    const leaf = leaves[no]
    if (!leaf) throw new Error(`there is no leaf ${no}`)
    return leaf
  }
  return read
}
