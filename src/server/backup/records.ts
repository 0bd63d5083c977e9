/** What we know about our backups: when the newest was taken, and how drills of them ended. */
import { sql } from 'kysely'
import { lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'

export type BackupCheck = {
  /** `seen`: only checked for age. `drill`: restored and checked. */
  kind: 'seen' | 'drill'
  backupAt: Date | null
  /** The last command in the restored ledger, and the batch that wrote it. */
  seq: bigint | null
  batch: string | null
  /** The last command in the live ledger once the backup was restored. */
  liveSeq: bigint | null
  differences: number | null
  /** Null if the drill succeeded. */
  problem: string | null
  seconds: number
}

const MAX_PROBLEM = 2_000

export async function recordCheck(db: Db, check: BackupCheck): Promise<void> {
  const { kind, backupAt, seq, batch, liveSeq, differences, problem, seconds } = check
  await db
    .insertInto('backup_checks')
    .values({
      kind,
      backup_at: backupAt,
      seq,
      batch,
      live_seq: liveSeq,
      differences,
      problem: problem?.slice(0, MAX_PROBLEM) ?? null,
      took_seconds: seconds,
    })
    .execute()
}

export type NewestDrills = {
  succeeded: {
    at: Date
    backup_at: Date | null
    seq: bigint | null
    live_seq: bigint | null
    /** The time of the oldest live command that the restored ledger lacked. */
    lacks_since: Date | null
  } | null
  /** The newest drill, if it failed. */
  failed: { at: Date; problem: string } | null
}

export async function readNewestDrills(db: Db): Promise<NewestDrills> {
  const drills = db
    .selectFrom('backup_checks')
    .leftJoin('commands', (join) =>
      join
        .on('commands.seq', '=', ({ ref }) => sql`${ref('backup_checks.seq')} + 1`)
        .onRef('commands.seq', '<=', 'backup_checks.live_seq'),
    )
    .select(['backup_checks.at', 'backup_at', 'backup_checks.seq', 'live_seq', 'problem'])
    .select('commands.at as lacks_since')
    .where('backup_checks.kind', '=', lit('drill'))
    .orderBy('no', 'desc')
    .limit(1)
  const newest = await drills.executeTakeFirst()
  if (newest === undefined) return { succeeded: null, failed: null }
  if (newest.problem === null) return { succeeded: newest, failed: null }
  const succeeded = await drills.where('problem', 'is', null).executeTakeFirst()
  return { succeeded: succeeded ?? null, failed: { at: newest.at, problem: newest.problem } }
}
