/**
 * Builds and stores the tree of what we owe members. It works in steps of some milliseconds, so the
 * process stays responsive, and keeps 50 bytes a leaf in memory.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ago } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import {
  hashOf,
  leafOf,
  MOST_PARTS,
  NODE_BYTES,
  rootOver,
  saltOf,
  type SumNode,
} from '../../../proof/sum-tree.ts'
import { sha256 } from '../log/sha256.ts'
import {
  BLOCK_MEMBERS,
  LEAF_BYTES,
  nodesOf,
  TILE_WIDTH,
  writeBlock,
  writeLeaf,
} from './tile-bodies.ts'

/** What one member is owed, in micro-dollars. */
export type Owed = {
  readonly member: number
  readonly username: string
  readonly owed: bigint
}

/** Balances above this are split, so that a neighbor in the tree doesn't see them. */
const PART_MICROS = 25_000_000n

/** Leaves, or swaps, between two turns of the event loop. */
const AT_ONCE = 512
const SWAPS_AT_ONCE = 20_000
/** Tiles in one statement: up to a megabyte. */
const ROWS_AT_ONCE = 32

const SECRET_BYTES = 32

/** A random amount from 0 to `most`. Sixteen bytes leave no bias worth a name. */
const randomUpTo = (most: bigint): bigint =>
  BigInt(`0x${randomBytes(16).toString('hex')}`) % (most + 1n)

/** Parts of a balance, cut at random places. A small balance is one part. */
export function split(owed: bigint): bigint[] {
  const wanted = Number((owed + PART_MICROS - 1n) / PART_MICROS)
  const parts = Math.max(1, Math.min(MOST_PARTS, wanted))
  const cuts = Array.from({ length: parts - 1 }, () => randomUpTo(owed))
  const ends = [...cuts.toSorted((one, other) => (one < other ? -1 : 1)), owed]
  return ends.map((end, i) => end - (ends[i - 1] ?? 0n))
}

/** Leaves in the order of their members, in pieces that never move. */
function leafStore() {
  const piece = 65_536
  const pieces: Buffer[] = []
  let count = 0
  const placeOf = (no: number) =>
    [pieces[Math.floor(no / piece)], (no % piece) * LEAF_BYTES] as const
  return {
    count: () => count,
    add(leaf: Parameters<typeof writeLeaf>[2], node: SumNode): void {
      if (count % piece === 0) pieces.push(Buffer.allocUnsafe(piece * LEAF_BYTES))
      const [own, at] = placeOf(count)
      if (own) writeLeaf(own, at, leaf, node)
      count += 1
    },
    copy(no: number, target: Buffer, targetAt: number): void {
      const [own, at] = placeOf(no)
      own?.copy(target, targetAt, at, at + LEAF_BYTES)
    },
  }
}

type Leaves = ReturnType<typeof leafStore>

/** All leaves, and how many of them each member has. */
async function makeLeaves({
  day,
  secret,
  groups,
  members,
}: Omit<Order, 'db'> & { secret: Buffer }): Promise<{ leaves: Leaves; partsOf: number[] }> {
  const leaves = leafStore()
  const partsOf: number[] = []
  for await (const batch of members) {
    for (const { member, username, owed } of batch) {
      while (partsOf.length < member) partsOf.push(0)
      const amounts = split(owed)
      const parts = amounts.length
      for (const [part, amount] of amounts.entries()) {
        const counts = part === 0
        const group = counts ? (groups?.[member] ?? null) : null
        const leaf = { day, owed: amount, counts, group }
        const salt = saltOf(sha256, secret, { member, part })
        leaves.add(leaf, leafOf(sha256, leaf, { salt, username, part, parts }))
        if (leaves.count() % AT_ONCE === 0) await setImmediate()
      }
      partsOf.push(parts)
    }
  }
  return { leaves, partsOf }
}

/** A new order of all leaves each day, so neighbors of two days say nothing (Fisher and Yates). */
async function shuffled(count: number): Promise<Uint32Array> {
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  for (let at = count - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    const moved = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = moved
    if (at % SWAPS_AT_ONCE === 0) await setImmediate()
  }
  return order
}

/** Collects rows, and stores them a few at a time. */
function tileWriter(db: Db, tree: number) {
  let rows: { tree_no: number; level: number; no: number; body: Buffer }[] = []
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await db.insertInto('liability_tiles').values(rows).execute()
    rows = []
  }
  const add = async (level: number, no: number, body: Buffer): Promise<void> => {
    rows.push({ tree_no: tree, level, no, body })
    if (rows.length === ROWS_AT_ONCE) await flush()
  }
  return { add, flush }
}

/** Stores the tiles of all levels. @returns the root */
async function storeTiles(
  db: Db,
  tree: number,
  leaves: Leaves,
  order: Uint32Array,
): Promise<SumNode> {
  const writer = tileWriter(db, tree)
  let nodes: SumNode[] = []
  for (let no = 0; no * TILE_WIDTH < order.length; no++) {
    const own = order.subarray(no * TILE_WIDTH, (no + 1) * TILE_WIDTH)
    const tile = Buffer.allocUnsafe(own.length * LEAF_BYTES)
    for (const [i, leaf] of own.entries()) leaves.copy(leaf, tile, i * LEAF_BYTES)
    nodes.push(rootOver(sha256, nodesOf(0, tile)))
    await writer.add(0, no, tile)
    await setImmediate()
  }
  for (let level = 1; nodes.length > 1; level++) {
    const above: SumNode[] = []
    for (let no = 0; no * TILE_WIDTH < nodes.length; no++) {
      const own = nodes.slice(no * TILE_WIDTH, (no + 1) * TILE_WIDTH)
      above.push(rootOver(sha256, own))
      await writer.add(level, no, Buffer.concat(own, own.length * NODE_BYTES))
    }
    nodes = above
  }
  await writer.flush()
  return rootOver(sha256, nodes)
}

/** Stores where each member's leaves are. */
async function storeIndex(
  db: Db,
  tree: number,
  partsOf: readonly number[],
  order: Uint32Array,
): Promise<void> {
  const places = new Uint32Array(order.length)
  for (const [place, leaf] of order.entries()) places[leaf] = place
  let leaf = 0
  let rows: { tree_no: number; block_no: number; body: Buffer }[] = []
  for (let block = 0; block * BLOCK_MEMBERS < partsOf.length; block++) {
    const counts = partsOf.slice(block * BLOCK_MEMBERS, (block + 1) * BLOCK_MEMBERS)
    const own = counts.map((count) => [...places.subarray(leaf, (leaf += count))])
    rows.push({ tree_no: tree, block_no: block, body: writeBlock(own) })
    if (rows.length < ROWS_AT_ONCE && (block + 1) * BLOCK_MEMBERS < partsOf.length) continue
    await db.insertInto('liability_index').values(rows).execute()
    rows = []
  }
}

/** Long after any answer to the seal of an attempt. */
const FAILED_AFTER_MINUTES = 10

/**
 * Forgets trees of a day that isn't sealed. A day that fails is tried every minute, with a tree of
 * all members each time.
 */
const forgetFailed = (db: Db, day: string): Promise<unknown> =>
  db
    .deleteFrom('liability_days')
    .where('day', '=', day)
    .where('built_at', '<', ago('mins', FAILED_AFTER_MINUTES))
    .execute()

type Order = {
  readonly db: Db
  readonly day: string
  /** The group of each member by number; null while groups would show single members. */
  readonly groups: Uint8Array | null
  /** In the order of their numbers. */
  readonly members: AsyncIterable<readonly Owed[]>
}

export type Tree = { readonly root: SumNode; readonly size: number }

/**
 * Builds and stores a tree for a day that isn’t sealed yet. An incomplete one has no root, and so
 * nobody finds it.
 */
export async function buildTree(ordered: Order): Promise<Tree> {
  const { db, day } = ordered
  await forgetFailed(db, day)
  const secret = randomBytes(SECRET_BYTES)
  const { leaves, partsOf } = await makeLeaves({ ...ordered, secret })
  const order = await shuffled(leaves.count())
  const { no: tree } = await db
    .insertInto('liability_days')
    .values({ day, secret })
    .returning('no')
    .executeTakeFirstOrThrow()
  const root = await storeTiles(db, tree, leaves, order)
  await storeIndex(db, tree, partsOf, order)
  await db
    .updateTable('liability_days')
    .set({ size: order.length, root: Buffer.from(hashOf(root)) })
    .where('no', '=', tree)
    .execute()
  return { root, size: order.length }
}
