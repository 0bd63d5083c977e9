import { statusOf } from '../../contract/refusals/refusals.ts'
import { DoneElsewhere, NotRecorded } from '../book/submission.ts'
import { rejectionOf } from '../http/rejection-of.ts'
import { PayoutsPaused } from '../payout/record-payouts.ts'

/**
 * Whether the ledger refused a command with an error: a batch hook, its key, or its session. That
 * is an answer, and no failure of ours.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof DoneElsewhere || error instanceof NotRecorded) return true
  if (error instanceof PayoutsPaused) return true
  const rejection = rejectionOf(error)
  return rejection !== null && statusOf(rejection.code) < 500
}
