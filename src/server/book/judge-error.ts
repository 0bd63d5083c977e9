/** Decides what an error means for a batch, by where the error came from and when. */
import { sql } from 'kysely'
import {
  isConnectionLost,
  isLockTaken,
  isPartitionMissing,
  isRefusingWrites,
  isLedgerTrigger,
  isServerError,
  isTooLarge,
  isVerdict,
  RolledBack,
} from '../../db/errors.ts'
import type { Db } from '../../db/types.ts'
import { BrokenLog } from './state/catch-up.ts'
import { Deposed, LostHistory } from './head.ts'

/** How far a try got. Before `running`, it has not touched any command. */
export type Phase = 'locking' | 'running' | 'writing' | 'committing'

/**
 * - `transient`: not the commands' fault; they are retried unchanged.
 * - `blocked`: one of them needs a row that someone else has locked; the others don't wait for it.
 * - `verdict`: one of them can't be done.
 * - `too_large`: a smaller batch may succeed.
 * - `suspect`: memory may differ from the tables; reload it before blaming a command.
 * - `deposed`: another process leads the ledger, and commands have to go there.
 * - `lost_history`: memory has commands that the database has lost.
 */
export type Judgment =
  | 'transient'
  | 'blocked'
  | 'verdict'
  | 'too_large'
  | 'suspect'
  | 'deposed'
  | 'lost_history'

/** The rules threw instead of refusing: a bug, or a state that the rules can't have produced. */
export class ApplyFailed extends Error {
  override name = 'ApplyFailed'
}

const REPEATED = 'commands_by_submission'
// A duplicate number or id: another process wrote first, and the next try will see it.
const writtenElsewhere = new Set(['commands_pkey', REPEATED, 'batches_pkey'])

/** A submission that is in the log already, though its sender didn't say that it may be. */
export const isRepeat = (error: unknown): boolean =>
  isServerError(error) && error.constraint === REPEATED

/** A function, table, right, or partition is missing. Only an operator repairs that. */
export const needsRepair = (error: unknown): boolean =>
  isServerError(error) && ((error.code ?? '').startsWith('42') || isPartitionMissing(error))

/** The database can't be reached, can't write, or lacks something. */
export const keepsFromWriting = (error: unknown): boolean =>
  isRefusingWrites(error) || needsRepair(error)

function judgeError(error: unknown, phase: Phase): Judgment {
  if (error instanceof Deposed) return 'deposed'
  if (error instanceof LostHistory) return 'lost_history'
  if (error instanceof BrokenLog || error instanceof ApplyFailed) return 'suspect'
  if (error instanceof RolledBack) return 'verdict'
  // A command can only be at fault for errors between the look-up and the COMMIT.
  const isAtFault = phase === 'running' || phase === 'writing'
  if (!isAtFault || isConnectionLost(error)) return 'transient'
  // A batch hook or our own code threw this.
  if (!isServerError(error)) return 'verdict'
  if (isLockTaken(error)) return 'blocked'
  if (isTooLarge(error)) return 'too_large'
  if (isLedgerTrigger(error)) return 'suspect'
  if (!isVerdict(error) || writtenElsewhere.has(error.constraint ?? '')) return 'transient'
  return 'verdict'
}

/**
 * The same, but while a migration changes a table, all commands wait for it. So none of them is at
 * fault.
 */
export async function judgeWithLocks(db: Db, error: unknown, phase: Phase): Promise<Judgment> {
  const judgment = judgeError(error, phase)
  if (judgment !== 'blocked') return judgment
  return (await isTableLocked(db).catch(() => true)) ? 'transient' : 'blocked'
}

/**
 * Whether a session has locked a table as a whole, or waits to, as a migration does for up to two
 * seconds. Requests of our own never take these locks.
 */
async function isTableLocked(db: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select exists (select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'relation'
        and l.mode in ('AccessExclusiveLock', 'ShareLock')) as locked
  `.execute(db)
  return rows[0]?.locked ?? false
}
