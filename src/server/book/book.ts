/**
 * The ledger writer: the single ordered writer of everything that moves money or takes a seat.
 * Commands wait in a queue; while one batch commits, the next one fills. Callers get their answers
 * after the COMMIT.
 */
import type { Logger } from 'pino'
import type { Pool } from 'pg'
import type { Db } from '../../db/types.ts'
import { FOUNDING } from '../../domain/book.ts'
import { readCall, type ReadyHooks } from './batch-hook.ts'
import type { Memory, Outcome } from './state/catch-up.ts'
import type { SavedState } from './state/fold.ts'
import { openMemory } from './state/open-memory.ts'
import type { BatchLimits } from './head.ts'
import type { RecentOutcomes } from './state/recent-outcomes.ts'
import { openQueue } from './settle.ts'
import { BookUnavailable, type Result, type Submission } from './submission.ts'
import { isRefusing, openTimeouts, PATIENCE_MS } from './waiting.ts'
import { makeWriter, type BookWriter, type Lead } from './writer.ts'

export type { Outcome } from './state/catch-up.ts'
export type { Actor, Result, Submission } from './submission.ts'
export { openMemory, reloadMemory } from './state/open-memory.ts'
export { LIMITS, type Lead } from './writer.ts'

const MAX_QUEUED = 20_000

/** A live leader announces each commit within this time. */
const ANNOUNCE_WITHIN_MS = 2_000

export type Book = {
  /**
   * Submits a command and waits up to eight seconds until it is durable or refused.
   * @throws KeyReused, KeyInProgress (409), BookUnavailable, OutcomeUnknown (503), or an error from
   * a batch hook or the database that cancels only this command
   */
  submit(submission: Submission): Promise<Result>
  /** Reports this process's durable commands, in order, after each commit. */
  onCommitted(listener: (outcomes: readonly Outcome[]) => void): () => void
  /** Called after the state was reloaded. Copies of earlier database contents may be wrong. */
  onReloaded(listener: () => void): () => void
  /** Queue length, progress and size, for health checks and operators. */
  status(): {
    seq: number
    queued: number
    members: number
    seats: number
    bytes: number
    /** Whether the database refused the newest batch, less than a minute ago. */
    isRefusing: boolean
  }
  /**
   * Whether submissions may leave the check of a session to the ledger writer. A leader of the
   * previous version doesn't check any.
   */
  checksSessions(): boolean
  /** Finishes the queued commands, keeps the state for the next start, then stops. */
  close(): Promise<void>
}

export type BookOptions = {
  readonly db: Db
  readonly pool: Pool
  readonly log: Logger
  readonly limits?: Partial<BatchLimits>
  /** Called for each try to commit a batch, for metrics. */
  readonly onBatch?: BookWriter['onBatch']
  /** The batch hooks that submissions may name. */
  readonly hooks?: ReadyHooks
  /** Where the state is saved between runs, to make the next start faster. */
  readonly kept?: SavedState | null
}

/**
 * Opens a ledger writer of this process's own: loads the state from the tables and initializes them
 * if empty. Any number of processes may have one, as long as no ledger process leads.
 */
export async function openBook(options: BookOptions): Promise<Book> {
  const memory = await openMemory(options)
  const { book } = makeBook(options, memory)
  await foundBook(book, memory)
  return book
}

/** Submits the first command of every ledger, if the log is empty. */
export async function foundBook(book: Pick<Book, 'submit'>, { seq }: Memory): Promise<void> {
  if (seq !== 0) return
  const founded = await book.submit({ command: FOUNDING, by: { system: 'founding' } })
  const elsewhere = !founded.accepted && founded.refusal.code === 'already_founded'
  if (!founded.accepted && !elsewhere) throw new Error('the book could not be founded')
}

type LedgerWriter = {
  readonly book: Book
  lead(next: Lead): void
  /** From here on, batches may end, but a reload doesn't begin a new epoch. */
  endTerm(): void
  drain(): Promise<void>
  /** Why memory must be reloaded before anything else; null when it is usable. */
  suspicion(): Error | null
  /** Call it before memory is reloaded, and with null after. */
  distrust(error: Error | null): void
}

/** A ledger writer on a state that is already loaded. */
export function makeBook(
  options: BookOptions,
  memory: Memory,
  recent: RecentOutcomes | null = null,
): LedgerWriter {
  const defaults = { limits: {}, hooks: new Map(), onBatch: () => {}, kept: null }
  const given = { ...defaults, ...options }
  const committed = makeListeners<[readonly Outcome[]]>(given.log)
  const reloaded = makeListeners<[]>(given.log)
  let working: Promise<void> | null = null
  let closed = false
  let lead: Lead | null = null

  const writer = makeWriter(
    { ...given, memory, recent },
    { onOutcomes: committed.tell, onReloaded: reloaded.tell, lead: () => lead },
  )
  const patience = openTimeouts(PATIENCE_MS, writer.database)
  const queue = openQueue(writer)
  given.kept?.compare((error) => void (writer.suspicion = error))

  const submit = (item: Submission): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (closed) throw new BookUnavailable('the book is closed')
      if (queue.queued() >= MAX_QUEUED) throw new BookUnavailable('the book is full')
      const called = item.hook ? readCall(given.hooks, item, item.hook) : null
      const waiting = patience.waitFor(item, called, (result) => {
        if (result instanceof Error) reject(result)
        else resolve(result)
      })
      queue.add(waiting)
      working ??= work()
    })

  const work = async (): Promise<void> => {
    // Wait one turn of the event loop so that simultaneous commands join the first batch.
    await Promise.resolve()
    while (queue.queued() > 0) await queue.settleNext()
    working = null
  }

  const book: Book = {
    submit,
    onCommitted: committed.add,
    onReloaded: reloaded.add,
    checksSessions: () => true,
    status: () => statusOf(queue.queued(), writer),
    async close() {
      closed = true
      await working
      // If we distrust our state, the next start must not load it.
      await given.kept?.close(writer.suspicion ? null : memory)
    },
  }
  return {
    book,
    lead(next) {
      lead = next
      writer.fence = next.fence
      // The previous leader may have died between a COMMIT and its announcement. Announcing it
      // twice is harmless.
      const untold = recent?.since(memory.at - ANNOUNCE_WITHIN_MS) ?? []
      if (untold.length > 0) committed.tell(untold)
    },
    endTerm: () => void (lead = null),
    drain: async () => void (await working),
    suspicion: () => writer.suspicion,
    distrust: (error) => void (writer.suspicion = error),
  }
}

const statusOf = (queued: number, { memory, database }: BookWriter) => ({
  seq: memory.seq,
  queued,
  members: memory.state.numbers.member,
  seats: memory.state.numbers.ordinal,
  bytes: memory.state.seats.bytes + memory.state.members.bytes + memory.state.balances.bytes,
  isRefusing: isRefusing(database),
})

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
          // A failing listener must not make us retry commands that are already durable.
          log.error({ err: error }, 'a listener of the book failed')
        }
      }
    },
  }
}
