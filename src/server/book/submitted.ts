/** Finds submissions in the log: the only way to settle a COMMIT whose answer was lost. */
import { sql } from 'kysely'
import { anyOf } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { doneOf } from './batch-hook.ts'
import { replay, type Remembered } from './idempotency.ts'
import type { Outcome } from './state/catch-up.ts'
import type { Result } from './submission.ts'
import type { Waiting } from './waiting.ts'

/** Where a submission is in the log. */
export type Logged = { readonly seq: number; readonly batch: string | null }

/**
 * Looks up submissions by id. The result is certain only under the writer's lock, because then no
 * earlier try can still be in progress. Without the lock, only what it finds is certain.
 */
export async function lookUpSubmissions(
  tx: Tx | Db,
  ids: readonly string[],
): Promise<Map<string, Logged>> {
  const rows = await tx
    .selectFrom('commands')
    .select((eb) => [
      'submission',
      'seq',
      eb
        .selectFrom('batches')
        .select('batches.writer')
        .whereRef('batches.first_seq', '<=', 'commands.seq')
        .orderBy('batches.first_seq', 'desc')
        .limit(1)
        .as('batch'),
    ])
    .where('submission', '=', anyOf(ids, 'uuid'))
    .execute()
  return new Map(
    rows.map(({ submission, seq, batch }) => [submission, { seq: Number(seq), batch }]),
  )
}

/** The answer of an earlier try, here or elsewhere, whose COMMIT turns out to have succeeded. */
export function answerFromLog(
  { item, pending, called }: Waiting,
  found: Logged,
  known: Remembered | Outcome | undefined,
): Result | Error {
  const isOurs = pending?.batch === found.batch && pending.result.accepted
  if (isOurs) return pending.result
  if (known && 'answer' in known) return replay(item, known)
  return { accepted: true, replayed: true, first: known ? { done: doneOf(called, known) } : null }
}

/**
 * Writes a record that changes nothing. Its COMMIT waits for the standby, which then also has
 * everything that this server showed us before it was replicated. Rejected with 25006 where nothing
 * can be written: on a standby, `pg_logical_emit_message` alone reports an internal error.
 */
export async function seal(tx: Tx): Promise<void> {
  await sql`
    select pg_current_xact_id(), pg_logical_emit_message(true, 'twofold', 'seal')`.execute(tx)
}
