/** A command that waits for its answer, and what its caller gets when its time is over. */
import {
  BookUnavailable,
  newSubmissionId,
  OutcomeUnknown,
  type Result,
  type Submission,
} from './submission.ts'

/** What a COMMIT whose answer is missing would have done for one command. */
export type Pending = { readonly batch: string; readonly result: Result & { accepted: true } }

export type Waiting = {
  readonly id: string
  readonly item: Submission<unknown>
  /** A try has applied it and has not ended yet. */
  isRunning: boolean
  /** Set while a COMMIT is out that may have done it, until a look-up says that it hasn't. */
  pending: Pending | null
  /** An earlier try may have left it in the log, or another caller under the same id. */
  mayBeLogged: boolean
  /** The state was loaded again since this was first tried: what fails now is its own fault. */
  isReloaded: boolean
  isAnswered: boolean
  answer(result: Result | Error): void
}

/**
 * Puts a command into the waiting state. After `patienceMs` its caller gets what is true then,
 * whatever the database does meanwhile: nothing was done, or nobody knows.
 */
export function waitFor(
  item: Submission<unknown>,
  patienceMs: number,
): { waiting: Waiting; result: Promise<Result> } {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const waiting: Waiting = {
    id: item.id ?? newSubmissionId(),
    item,
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
