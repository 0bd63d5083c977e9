/** Reads one member's leaves out of a stored tree, with their paths to its root. */
import type { Db } from '../../../db/types.ts'
import { pathIn, saltOf, type Leaf, type SumNode } from '../../../proof/sum-tree.ts'
import { sha256 } from '../log/sha256.ts'
import {
  BLOCK_MEMBERS,
  LEAF_BYTES,
  nodesOf,
  readBlock,
  readLeaf,
  TILE_WIDTH,
} from './tile-bodies.ts'

export type OwnLeaf = Omit<Leaf, 'day'> & {
  readonly node: SumNode
  readonly salt: Uint8Array
  readonly index: number
  readonly path: readonly SumNode[]
}

const tileOf = (index: number, level: number): number =>
  Math.floor(index / TILE_WIDTH ** (level + 1))

/** How many levels of tiles a tree of this size has. */
function levelsOf(size: number): number {
  let levels = 1
  while (TILE_WIDTH ** levels < size) levels += 1
  return levels
}

/**
 * A member's leaves, in the order of their parts; null if there is no such tree, or the member
 * joined later. One leaf takes a tile of each level: three tiles for sixteen million leaves.
 */
export async function readLeaves(
  db: Db,
  root: Uint8Array,
  member: number,
): Promise<OwnLeaf[] | null> {
  const tree = await db
    .selectFrom('liability_days')
    .innerJoin('liability_index', 'liability_index.tree_no', 'liability_days.no')
    .select(['liability_days.no', 'secret', 'size', 'body'])
    .where('root', '=', Buffer.from(root))
    .where('block_no', '=', Math.floor(member / BLOCK_MEMBERS))
    .executeTakeFirst()
  const places = tree ? readBlock(tree.body, member) : []
  if (!tree || tree.size === null || places.length === 0) return null
  const levels = Array.from({ length: levelsOf(tree.size) }, (_, level) => level)
  const tiles = await readTiles(db, tree.no, levels, places)
  return places.map((index, part) => {
    const path = levels.flatMap((level) =>
      pathIn(sha256, tiles(level, index), Math.floor(index / TILE_WIDTH ** level) % TILE_WIDTH),
    )
    const node = tiles(0, index)[index % TILE_WIDTH]
    if (!node) throw new Error(`leaf ${index} of its tree is missing`)
    const salt = saltOf(sha256, tree.secret, { member, part })
    return { ...tiles.leaf(index), node, salt, index, path }
  })
}

/** The tiles on the paths from some positions. */
async function readTiles(
  db: Db,
  tree: number,
  levels: readonly number[],
  places: readonly number[],
) {
  const named = levels.flatMap((level) => {
    const numbers = new Set(places.map((index) => tileOf(index, level)))
    return [...numbers].map((no) => ({ level, no }))
  })
  const rows = await db
    .selectFrom('liability_tiles')
    .select(['level', 'no', 'body'])
    .where('tree_no', '=', tree)
    .where((eb) => eb.or(named.map((tile) => eb.and(tile))))
    .execute()
  const bodies = new Map(rows.map(({ level, no, body }) => [`${level}/${no}`, body]))
  const nodes = new Map(rows.map(({ level, no, body }) => [`${level}/${no}`, nodesOf(level, body)]))
  const of = (level: number, index: number): SumNode[] =>
    nodes.get(`${level}/${tileOf(index, level)}`) ?? []
  const leaf = (index: number) =>
    readLeaf(
      bodies.get(`0/${tileOf(index, 0)}`) ?? Buffer.alloc(0),
      (index % TILE_WIDTH) * LEAF_BYTES,
    )
  return Object.assign(of, { leaf })
}
