/** Adds partitions of postings while the last one is still empty. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

/** A partition has four million journals, which take the fastest ledger some minutes. */
const CHECK_INTERVAL_MS = 30_000

type Extending = {
  readonly db: Db
  readonly log: Logger
  readonly stopping: AbortSignal
}

/** Adds partitions until the last one is empty. Costs two reads if it is. */
export async function extendPostings(db: Db): Promise<void> {
  await sql`select extend_postings()`.execute(db)
}

/** Renews the planner's statistics of the whole table after it has doubled. */
export const analyzePostings = (db: Db) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select analyze_postings()`.execute(tx)
  })

export function startExtendingPostings(extending: Extending, isLeading: () => boolean): Worker {
  const { db, log, stopping } = extending
  return repeat({ name: 'partitions', everyMs: CHECK_INTERVAL_MS, log, stopping }, async () => {
    if (!isLeading()) return
    await extendPostings(db)
    await analyzePostings(db)
  })
}
