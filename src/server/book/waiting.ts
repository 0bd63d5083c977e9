/** A command that waits for its answer, and what its caller gets on timeout. */
import type { Called } from './batch-hook.ts'
import {
  BookUnavailable,
  newSubmissionId,
  OutcomeUnknown,
  type Result,
  type Submission,
} from './submission.ts'

/** What a COMMIT without an answer would have done for one command. */
type Pending = { readonly batch: string; readonly result: Result & { accepted: true } }

export type Waiting = {
  readonly id: string
  readonly item: Submission
  readonly called: Called | null
  /** A try has applied it and hasn't ended yet. */
  isRunning: boolean
  /**
   * Set while a COMMIT that may have done it is unanswered. A look-up that finds nothing clears it.
   */
  pending: Pending | null
  /** The log may contain it, from an earlier try or from another caller with the same id. */
  mayBeLogged: boolean
  /**
   * The state was reloaded since the first try, so the command itself causes any further failure.
   */
  isReloaded: boolean
  isAnswered: boolean
  answer(result: Result | Error): void
}

/**
 * Makes a command wait for its answer. After `patienceMs`, its caller gets an error, whatever the
 * database does meanwhile: either nothing was done, or the outcome is unknown.
 */
export function waitFor(
  item: Submission,
  called: Called | null,
  patienceMs: number,
): { waiting: Waiting; result: Promise<Result> } {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const waiting: Waiting = {
    id: item.id ?? newSubmissionId(),
    item,
    called,
    isRunning: false,
    pending: null,
    mayBeLogged: item.id !== undefined,
    isReloaded: false,
    isAnswered: false,
    answer(result) {
      clearTimeout(timer)
      waiting.isAnswered = true
      if (result instanceof Error) reject(result)
      else resolve(result)
    },
  }
  const timer = setTimeout(() => {
    const isUnknown = waiting.isRunning || waiting.pending !== null
    waiting.answer(
      isUnknown ? new OutcomeUnknown() : new BookUnavailable('the database did not answer in time'),
    )
  }, patienceMs)
  return { waiting, result: promise }
}
