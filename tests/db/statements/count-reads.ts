import { sql } from 'kysely'
import type { Db, Tx } from '../../../src/db/types.ts'

async function readSoFar(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
  return Number(rows[0]?.count)
}

/** How many rows of a table something reads. */
export const countReads = (
  db: Db,
  table: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const before = await readSoFar(tx, table)
    await work(tx)
    return (await readSoFar(tx, table)) - before
  })
