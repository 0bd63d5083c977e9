import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

/** Records why the log is stopped and since when, or that it works. Alerts and pages read it. */
export async function noteRest(db: Db, why: string | null): Promise<void> {
  await db
    .updateTable('log_rest')
    .set((eb) => ({
      why,
      // The reason counts the commands that exist, so it changes while the log is stopped.
      since: eb
        .case()
        .when('why', 'is', null)
        .then(sql<Date>`clock_timestamp()`)
        .else(eb.ref('since'))
        .end(),
    }))
    .where('why', 'is distinct from', why)
    .execute()
}

/** Why the log is stopped, or null if it works. */
export async function readRest(db: Db): Promise<string | null> {
  const row = await db.selectFrom('log_rest').select('why').executeTakeFirst()
  return row?.why ?? null
}
