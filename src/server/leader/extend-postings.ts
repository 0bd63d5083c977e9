/** Adds partitions of postings, and renews the statistics of the whole table. */
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { readLong } from '../../db/connection/silence.ts'
import type { Db } from '../../db/types.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

/** A partition has four million journals, which take the fastest ledger some minutes. */
const CHECK_INTERVAL_MS = 30_000

type Extending = {
  readonly db: Db
  readonly pool: Pool
  readonly log: Logger
  readonly stopping: AbortSignal
}

/** Adds partitions until the last one is empty. Costs two reads if it is. */
export async function extendPostings(db: Db): Promise<void> {
  await sql`select extend_postings()`.execute(db)
}

/**
 * Renews the planner's statistics of the whole table after it has doubled. On a slow disk, that
 * takes longer than a statement of the pool may, so it gets a connection of its own.
 */
export async function renewStatistics(db: Db, pool: Pool): Promise<void> {
  const doubled = sql<boolean>`postings_have_doubled()`.as('doubled')
  const row = await db.selectNoFrom(doubled).executeTakeFirst()
  if (row?.doubled !== true) return
  await readLong(pool, async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query('select analyze_postings()')
  })
}

export function startExtendingPostings(extending: Extending, isLeading: () => boolean): Worker {
  const { db, pool, log, stopping } = extending
  return repeat({ name: 'partitions', everyMs: CHECK_INTERVAL_MS, log, stopping }, async () => {
    if (!isLeading()) return
    await extendPostings(db)
    await renewStatistics(db, pool)
  })
}
