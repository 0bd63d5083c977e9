/** Retries a batch until every caller has an answer: as is, smaller, or after reloading memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import { settleBatch, type Settled, type Try } from './batch.ts'
import type { ReadyHook } from './batch-hook.ts'
import type { BatchSize } from './batch-size.ts'
import { timePhases, traceBatch, type BatchFigures } from './batch-timer.ts'
import type { Memory, Outcome } from './state/catch-up.ts'
import { Deposed, LostHistory, type Fence, type LockTerms } from './head.ts'
import {
  ApplyFailed,
  isRepeat,
  judgeWithLocks,
  keepsFromWriting,
  needsRepair,
} from './judge-error.ts'
import { recordLoss } from './lost-history.ts'
import { asError, NotLeader, OutcomeUnknown } from './submission.ts'
import { openSuspectLane, type Suspects } from './suspects.ts'
import { dropLate, giveUp, type DatabaseState, type Waiting } from './waiting.ts'

const RETRY_MS = 50
const MAX_RELOAD_RETRY_MS = 2_000
/** How long an ordinary batch waits while suspects run. */
const MAX_SUSPECT_MS = 100
/** How long we look up every submission after an unannounced repeat. */
const WARY_MS = 10_000

export type BookWriter = {
  readonly db: Db
  readonly pool: Pool
  readonly memory: Memory
  readonly limits: LockTerms['limits']
  fence: Fence
  readonly recent: LockTerms['recent']
  readonly size: BatchSize
  readonly log: Logger
  readonly onClock: Try['onClock']
  /**
   * Drops memory and reloads it from the tables. Until they are read, memory is suspect. If only
   * the new epoch can't begin, the next batch runs in the old one, or ends the term.
   */
  readonly reload: () => Promise<void>
  /** Called after each try, whether it succeeded or not. */
  readonly onBatch: (batch: BatchFigures) => void
  /** Called when a batch found that another process leads. */
  readonly onDeposed: () => void
  readonly onOutcomes: (outcomes: readonly Outcome[]) => void
  /** Why memory must be reloaded before anything else; null when it is usable. */
  suspicion: Error | null
  /** How many reloads in a row have failed. */
  failedReloads: number
  readonly database: DatabaseState
  /** Until when each submission may be in the log, whatever its sender says. */
  waryUntilMs: number
}

/** The commands that wait for a batch, and the suspects among them. */
export function openQueue(writer: BookWriter) {
  const queue: Waiting[] = []
  const suspects = openSuspectLane((batch) => settleCommands(writer, batch))
  return {
    queued: (): number => queue.length + suspects.count,
    add: (waiting: Waiting): void => void queue.push(waiting),
    /** Settles one batch, then some of the suspects. */
    async settleNext(): Promise<void> {
      const sinceMs = performance.now()
      const batch = suspects.divert(queue.splice(0, writer.size.limit))
      suspects.add((await settleCommands(writer, batch)).suspects)
      // At most as long as the others took, so that they wait for no more than two batches.
      await suspects.work(Math.min(MAX_SUSPECT_MS, performance.now() - sinceMs))
    },
  }
}

/** How a try ended. `failed`: its only command got an error. */
type Ending = 'settled' | 'failed' | 'again' | { readonly parts: Waiting[][] } | Suspects

/**
 * Settles a batch, except for its suspects: finding the one at fault takes many tries. Never
 * throws: each command gets its own error.
 */
async function settleCommands(
  writer: BookWriter,
  batch: readonly Waiting[],
): Promise<{ suspects: readonly Suspects[]; isClean: boolean }> {
  const suspects: Suspects[] = []
  let rest = batch
  for (;;) {
    rest = rest.filter(({ isAnswered }) => !isAnswered)
    if (rest.length === 0) return { suspects, isClean: suspects.length === 0 }
    const ending = await tryOnce(writer, rest)
    if (ending === 'again') continue
    if (ending === 'failed') return { suspects, isClean: false }
    if (ending === 'settled') return { suspects, isClean: suspects.length === 0 }
    if ('parts' in ending) {
      for (const part of ending.parts) {
        suspects.push(...(await settleCommands(writer, part)).suspects)
      }
      return { suspects, isClean: false }
    }
    suspects.push(ending)
    const isSuspect = new Set(ending.commands)
    rest = rest.filter((waiting) => !isSuspect.has(waiting))
  }
}

/** Tries once, and decides what to do with a batch that fails. */
async function tryOnce(writer: BookWriter, live: readonly Waiting[]): Promise<Ending> {
  let begun: readonly Waiting[] = []
  const phases = timePhases()
  const attempt: Try = {
    get phase() {
      return phases.phase
    },
    set phase(next) {
      phases.enter(next)
    },
    hook: null,
    live,
    references: {
      sessions: live.flatMap(({ item }) => item.session ?? []),
      keys: live.flatMap(({ item }) => item.key ?? []),
    },
    onClock: writer.onClock,
    begin() {
      begun = dropLate(live)
      const isWary = performance.now() < writer.waryUntilMs
      for (const waiting of begun) {
        waiting.isRunning = true
        waiting.mayBeLogged ||= isWary
      }
      return begun
    },
  }
  try {
    await reloadIfSuspect(writer, live)
    const settled = await traceBatch(live, phases, () =>
      settleBatch(writer.pool, writer.memory, writer, attempt),
    )
    writer.database.refusedAtMs = null
    answer(writer, settled)
    writer.size.recover(begun.length)
    return 'settled'
  } catch (error) {
    for (const waiting of begun) {
      waiting.isRunning = false
      waiting.mayBeLogged = true
    }
    return decide(writer, live, error, attempt)
  } finally {
    writer.onBatch({ commands: begun.length, ms: phases.soFar() })
  }
}

/** Reloads suspect memory, so that no command runs on a state that may be wrong. */
async function reloadIfSuspect(writer: BookWriter, live: readonly Waiting[]): Promise<void> {
  const { suspicion } = writer
  if (!suspicion) return
  if (suspicion instanceof LostHistory) await recordLoss(writer.db, suspicion)
  try {
    await writer.reload()
  } catch (error) {
    if (error instanceof Deposed) throw error
    // It may have read all tables, and the next one may fail for the same reason.
    await sleep(Math.min(MAX_RELOAD_RETRY_MS, RETRY_MS * 2 ** writer.failedReloads))
    writer.failedReloads += 1
    throw error
  }
  for (const waiting of live) waiting.isReloaded = true
}

async function decide(
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

function answer({ onOutcomes }: BookWriter, { results, outcomes }: Settled): void {
  for (const { waiting, result } of results) waiting.answer(result)
  if (outcomes.length > 0) onOutcomes(outcomes)
}
