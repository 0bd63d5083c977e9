/**
 * The book: the one ordered writer of everything that moves money or takes a seat. Commands wait
 * in a queue; while one batch commits, the next gathers. Callers get their answers after COMMIT.
 */
import type { Logger } from 'pino'
import type { Pool } from 'pg'
import type { Db } from '../../db/types.ts'
import { FOUNDING } from '../../domain/book.ts'
import { emptyState } from '../../domain/ledger/state.ts'
import { openBatchSize } from './batch-size.ts'
import type { Memory } from './catch-up.ts'
import { watchClock } from './clock.ts'
import { foldState } from './fold.ts'
import type { BatchLimits } from './head.ts'
import { keyName } from './idempotency.ts'
import { settleCommands, type BookWriter } from './settle.ts'
import {
  BookUnavailable,
  KeyInProgress,
  type Outcome,
  type Result,
  type Submission,
} from './submission.ts'
import { waitFor, type Waiting } from './waiting.ts'

export type { Actor, Outcome, Result, BatchHook, Submission } from './submission.ts'

const MAX_QUEUED = 20_000
/** Shorter than the clients' ten seconds, so that they hear the truth before they give up. */
const PATIENCE_MS = 8_000

/**
 * A try ends before patience does, wherever it hangs. A frozen process holds the lock for `idleMs`
 * at most; less would end a cascade of 100,000 activations, which computes for some seconds.
 */
const LIMITS: BatchLimits = {
  lockMs: 2_000,
  statementMs: 5_000,
  idleMs: 10_000,
  transactionMs: 20_000,
}

export type Book = {
  /**
   * Submits a command and waits until it is durable or refused, eight seconds at most.
   * @throws KeyReused, KeyInProgress (409), BookUnavailable, OutcomeUnknown (503), or the error of
   * a batch hook or of the database, which leaves this command alone without effect.
   */
  submit<I>(submission: Submission<I>): Promise<Result>
  /** Tells of this process's durable commands, in order, after each commit. */
  onCommitted(listener: (outcomes: readonly Outcome[]) => void): () => void
  /** Tells when the state was loaded again: copies of what the database held may be wrong. */
  onReloaded(listener: () => void): () => void
  /** What is open and how far the book is, for health and operators. */
  status(): { seq: number; queued: number; members: number; seats: number; bytes: number }
  /** Finishes what is queued and stops. */
  close(): Promise<void>
}

export type BookOptions = {
  readonly db: Db
  readonly pool: Pool
  readonly log: Logger
  readonly limits?: Partial<BatchLimits>
}

/** Opens the book: folds the state from the tables and founds it when they are empty. */
export async function openBook({ db, pool, log, limits = {} }: BookOptions): Promise<Book> {
  const memory = await load(pool, log)
  const book = makeBook({ db, pool, log, limits, memory })
  if (memory.seq === 0) {
    const founded = await book.submit({ command: FOUNDING, by: { system: 'founding' } })
    const elsewhere = !founded.accepted && founded.refusal.code === 'already_founded'
    if (!founded.accepted && !elsewhere) throw new Error('the book could not be founded')
  }
  return book
}

const load = (pool: Pool, log: Logger): Promise<Memory> =>
  foldState(pool, undefined, (row) => {
    log.error({ row }, 'an open row is not what its command wrote: the book leaves it out')
  })

function makeBook(given: Required<BookOptions> & { memory: Memory }): Book {
  const { db, pool, log, memory } = given
  const queue: Waiting[] = []
  const runningKeys = new Set<string>()
  const committed = makeListeners<[readonly Outcome[]]>(log)
  const reloaded = makeListeners<[]>(log)
  const size = openBatchSize()
  let working: Promise<void> | null = null
  let closed = false

  const writer: BookWriter = {
    db,
    memory,
    log,
    size,
    limits: { ...LIMITS, ...given.limits },
    onClock: watchClock(log),
    onOutcomes: committed.tell,
    suspicion: null,
    async reload() {
      // Two states at once may be more than there is memory for, and the old one has no readers.
      memory.state = Object.assign(emptyState(), { numbers: { ...memory.state.numbers } })
      Object.assign(memory, await load(pool, log))
      reloaded.tell()
    },
  }

  const submit = <I>(item: Submission<I>): Promise<Result> => {
    if (closed) return Promise.reject(new BookUnavailable('the book is closed'))
    if (queue.length >= MAX_QUEUED) return Promise.reject(new BookUnavailable('the book is full'))
    const name = item.key && keyName(item.key)
    if (name !== undefined) {
      if (runningKeys.has(name)) return Promise.reject(new KeyInProgress())
      runningKeys.add(name)
    }
    const { waiting, result } = waitFor(item, PATIENCE_MS)
    queue.push(waiting)
    working ??= work()
    return name === undefined ? result : result.finally(() => runningKeys.delete(name))
  }

  const work = async (): Promise<void> => {
    // One turn of the event loop lets the commands of the same moment join the first batch.
    await Promise.resolve()
    while (queue.length > 0) await settleCommands(writer, queue.splice(0, size.limit))
    working = null
  }

  return {
    submit,
    onCommitted: committed.add,
    onReloaded: reloaded.add,
    status: () => ({
      seq: memory.seq,
      queued: queue.length,
      members: memory.state.numbers.member,
      seats: memory.state.numbers.ordinal,
      bytes: memory.state.seats.bytes + memory.state.members.bytes + memory.state.balances.bytes,
    }),
    async close() {
      closed = true
      await working
    },
  }
}

function makeListeners<Told extends readonly unknown[]>(log: Logger) {
  const listeners = new Set<(...told: Told) => void>()
  return {
    add(listener: (...told: Told) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(...told: Told) {
      for (const listener of listeners) {
        try {
          listener(...told)
        } catch (error) {
          // A listener that fails must not make us retry what is durable already.
          log.error({ err: error }, 'a listener of the book failed')
        }
      }
    },
  }
}
