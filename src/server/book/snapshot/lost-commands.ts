/** Notices at the start of a process that the database lost commands while none was running. */
import { sql } from 'kysely'
import { lit } from '../../../db/expressions.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { LostHistory } from '../head.ts'
import { recordLoss } from '../lost-history.ts'
import { readTaken, type Taken } from './snapshot-file.ts'

/** Whether the log has a snapshot's last command, from the same batch. */
export async function hasBatch(
  db: Db | Tx,
  { seq, batch }: Pick<Taken, 'seq' | 'batch'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('batches')
    .select('writer')
    .where('first_seq', '<=', BigInt(seq))
    .orderBy('first_seq', 'desc')
    .limit(lit(1))
    .executeTakeFirst()
  return row?.writer === batch
}

/**
 * Records lost history if a snapshot of this database cluster goes beyond its log, whichever
 * version wrote it: someone restored a backup. A snapshot from before a recorded loss adds nothing.
 * @param paths the snapshots, oldest first
 */
export async function recordLostCommands(
  db: Db,
  paths: readonly string[],
  system: string,
): Promise<void> {
  for (const path of paths.toReversed()) {
    const taken = await readTaken(path).catch(() => null)
    if (taken?.system !== system || (await hasBatch(db, taken))) continue
    const { seq, batch, at } = taken
    await recordLoss(db, new LostHistory({ seq, batch, checkedAt: at }, await readEnd(db)))
  }
}

async function readEnd(db: Db): Promise<{ seq: number }> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0)::float8 as seq from commands`.execute(db)
  return { seq: rows[0]?.seq ?? 0 }
}
