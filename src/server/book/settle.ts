/** Retries a batch until every caller has an answer: as is, smaller, or after reloading memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import { settleBatch, type Settled, type Try } from './batch.ts'
import { timePhases, traceBatch } from './batch-timer.ts'
import { decide, RETRY_MS, type Ending } from './failed-batch.ts'
import { Deposed, LostHistory } from './head.ts'
import { recordLoss } from './lost-history.ts'
import { openSuspectLane, type Suspects } from './suspects.ts'
import { dropLate, type Waiting } from './waiting.ts'
import type { BookWriter } from './writer.ts'

const MAX_RELOAD_RETRY_MS = 2_000
/** How long an ordinary batch waits while suspects run. */
const MAX_SUSPECT_MS = 100

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

function answer({ onOutcomes }: BookWriter, { results, outcomes }: Settled): void {
  for (const { waiting, result } of results) waiting.answer(result)
  if (outcomes.length > 0) onOutcomes(outcomes)
}
