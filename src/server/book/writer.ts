/** What a ledger writer has from one batch to the next. */
import type { Logger } from 'pino'
import type { Pool } from 'pg'
import type { Db } from '../../db/types.ts'
import type { Try } from './batch.ts'
import { openBatchSize, type BatchSize } from './batch-size.ts'
import type { BatchFigures } from './batch-timer.ts'
import { checkClock } from './clock.ts'
import { Deposed, type BatchLimits, type Fence, type LockTerms } from './head.ts'
import type { Memory, Outcome } from './state/catch-up.ts'
import { reloadMemory } from './state/open-memory.ts'
import type { DatabaseState } from './waiting.ts'

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

/**
 * A try times out before the caller does, wherever it hangs. A frozen process holds the lock for
 * `idleMs` at most. A shorter limit would cut off a cascade of 100,000 activations, which takes a
 * few seconds to compute. A command waits only briefly for rows that a request has locked, because
 * its whole batch waits with it.
 */
export const LIMITS: BatchLimits = {
  lockMs: 2_000,
  rowLockMs: 200,
  statementMs: 5_000,
  idleMs: 10_000,
  transactionMs: 20_000,
}

/** What a leading process does in addition to its batches. */
export type Lead = {
  fence: Exclude<Fence, 'shared'>
  onDeposed(): void
  /** Leads again with a reloaded state, in a new epoch. */
  renew(): Promise<Exclude<Fence, 'shared'>>
}

type WriterParts = Pick<BookWriter, 'db' | 'pool' | 'log' | 'memory' | 'recent' | 'onBatch'> & {
  readonly limits: Partial<BatchLimits>
}
type WriterEvents = Pick<BookWriter, 'onOutcomes'> & {
  onReloaded: () => void
  lead: () => Lead | null
}

export function makeWriter(
  given: WriterParts,
  { onOutcomes, onReloaded, lead }: WriterEvents,
): BookWriter {
  const { db, pool, log, memory, recent } = given
  const writer: BookWriter = {
    db,
    pool,
    memory,
    log,
    size: openBatchSize(),
    limits: { ...LIMITS, ...given.limits },
    fence: 'shared',
    recent,
    onDeposed: () => lead()?.onDeposed(),
    onClock: checkClock(log),
    onBatch: given.onBatch,
    onOutcomes,
    suspicion: null,
    failedReloads: 0,
    waryUntilMs: 0,
    database: { refusedAtMs: null },
    async reload() {
      const isTerm = writer.fence !== 'shared'
      if (isTerm && !lead()) throw new Deposed('this process’s term is over')
      await reloadMemory(memory, given)
      recent?.clear()
      Object.assign(writer, { suspicion: null, failedReloads: 0 })
      onReloaded()
      const leading = lead()
      if (leading) writer.fence = await leading.renew()
      // Another process may lead by now, and its commands must not reach ours.
      else if (isTerm) throw new Deposed('this process’s term ended while it reloaded')
    },
  }
  return writer
}
