/** What an error means for the commands of a batch. Its origin decides, and when it came. */
import {
  isConnectionLost,
  isLedgerTrigger,
  isServerError,
  isTooLarge,
  isVerdict,
  RolledBack,
} from '../../db/errors.ts'
import { BrokenLog } from './catch-up.ts'
import { LostHistory } from './head.ts'

/** How far a try had come. Before `running` no command has been touched. */
export type Phase = 'locking' | 'running' | 'committing'

/**
 * - `transient`: says nothing about the commands; they are tried again as they are.
 * - `verdict`: one of them can't be done.
 * - `too_large`: fewer of them at once may get through.
 * - `suspect`: memory may have left the tables; load it again before blaming a command.
 * - `lost_history`: memory knows what the database has lost.
 */
export type Judgment = 'transient' | 'verdict' | 'too_large' | 'suspect' | 'lost_history'

/** The rules threw instead of refusing: a bug, or a state that they can't have made. */
export class ApplyFailed extends Error {
  override name = 'ApplyFailed'
}

// A number or an id that is there already: somebody else wrote, and the next try will see it.
const writtenElsewhere = new Set(['commands_pkey', 'commands_by_submission', 'batches_pkey'])

export function judgeError(error: unknown, phase: Phase): Judgment {
  if (error instanceof LostHistory) return 'lost_history'
  if (error instanceof BrokenLog || error instanceof ApplyFailed) return 'suspect'
  if (error instanceof RolledBack) return 'verdict'
  // Only what fails between the look-up and the COMMIT can be the fault of a command.
  if (phase !== 'running' || isConnectionLost(error)) return 'transient'
  // Thrown by a batch hook or by our own code.
  if (!isServerError(error)) return 'verdict'
  if (isTooLarge(error)) return 'too_large'
  if (isLedgerTrigger(error)) return 'suspect'
  if (!isVerdict(error) || writtenElsewhere.has(error.constraint ?? '')) return 'transient'
  return 'verdict'
}
