/** Finds submissions in the log: the only way to settle a COMMIT whose answer was lost. */
import { sql } from 'kysely'
import type { RowOf, Tx } from '../../db/types.ts'

/** Where a submission is in the log. */
export type Logged = { readonly seq: number; readonly batch: string | null }

/**
 * Looks up submissions by id. The result is certain only under the writer's lock, because then no
 * earlier try can still be in progress.
 */
export async function lookUpSubmissions(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Logged>> {
  const { rows } = await sql<
    RowOf<'commands', 'submission' | 'seq'> & {
      batch: string | null
    }
  >`
    select c.submission, c.seq, (select b.writer from batches b
      where b.first_seq <= c.seq order by b.first_seq desc limit 1) as batch
    from commands c where c.submission = any(${ids}::uuid[])`.execute(tx)
  return new Map(
    rows.map(({ submission, seq, batch }) => [submission, { seq: Number(seq), batch }]),
  )
}

/**
 * Writes a record that changes nothing. Its COMMIT waits for the standby, which then also has
 * everything that this server showed us before it was replicated.
 */
export async function seal(tx: Tx): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'twofold', 'seal')`.execute(tx)
}
