import { sql } from 'kysely'
import { lit } from '../../../db/expressions.ts'
import type { Context } from '../../context.ts'
import { repeat, type Worker } from '../../workers/repeat.ts'

const EVERY_MS = 20_000

/** Records each minute in which a process accepts requests. A missing minute counts as downtime. */
export function startServiceMinutes({ db, log, stopping }: Context): Worker {
  return repeat({ name: 'service minutes', everyMs: EVERY_MS, log, stopping }, async () => {
    await db
      .insertInto('service_minutes')
      .values({ minute: sql<Date>`date_trunc(${lit('minute')}, now())` })
      .onConflict((conflict) => conflict.column('minute').doNothing())
      .execute()
  })
}
