import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

/** Notes why the log rests and since when, or that it doesn't rest. Alerts and pages read it. */
export async function noteRest(db: Db, why: string | null): Promise<void> {
  // The reason counts the commands that are there, so it changes while the log rests.
  const since = sql<Date>`case when why is null then clock_timestamp() else since end`
  await db
    .updateTable('log_rest')
    .set({ why, since })
    .where('why', 'is distinct from', why)
    .execute()
}
