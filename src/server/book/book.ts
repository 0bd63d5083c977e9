/**
 * The book: the one ordered writer of everything that moves money or takes a seat. Commands wait
 * in a queue; while one batch commits, the next gathers. Callers get their answers after COMMIT.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Pool } from 'pg'
import type { Db } from '../../db/types.ts'
import { FOUNDING } from '../../domain/book.ts'
import { AlreadyCommitted, settleBatch, type Batch } from './batch.ts'
import type { Memory } from './catch-up.ts'
import { foldState } from './fold.ts'
import { keyName } from './idempotency.ts'
import {
  BookUnavailable,
  DoneElsewhere,
  KeyInProgress,
  OutcomeUnknown,
  type Outcome,
  type Result,
  type Submission,
} from './submission.ts'

export type { Actor, Outcome, Result, Rider, Submission } from './submission.ts'

const MAX_QUEUED = 20_000
const MAX_BATCH = 1_000
/** Shorter than the clients' ten seconds, so that they hear the truth before they give up. */
const PATIENCE_MS = 8_000
const RETRY_MS = 50

export type Book = {
  /**
   * Submits a command and waits until it is durable or refused.
   * @throws KeyReused, KeyInProgress (409), BookUnavailable, OutcomeUnknown (503), or the database
   * error of a rider, which leaves this command alone without effect.
   */
  submit<I>(submission: Submission<I>): Promise<Result>
  /** Tells of this process's durable commands, in order, after each commit. */
  onCommitted(listener: (outcomes: readonly Outcome[]) => void): () => void
  /** What is open and how far the book is, for health and operators. */
  status(): { seq: number; queued: number; members: number; seats: number; bytes: number }
  /** Finishes what is queued and stops. */
  close(): Promise<void>
}

type Waiting = {
  readonly item: Submission<unknown>
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

export type BookOptions = {
  readonly db: Db
  readonly pool: Pool
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** Opens the book: folds the state from the tables and founds it when they are empty. */
export async function openBook({ db, pool, log, now = Date.now }: BookOptions): Promise<Book> {
  const memory = await foldState(pool)
  const refold = async (): Promise<void> => {
    Object.assign(memory, await foldState(pool))
  }
  const desk = makeDesk(db, memory, { log, now, refold })
  if (memory.seq === 0) {
    const founded = await desk.submit({ command: FOUNDING, by: { system: 'founding' } })
    const elsewhere = !founded.accepted && founded.refusal.code === 'already_founded'
    if (!founded.accepted && !elsewhere) throw new Error('the book could not be founded')
  }
  return desk
}

function makeDesk(db: Db, memory: Memory, given: Omit<Desk, 'listeners'>): Book {
  const queue: Waiting[] = []
  const runningKeys = new Set<string>()
  const listeners = new Set<(outcomes: readonly Outcome[]) => void>()
  let working: Promise<void> | null = null
  let closed = false

  const submit = <I>(item: Submission<I>): Promise<Result> => {
    if (closed) return Promise.reject(new BookUnavailable('the book is closed'))
    if (queue.length >= MAX_QUEUED) return Promise.reject(new BookUnavailable('the book is full'))
    const name = item.key && keyName(item.key)
    if (name !== undefined) {
      if (runningKeys.has(name)) return Promise.reject(new KeyInProgress())
      runningKeys.add(name)
    }
    const answer = new Promise<Result>((resolve, reject) => {
      const erased = item as Submission<unknown>
      queue.push({ item: erased, since: performance.now(), resolve, reject })
    })
    working ??= work()
    return name === undefined ? answer : answer.finally(() => runningKeys.delete(name))
  }

  const work = async (): Promise<void> => {
    // One turn of the event loop lets the commands of the same moment join the first batch.
    await Promise.resolve()
    while (queue.length > 0) await settle(queue.splice(0, MAX_BATCH))
    working = null
  }

  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    const left = await tryUntilSettled(db, memory, batch, { ...given, listeners })
    if (left === null) return
    const middle = Math.ceil(left.length / 2)
    await settle(left.slice(0, middle))
    await settle(left.slice(middle))
  }

  return {
    submit,
    onCommitted(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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

type Desk = {
  readonly log: Logger
  readonly now: () => number
  /** Drops the memory and folds it again from the tables. */
  readonly refold: () => Promise<void>
  readonly listeners: ReadonlySet<(outcomes: readonly Outcome[]) => void>
}

/**
 * Tries a batch until its outcome is known or patience ends. Answers null when every caller has
 * an answer, or the commands that must be tried in halves because the database refused one.
 */
async function tryUntilSettled(
  db: Db,
  memory: Memory,
  waiting: readonly Waiting[],
  desk: Desk,
): Promise<readonly Waiting[] | null> {
  const items = waiting.map(({ item }) => item)
  const batch = { id: randomUUID(), items, after: memory.seq }
  let computed: readonly (Result | Error)[] | undefined
  for (;;) {
    try {
      const attempt: Batch = { ...batch, mayBeDone: computed !== undefined }
      const settled = await settleBatch(db, memory, attempt, desk.now(), (results) => {
        computed = results
      })
      answer(waiting, settled, desk)
      return null
    } catch (error) {
      if (error instanceof AlreadyCommitted && computed) {
        answer(waiting, computed, desk)
        return null
      }
      if (!isPassing(error)) {
        const [only] = waiting
        if (waiting.length > 1 || !only) return waiting
        only.reject(error as Error)
        await refoldIfOutOfStep(error, desk)
        return null
      }
      desk.log.warn({ err: error, commands: waiting.length }, 'a batch of the book was cut off')
      const since = Math.min(...waiting.map((each) => each.since))
      if (performance.now() - since > PATIENCE_MS) {
        giveUp(waiting, computed !== undefined)
        return null
      }
      await wait(RETRY_MS)
    }
  }
}

function giveUp(waiting: readonly Waiting[], mayBeDone: boolean): void {
  for (const { reject } of waiting) {
    reject(mayBeDone ? new OutcomeUnknown() : new BookUnavailable('the database is away'))
  }
}

function answer(waiting: readonly Waiting[], settled: readonly (Result | Error)[], desk: Desk) {
  const outcomes: Outcome[] = []
  for (const [i, { resolve, reject }] of waiting.entries()) {
    const result = settled[i] as Result | Error
    if (result instanceof Error) reject(result)
    else resolve(result)
    if (!(result instanceof Error) && result.accepted && !result.replayed) {
      outcomes.push(result.outcome)
    }
  }
  if (outcomes.length === 0) return
  for (const listener of desk.listeners) {
    try {
      listener(outcomes)
    } catch (error) {
      // What is durable stays so, whoever fails to hear of it: it must not be tried again.
      desk.log.error({ err: error }, 'a listener of the book failed')
    }
  }
}

/**
 * A journal that the ledger's own trigger refuses, or a rule that throws, may mean that memory has
 * left the tables: it is dropped and folded again, so that what follows stands on the truth.
 */
async function refoldIfOutOfStep(error: unknown, { log, refold }: Desk): Promise<void> {
  if (error instanceof DoneElsewhere) return
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && !code.startsWith('TF')) return
  log.error({ err: error }, 'a command could not be applied: the book folds its state again')
  try {
    await refold()
  } catch (failure) {
    log.error({ err: failure }, 'the state could not be folded again; the next command tries')
  }
}

/**
 * Whether an error says nothing about the commands: the connection broke, the server is starting
 * or stopping, a lock was not to be had. All else is a refusal by the database, or a bug.
 */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  if (error instanceof AlreadyCommitted) return true
  if (typeof code !== 'string') {
    const text = error instanceof Error ? error.message : ''
    return /connection|terminated|timeout|closed|not queryable/i.test(text)
  }
  if (/^E[A-Z]+$/.test(code)) return true
  return /^(08|53|57|58|40|55|25P0)/.test(code)
}
