/** Decides what to do with a batch that failed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Try } from './batch.ts'
import type { ReadyHook } from './batch-hook.ts'
import { LostHistory } from './head.ts'
import {
  ApplyFailed,
  isRepeat,
  judgeWithLocks,
  keepsFromWriting,
  needsRepair,
} from './judge-error.ts'
import { asError, NotLeader, OutcomeUnknown } from './submission.ts'
import type { Suspects } from './suspects.ts'
import { giveUp, type Waiting } from './waiting.ts'
import type { BookWriter } from './writer.ts'

export const RETRY_MS = 50
/** How long we look up every submission after an unannounced repeat. */
const WARY_MS = 10_000

/** How a try ended. `failed`: its only command got an error. */
export type Ending = 'settled' | 'failed' | 'again' | { readonly parts: Waiting[][] } | Suspects

/** Answers those that can't be done, and says how to continue with the others. */
export async function decide(
  writer: BookWriter,
  live: readonly Waiting[],
  error: unknown,
  attempt: Try,
): Promise<Ending> {
  const { log } = writer
  const judgment = await judgeWithLocks(writer.db, error, attempt.phase)
  // Otherwise, one sender that repeats itself could cost each batch a try.
  if (isRepeat(error)) writer.waryUntilMs = performance.now() + WARY_MS
  if (error instanceof LostHistory) {
    writer.suspicion = error
    log.error({ err: error }, 'the database lost commands: reloading memory and pausing payouts')
    return 'again'
  }
  if (judgment === 'deposed') {
    log.warn({ err: error }, 'another process leads the ledger')
    // The new leader finds the commands of a lost COMMIT by their ids.
    for (const waiting of live) {
      waiting.answer(waiting.pending ? new OutcomeUnknown() : new NotLeader(asError(error).message))
    }
    writer.onDeposed()
    return 'settled'
  }
  if (judgment === 'suspect' && live.some(({ isReloaded }) => !isReloaded)) {
    writer.suspicion = asError(error)
    log.error({ err: error }, 'memory may differ from the tables: reloading it')
    return 'again'
  }
  if (judgment === 'too_large' && live.length > 1) {
    writer.size.shrink(live.length)
    log.warn({ err: error, commands: live.length }, 'a batch was too large')
    return { parts: split(live, writer.size.limit) }
  }
  if (judgment === 'transient' || judgment === 'too_large') {
    const what = { err: error, commands: live.length }
    writer.database.refusedAtMs = keepsFromWriting(error) ? performance.now() : null
    // No command is at fault, and someone may repair it while their callers still wait.
    if (needsRepair(error)) log.error(what, 'the ledger lacks something: repair the database')
    else log.warn(what, 'a batch was cut off')
    await sleep(RETRY_MS)
    return 'again'
  }
  if (live.length > 1) return suspectsOf(live, attempt.hook)
  if (judgment === 'blocked') {
    log.warn({ err: error }, 'a command needs what a request has locked')
    for (const waiting of live) giveUp(waiting, 'a request that is on its way has the lock')
    return 'failed'
  }
  if (judgment === 'suspect') log.error({ err: error }, 'a command cannot be applied')
  for (const waiting of live) waiting.answer(causeOf(error))
  return 'failed'
}

/** The commands that call the hook that failed, or all of them if no hook did. */
function suspectsOf(live: readonly Waiting[], hook: ReadyHook | null): Suspects {
  const callers = live.filter(({ called }) => hook !== null && called?.hook === hook)
  return callers.length > 0 ? { commands: callers, hook } : { commands: live, hook: null }
}

/** The error that the caller sees: the rules' own error instead of our wrapper. */
const causeOf = (error: unknown): Error =>
  error instanceof ApplyFailed && error.cause instanceof Error ? error.cause : asError(error)

function split(live: readonly Waiting[], size: number): Waiting[][] {
  const count = Math.ceil(live.length / size)
  return Array.from({ length: count }, (_, i) => live.slice(i * size, (i + 1) * size))
}
