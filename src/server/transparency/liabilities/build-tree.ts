/**
 * Builds and stores the tree of what we owe members. A thread does the computing, and either that
 * thread or the database works, never both. With two cores, one stays free for the ledger.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ago, lit } from '../../../db/expressions.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { hashOf, type SumNode } from '../../../proof/sum-tree.ts'
import { openTreeThread, type TreeThread } from './ask-tree-thread.ts'
import type { PackedOwed, PackedResults } from './tree-rows.ts'

const SECRET_BYTES = 32

/** Long after we know the outcome of any attempt's seal. */
const FAILED_AFTER_MINUTES = 10

/**
 * Deletes the trees that no sheet has, of any day. A failing day is retried every minute, each time
 * with a tree of all members. Only a later day deletes the trees of the last minutes.
 */
const forgetFailed = (db: Db): Promise<unknown> =>
  db
    .deleteFrom('liability_days')
    .where('built_at', '<', ago('mins', FAILED_AFTER_MINUTES))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('day_sheets')
            .innerJoin('sheet_bodies', 'sheet_bodies.sha256', 'day_sheets.sha256')
            .select('day_sheets.day')
            .whereRef('day_sheets.day', '=', 'liability_days.day')
            .where(({ eb, ref }) =>
              eb(
                sql`${ref('sheet_bodies.body')}::jsonb #>> ${lit('{liabilities,root}')}`,
                '=',
                sql`encode(${ref('liability_days.root')}, 'base64')`,
              ),
            ),
        ),
      ),
    )
    .execute()

type Order = {
  readonly db: Db
  readonly day: string
  /** The results of members who have paid; null while groups would reveal individual members. */
  readonly results: AsyncIterable<PackedResults> | null
  /** All members by number. */
  readonly owed: AsyncIterable<PackedOwed>
}

export type Tree = { readonly root: SumNode; readonly size: number }

/** Builds and stores a tree for a day that isn’t sealed yet, whole or not at all. */
export async function buildTree({ db, day, results, owed }: Order): Promise<Tree> {
  await forgetFailed(db)
  const secret = randomBytes(SECRET_BYTES)
  await using thread = openTreeThread({ day, secret, hasGroups: results !== null })
  for await (const packed of results ?? []) await thread.addResults(packed)
  for await (const packed of owed) await thread.addOwed(packed)
  return await db.transaction().execute(async (tx) => {
    // The seal's own COMMIT waits for the disk, and so for everything written before it.
    await sql`set local synchronous_commit = off`.execute(tx)
    return await store(tx, { day, secret }, thread)
  })
}

async function store(
  tx: Tx,
  row: { readonly day: string; readonly secret: Buffer },
  thread: TreeThread,
): Promise<Tree> {
  const { no } = await tx
    .insertInto('liability_days')
    .values(row)
    .returning('no')
    .executeTakeFirstOrThrow()
  const asRow = <T extends { body: Uint8Array }>(each: T) => ({
    ...each,
    tree_no: no,
    body: Buffer.from(each.body.buffer, each.body.byteOffset, each.body.byteLength),
  })
  for (;;) {
    const rows = await thread.nextRows()
    if ('tiles' in rows) {
      await tx.insertInto('liability_tiles').values(rows.tiles.map(asRow)).execute()
    } else if ('index' in rows) {
      await tx.insertInto('liability_index').values(rows.index.map(asRow)).execute()
    } else {
      const root = Buffer.from(hashOf(rows.root))
      await tx
        .updateTable('liability_days')
        .set({ size: rows.size, root })
        .where('no', '=', no)
        .execute()
      return rows
    }
  }
}
