import { sql } from 'kysely'
import { entriesOf } from '../../domain/records.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from './repeat.ts'
import { retention, type Expiry } from './retention.ts'

const EVERY_MS = 60 * 60 * 1000

/**
 * Deletes expired rows once an hour until stopped.
 * @param first ends what expires in other areas, so that this round can delete it
 */
export function startForgetting(
  { db, log, stopping }: Context,
  ...first: readonly ((db: Db, stopping?: AbortSignal) => Promise<unknown>)[]
): Worker {
  return repeat({ name: 'forgetting', everyMs: EVERY_MS, log, stopping }, async () => {
    // One that fails must not keep the others from ending.
    const failed: unknown[] = []
    for (const end of [...first, forgetExpired]) {
      await end(db, stopping).catch((error: unknown) => failed.push(error))
    }
    if (failed.length > 0) throw new AggregateError(failed, 'expired data is still there')
  })
}

/**
 * Deletes every row, or part of one, that `retention.ts` no longer keeps, in short steps. An
 * interrupted round resumes with the next one, because each step looks for remaining rows.
 * @throws the errors of the tables that failed, once all others are done
 */
export async function forgetExpired(db: Db, stopping?: AbortSignal): Promise<void> {
  const failed: Error[] = []
  for (const [table, kept] of entriesOf(retention)) {
    if (typeof kept === 'string') continue
    try {
      for (let changed = 1; changed > 0;) {
        if (stopping?.aborted === true) return
        changed = await change(db, table, kept)
      }
    } catch (error) {
      failed.push(new Error(`${table} keeps rows that have expired`, { cause: error }))
    }
  }
  if (failed.length === 0) return
  throw new AggregateError(failed, failed.map(({ message }) => message).join('; '))
}

/** Deletes or erases some rows. Returns 0 once none is left. */
async function change(db: Db, table: string, kept: Expiry): Promise<number> {
  if ('step' in kept) {
    const { numUpdatedRows } = await kept.step(db).executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }
  const own = sql.table(table)
  const emptied = kept.erase?.map(
    (name) => sql`${sql.ref(name)} = case when ${sql.ref(name)} is not null then '' end`,
  )
  const start = emptied ? sql`update ${own} set ${sql.join(emptied)}` : sql`delete from ${own}`
  const step = sql`${start} where ctid = any(array(${kept.find}))`
  const { numAffectedRows } = await step.execute(db)
  return Number(numAffectedRows ?? 0n)
}
