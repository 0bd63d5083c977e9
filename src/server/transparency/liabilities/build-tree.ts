/**
 * Builds and stores the tree of what we owe members. Threads hash, so the process
 * stays responsive. It keeps 50 bytes a leaf in memory.
 */
import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ago } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { hashOf, NODE_BYTES, rootOver, type SumNode } from '../../../proof/sum-tree.ts'
import { sha256 } from '../log/sha256.ts'
import type { Owed } from './hash-leaves.ts'
import { openHashThreads, type HashThreads } from './hash-threads.ts'
import { BLOCK_MEMBERS, LEAF_BYTES, TILE_WIDTH, writeBlock } from './tile-bodies.ts'

/** Swaps between two turns of the event loop. */
const SWAPS_AT_ONCE = 16_384
/** Tiles that a thread gets at once. */
const TILES_AT_ONCE = 16
/** Tiles in one statement: up to a megabyte. */
const ROWS_AT_ONCE = 96

const SECRET_BYTES = 32

/** Leaves in the order of their members, in pieces that never move. */
function leafStore() {
  const piece = 65_536
  const pieces: Buffer[] = []
  let count = 0
  return {
    count: () => count,
    add(leaves: Uint8Array): void {
      for (let at = 0; at < leaves.length;) {
        const place = (count % piece) * LEAF_BYTES
        if (place === 0) pieces.push(Buffer.allocUnsafe(piece * LEAF_BYTES))
        const own = pieces.at(-1) ?? Buffer.alloc(0)
        const some = leaves.subarray(at, at + own.length - place)
        own.set(some, place)
        at += some.length
        count += some.length / LEAF_BYTES
      }
    },
    copy(no: number, target: Buffer, targetAt: number): void {
      const at = (no % piece) * LEAF_BYTES
      pieces[Math.floor(no / piece)]?.copy(target, targetAt, at, at + LEAF_BYTES)
    },
  }
}

type Leaves = ReturnType<typeof leafStore>

/** A task that a thread has. In an object, because a promise of a promise waits for both. */
type Given<T> = { readonly result: Promise<T> }

/**
 * Gives tasks to the threads, two to each, and takes the results in order.
 * @param next the next task; null after the last one
 */
async function inOrder<T>(
  width: number,
  next: () => Promise<Given<T> | null>,
  take: (result: T) => Promise<void>,
): Promise<void> {
  const running: Promise<T>[] = []
  try {
    for (;;) {
      const task = await next()
      // It may fail while we wait for the next task. We see that in its turn.
      task?.result.catch(() => undefined)
      if (task) running.push(task.result)
      if (!task && running.length === 0) return
      if (task && running.length < 2 * width) continue
      const first = running.shift()
      if (first) await take(await first)
    }
  } finally {
    await Promise.allSettled(running)
  }
}

/** All leaves, and how many of them each member has. */
async function makeLeaves(
  { day, secret, groups, members }: Omit<Order, 'db'> & { secret: Buffer },
  threads: HashThreads,
): Promise<{ leaves: Leaves; partsOf: number[] }> {
  const leaves = leafStore()
  const partsOf: number[] = []
  const batches = members[Symbol.asyncIterator]()
  const next = async () => {
    const read = await batches.next()
    if (read.done === true) return null
    const batch = read.value
    const grouped = batch.map((each) => ({ ...each, group: groups?.[each.member] ?? null }))
    const made = threads.makeLeaves({ day, secret, members: grouped })
    return { result: made.then((leaves) => ({ ...leaves, batch })) }
  }
  await inOrder(threads.width, next, async ({ bytes, parts, batch }) => {
    leaves.add(bytes)
    for (const [no, { member }] of batch.entries()) {
      while (partsOf.length < member) partsOf.push(0)
      partsOf.push(parts[no] ?? 0)
    }
  })
  return { leaves, partsOf }
}

/** Random numbers of 32 bits, many at once: asking for each takes longer than using it. */
function randomWords() {
  let words = new Uint32Array()
  let at = 0
  return (): number => {
    if (at === words.length) {
      const bytes = randomBytes(4 * SWAPS_AT_ONCE)
      words = new Uint32Array(bytes.buffer, bytes.byteOffset, SWAPS_AT_ONCE)
      at = 0
    }
    return words[at++] ?? 0
  }
}

const WORDS = 2 ** 32

/** A new order of all leaves each day, so neighbors of two days say nothing (Fisher and Yates). */
async function shuffled(count: number): Promise<Uint32Array> {
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  const draw = randomWords()
  for (let at = count - 1; at > 0; at--) {
    // Words above the last whole multiple would make small numbers more likely.
    const limit = WORDS - (WORDS % (at + 1))
    let word = draw()
    while (word >= limit) word = draw()
    const other = word % (at + 1)
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

type Stored = { readonly tree: number; readonly leaves: Leaves; readonly order: Uint32Array }

/** Stores the tiles of all levels. @returns the root */
async function storeTiles(
  db: Db,
  { tree, leaves, order }: Stored,
  threads: HashThreads,
): Promise<SumNode> {
  const writer = tileWriter(db, tree)
  let nodes: SumNode[] = []
  let first = 0
  const next = async () => {
    const own = order.subarray(first, first + TILES_AT_ONCE * TILE_WIDTH)
    if (own.length === 0) return null
    const no = first / TILE_WIDTH
    first += own.length
    const body = Buffer.allocUnsafe(own.length * LEAF_BYTES)
    for (const [i, leaf] of own.entries()) leaves.copy(leaf, body, i * LEAF_BYTES)
    await setImmediate()
    return { result: threads.makeRoots(body).then((roots) => ({ no, body, roots })) }
  }
  const width = TILE_WIDTH * LEAF_BYTES
  await inOrder(threads.width, next, async ({ no, body, roots }) => {
    for (let at = 0; at * width < body.length; at++) {
      nodes.push(roots.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES))
      await writer.add(0, no + at, body.subarray(at * width, (at + 1) * width))
    }
  })
  for (let level = 1; nodes.length > 1; level++) {
    const above: SumNode[] = []
    for (let no = 0; no * TILE_WIDTH < nodes.length; no++) {
      const own = nodes.slice(no * TILE_WIDTH, (no + 1) * TILE_WIDTH)
      above.push(rootOver(sha256, own))
      await writer.add(level, no, Buffer.concat(own, own.length * NODE_BYTES))
      await setImmediate()
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
  using threads = openHashThreads()
  const { leaves, partsOf } = await makeLeaves({ ...ordered, secret }, threads)
  const order = await shuffled(leaves.count())
  const { no: tree } = await db
    .insertInto('liability_days')
    .values({ day, secret })
    .returning('no')
    .executeTakeFirstOrThrow()
  const root = await storeTiles(db, { tree, leaves, order }, threads)
  await storeIndex(db, tree, partsOf, order)
  await db
    .updateTable('liability_days')
    .set({ size: order.length, root: Buffer.from(hashOf(root)) })
    .where('no', '=', tree)
    .execute()
  return { root, size: order.length }
}
