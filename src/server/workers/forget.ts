import { sql } from 'kysely'
import { entriesOf } from '../../domain/records.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from './repeat.ts'
import { retention, type Expiry } from './retention.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

const EVERY_MS = HOUR_MS

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
      let last = 0n
      for (let changed = 1; changed > 0;) {
        if (stopping?.aborted === true) return
        const step = await change(db, table, kept, last)
        changed = step.changed
        last = step.last
      }
    } catch (error) {
      failed.push(new Error(`${table} keeps rows that have expired`, { cause: error }))
    }
  }
  if (failed.length === 0) return
  throw new AggregateError(failed, failed.map(({ message }) => message).join('; '))
}

type Step = {
  /** How many rows it deleted or erased; 0 once none is left. */
  readonly changed: number
  /** The number of the last row, for tables whose numbers follow time. */
  readonly last: bigint
}

async function change(db: Db, table: string, kept: Expiry, last: bigint): Promise<Step> {
  if ('step' in kept) {
    const { numUpdatedRows } = await kept.step(db).executeTakeFirstOrThrow()
    return { changed: Number(numUpdatedRows), last }
  }
  const own = sql.table(table)
  if ('findAfter' in kept) {
    const { rows } = await sql<{ no: bigint }>`delete from ${own}
      where ctid = any(array(${kept.findAfter(last)})) returning ${sql.ref('no')}`.execute(db)
    const after = rows.reduce((most, { no }) => (no > most ? no : most), last)
    return { changed: rows.length, last: after }
  }
  const emptied = kept.erase?.map(
    (name) => sql`${sql.ref(name)} = case when ${sql.ref(name)} is not null then '' end`,
  )
  const start = emptied ? sql`update ${own} set ${sql.join(emptied)}` : sql`delete from ${own}`
  const step = sql`${start} where ctid = any(array(${kept.find}))`
  const { numAffectedRows } = await step.execute(db)
  return { changed: Number(numAffectedRows ?? 0n), last }
}
