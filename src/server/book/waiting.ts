/** A command that waits for its answer, and what its caller gets on timeout. */
import { tracedNow, type Context } from '../../traces/span.ts'
import type { Authority } from '../authority/authority.ts'
import type { ReadCall } from './batch-hook.ts'
import { readAuthority } from './check-authorities.ts'
import { keyName } from './idempotency.ts'
import {
  BookUnavailable,
  DatabaseRefuses,
  KeyInProgress,
  newSubmissionId,
  OutcomeUnknown,
  type Result,
  type Submission,
} from './submission.ts'

/** What a COMMIT in doubt would have done for one command. */
type Pending = { readonly batch: string; readonly result: Result & { accepted: true } }

/** When the writer's last try found that the database can't be reached, or can't write. */
export type DatabaseState = { refusedAtMs: number | null }

/**
 * How long a caller waits. Shorter than the clients' ten-second timeout, so that they get our
 * answer before they give up.
 */
export const PATIENCE_MS = 8_000
const RECENT_MS = 60_000

/** Whether it did so within the last minute. Without further commands, nobody knows. */
export const isRefusing = ({ refusedAtMs }: DatabaseState): boolean =>
  refusedAtMs !== null && performance.now() - refusedAtMs < RECENT_MS

export type Waiting = {
  readonly id: string
  readonly item: Submission
  readonly called: ReadCall | null
  /** The staff session or key that must not have ended when it runs. */
  readonly authority: Authority | null
  /** The span that submitted it, if it is traced. */
  readonly trace: Context | undefined
  /** A try has applied it and hasn't ended yet. */
  isRunning: boolean
  /**
   * Set while the COMMIT that may have done it is in doubt. A look-up that finds nothing clears it.
   */
  pending: Pending | null
  /** The log may contain it, from an earlier try or from another caller with the same id. */
  mayBeLogged: boolean
  /**
   * The state was reloaded since the first try, so the command itself causes any further failure.
   */
  isReloaded: boolean
  isAnswered: boolean
  /** When its caller gets an error, by `performance.now()`. */
  readonly untilMs: number
  /** What the writer's last try found. */
  readonly database: DatabaseState
  answer(result: Result | Error): void
}

/** Answers a command that we won't retry. */
export function giveUp(waiting: Waiting, why: string): void {
  const isUnknown = waiting.isRunning || waiting.pending !== null
  const Reason = isRefusing(waiting.database) ? DatabaseRefuses : BookUnavailable
  waiting.answer(isUnknown ? new OutcomeUnknown() : new Reason(why))
}

const answerLate = (waiting: Waiting): void =>
  giveUp(waiting, 'the database did not answer in time')

/**
 * The commands whose callers still wait. A caller in another process may have less time left than
 * the one before it, so the timer may not have reached it yet.
 */
export function dropLate(commands: readonly Waiting[]): readonly Waiting[] {
  const nowMs = performance.now()
  for (const waiting of commands) if (waiting.untilMs <= nowMs) answerLate(waiting)
  return commands.filter(({ isAnswered }) => !isAnswered)
}

/**
 * Lets commands wait for their answers. After `patienceMs`, a caller gets an error, whatever the
 * database does meanwhile: either nothing was done, or the outcome is unknown. One timer watches
 * all of them, the oldest first, because thousands of timers would be expensive.
 */
export function openTimeouts(patienceMs: number, database: DatabaseState) {
  const all = new Set<Waiting>()
  const keys = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const answerOldest = (): void => {
    const nowMs = performance.now()
    for (const waiting of all) {
      if (waiting.untilMs > nowMs) break
      answerLate(waiting)
    }
    watch()
  }
  const watch = (): void => {
    clearTimeout(timer)
    const [oldest] = all
    const leftMs = (oldest?.untilMs ?? 0) - performance.now()
    timer = oldest && setTimeout(answerOldest, Math.max(1, Math.ceil(leftMs)))
  }

  return {
    /**
     * @param settle gets the answer, exactly once
     * @throws KeyInProgress while another command waits with the same key
     */
    waitFor(item: Submission, called: ReadCall | null, settle: (result: Result | Error) => void) {
      const authority = readAuthority(item)
      const key = item.key && keyName(item.key)
      if (key !== undefined) {
        if (keys.has(key)) throw new KeyInProgress()
        keys.add(key)
      }
      const waiting: Waiting = {
        id: item.id ?? newSubmissionId(),
        item,
        called,
        authority,
        trace: tracedNow(),
        isRunning: false,
        pending: null,
        mayBeLogged: item.again ?? item.id !== undefined,
        isReloaded: false,
        isAnswered: false,
        untilMs: performance.now() + (item.timeLeftMs ?? patienceMs),
        database,
        answer(result) {
          if (waiting.isAnswered) return
          waiting.isAnswered = true
          all.delete(waiting)
          if (key !== undefined) keys.delete(key)
          if (all.size === 0) watch()
          settle(result)
        },
      }
      all.add(waiting)
      if (all.size === 1) watch()
      return waiting
    },
  }
}
