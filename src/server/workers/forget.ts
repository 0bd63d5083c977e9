import { sql } from 'kysely'
import { entriesOf } from '../../domain/records.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from './repeat.ts'
import { retention } from './retention.ts'

const EVERY_MS = 60 * 60 * 1000

/**
 * Deletes expired rows once an hour until stopped.
 * @param andThen the expiry of other areas, in the same round
 */
export function startForgetting(
  { db, log, stopping }: Context,
  ...andThen: readonly ((db: Db) => Promise<unknown>)[]
): Worker {
  return repeat({ name: 'forgetting', everyMs: EVERY_MS, log, stopping }, async () => {
    await forgetExpired(db, stopping)
    for (const end of andThen) await end(db)
  })
}

/**
 * Deletes every row, or part of one, that `retention.ts` no longer keeps, in short steps. An
 * interrupted round resumes with the next one, because each step looks for remaining rows.
 */
export async function forgetExpired(db: Db, stopping?: AbortSignal): Promise<void> {
  for (const [table, kept] of entriesOf(retention)) {
    if (typeof kept === 'string') continue
    for (let deleted = 1; deleted > 0;) {
      if (stopping?.aborted === true) return
      const own = sql.table(table)
      const emptied = kept.erase?.map(
        (name) => sql`${sql.ref(name)} = case when ${sql.ref(name)} is not null then '' end`,
      )
      const change = emptied ? sql`update ${own} set ${sql.join(emptied)}` : sql`delete from ${own}`
      const expired = sql`ctid = any(array(${kept.find}))`
      const { numAffectedRows } = await sql`${change} where ${expired}`.execute(db)
      deleted = Number(numAffectedRows ?? 0n)
    }
  }
}
