/**
 * The tree of deposit addresses with coins. We build it at the cutoff and open it where a block
 * draws.
 */
import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { base64 } from '@scure/base'
import { sql } from 'kysely'
import { anyOf, lit, sumOf, ago } from '../../../db/expressions.ts'
import { pagesOf } from '../../../db/pages.ts'
import type { Db, Tx } from '../../../db/types.ts'
import {
  drawCoins,
  isOwn,
  reserveLeafHash,
  reserveSalt,
  type Amounts,
  type Opening,
} from '../../../proof/reserve-tree.ts'
import { inclusionProof, nodeHash, rootOf, type SubtreeReader } from '../../../proof/tree.ts'
import { sha256 } from '../log/sha256.ts'

const HASH_BYTES = 32
const SECRET_BYTES = 32
/** The addresses in one statement, and the leaves between two turns of the event loop. */
const AT_ONCE = 2_000
/** We ignore readings older than this. */
const OLDEST_HOURS = 48

type Held = { readonly address: string } & Amounts

const least = (coin: 'trx' | 'usdt') =>
  sql<bigint>`least(${sql.ref(`checks.chain_${coin}`)}, ${sql.ref(`checks.ledger_${coin}`)})`

/**
 * Deposit addresses with coins, each with the lower of its last reading and the ledger. An address
 * with a move under way, or without a reading since its last move, doesn't count, because its coins
 * may be in a wallet.
 */
const heldBy = (db: Db | Tx, wallets: readonly string[]) =>
  db
    .selectFrom('address_checks as checks')
    .innerJoin('deposit_addresses', 'deposit_addresses.address', 'checks.address')
    .select(['checks.address', least('trx').as('trx'), least('usdt').as('usdt')])
    .where('checks.address', 'not in', ['', ...wallets])
    .where('checks.state', '<>', lit('waiting'))
    .where('checks.checked_at', '>', ago('hours', OLDEST_HOURS))
    .where(({ or, eb }) => or([eb(least('trx'), '>', 0n), eb(least('usdt'), '>', 0n)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('custody_moves')
            .select('no')
            .where('state', '=', lit('stored'))
            .whereRef('from_address', '=', 'checks.address'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reconciliation_queue as queue')
            .select('queue.turn')
            .where('queue.moved', '=', true)
            .whereRef('queue.address', '=', 'checks.address'),
        ),
      ),
    )

const readHeld = (atCut: Tx, after: string, wallets: readonly string[]): Promise<Held[]> =>
  heldBy(atCut, wallets)
    .where('checks.address', '>', after)
    .orderBy('checks.address')
    .limit(AT_ONCE)
    .execute()

/** The total that deposit addresses hold, without a tree. */
export async function sumHeld(db: Db, wallets: readonly string[]): Promise<Amounts> {
  const row = await db
    .selectFrom(heldBy(db, wallets).as('held'))
    .select(({ ref }) => [sumOf(ref('held.trx')).as('trx'), sumOf(ref('held.usdt')).as('usdt')])
    .executeTakeFirstOrThrow()
  return { trx: row.trx, usdt: row.usdt }
}

/** The hashes of a tree's leaves, level by level, so that proofs need no second pass. */
function levelsOver(leaves: readonly Uint8Array[]): SubtreeReader {
  let level = Buffer.concat(leaves, leaves.length * HASH_BYTES)
  const levels = [level]
  while (level.length > HASH_BYTES) {
    const pairs = Math.floor(level.length / HASH_BYTES / 2)
    const above = Buffer.alloc(pairs * HASH_BYTES)
    for (let at = 0; at < pairs; at++) {
      const pair = level.subarray(2 * at * HASH_BYTES, 2 * (at + 1) * HASH_BYTES)
      const [left, right] = [pair.subarray(0, HASH_BYTES), pair.subarray(HASH_BYTES)]
      above.set(nodeHash(sha256, left, right), at * HASH_BYTES)
    }
    levels.push(above)
    level = above
  }
  return (height, no) =>
    levels[height]?.subarray(no * HASH_BYTES, (no + 1) * HASH_BYTES) ?? new Uint8Array()
}

export type Deposits = { readonly size: number; readonly root: Uint8Array | null } & Amounts

/**
 * Builds and stores the tree of a day that isn't sealed yet.
 * @param wallets addresses that count elsewhere, and so not here
 */
export async function buildDepositTree(
  atCut: Tx,
  db: Db,
  day: string,
  wallets: readonly string[],
): Promise<Deposits> {
  const secret = randomBytes(SECRET_BYTES)
  const { no: tree } = await db
    .insertInto('reserve_trees')
    .values({ day, secret })
    .returning('no')
    .executeTakeFirstOrThrow()
  const leaves: Uint8Array[] = []
  let before: Amounts = { trx: 0n, usdt: 0n }
  const readPage = (last?: Held) => readHeld(atCut, last?.address ?? '', wallets)
  for await (const held of pagesOf(AT_ONCE, readPage)) {
    const rows = held.map((each, at) => ({ tree_no: tree, no: leaves.length + at, ...each }))
    await db.insertInto('reserve_leaves').values(rows).execute()
    for (const { address, trx, usdt } of held) {
      const salt = reserveSalt(sha256, secret, leaves.length)
      leaves.push(reserveLeafHash(sha256, day, { address, holds: { trx, usdt }, before }, salt))
      before = { trx: before.trx + trx, usdt: before.usdt + usdt }
    }
    await nextTurn()
  }
  const size = leaves.length
  if (size === 0) return { size, root: null, ...before }
  const root = rootOf(sha256, levelsOver(leaves), size)
  await db
    .updateTable('reserve_trees')
    .set({ root: Buffer.from(root) })
    .where('no', '=', tree)
    .execute()
  return { size, root, ...before }
}

/**
 * The leaves that a block draws from the tree with this root; undefined once we have deleted the
 * tree.
 */
export async function openDraws(
  db: Db,
  { day, root, sums }: { day: string; root: Uint8Array; sums: Amounts },
  blockId: string,
): Promise<Opening[] | undefined> {
  const tree = await db
    .selectFrom('reserve_trees')
    .select(['no', 'secret'])
    .where('day', '=', day)
    .where('root', '=', Buffer.from(root))
    .executeTakeFirst()
  if (!tree) return undefined
  const draws = drawCoins(sha256, root, blockId, sums)
  const leaves: Uint8Array[] = []
  const found: Omit<Opening, 'path'>[] = []
  let before: Amounts = { trx: 0n, usdt: 0n }
  for (;;) {
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => leaves.length + at)
    const rows = await db
      .selectFrom('reserve_leaves')
      .select(['address', 'trx', 'usdt'])
      .where('tree_no', '=', tree.no)
      .where('no', '=', anyOf(numbers, 'int'))
      .orderBy('no')
      .execute()
    if (rows.length === 0) break
    for (const { address, trx, usdt } of rows) {
      const [index, leaf] = [leaves.length, { address, holds: { trx, usdt }, before }]
      const salt = reserveSalt(sha256, tree.secret, index)
      leaves.push(reserveLeafHash(sha256, day, leaf, salt))
      for (const draw of draws) {
        if (isOwn(draw, leaf)) found.push({ draw: draw.no, index, salt, ...leaf })
      }
      before = { trx: before.trx + trx, usdt: before.usdt + usdt }
    }
    await nextTurn()
  }
  const read = levelsOver(leaves)
  return found.map((each) => {
    const path = inclusionProof(sha256, read, each.index, leaves.length)
    return { ...each, path: path.map((hash) => base64.encode(hash)) }
  })
}
