/** The ledger writer on PostgreSQL: activations per second, latency at half load, hot wallets. */
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import type { Pool } from 'pg'
import type { Db } from '../src/db/types.ts'
import type { Command } from '../src/domain/ledger/command.ts'
import { eventOf } from '../src/domain/ledger/event.ts'
import { micros } from '../src/domain/money/money.ts'
import {
  openBook,
  type Book,
  type BookOptions,
  type Outcome,
  type Result,
} from '../src/server/book/book.ts'
import type { BatchFigures } from '../src/server/book/batch-timer.ts'

const by = { system: 'bench' }

export type Ready = { readonly member: number; readonly profile: number }

const submitAll = (book: Book, commands: readonly Command[]): Promise<Result[]> =>
  Promise.all(commands.map((command) => book.submit({ command, by })))

/** The outcome of each of many commands. The book reports them in the order of the commands. */
async function outcomesOf(book: Book, commands: readonly Command[]): Promise<Outcome[]> {
  const told: Outcome[] = []
  const forget = book.onCommitted((outcomes) => void told.push(...outcomes))
  await submitAll(book, commands)
  forget()
  if (told.length !== commands.length) throw new Error('the book refused a bench command')
  return told
}

export const openBenchBook = (
  db: Db,
  pool: Pool,
  more: Pick<BookOptions, 'onBatch' | 'hooks'> = {},
) => openBook({ db, pool, log: pino({ level: 'silent' }), ...more })

type Sums = { batches: number; trips: number; ms: BatchFigures['ms'] }

/** Sums up a book's batch times, and how often they waited for the server. */
export function watchBatches(pool: Pool) {
  const sums: Sums = {
    batches: 0,
    trips: 0,
    ms: { locking: 0, running: 0, writing: 0, committing: 0 },
  }
  let start = structuredClone(sums)
  pool.on('acquire', (client) => {
    const query = client.query.bind(client)
    if (Object.hasOwn(client, 'query')) return
    Object.assign(client, {
      query: (...asked: Parameters<typeof query>) => {
        sums.trips++
        return query(...asked)
      },
    })
  })
  return {
    onBatch({ ms }: BatchFigures): void {
      sums.batches++
      for (const phase of phases) sums.ms = { ...sums.ms, [phase]: sums.ms[phase] + ms[phase] }
    },
    start(): void {
      start = structuredClone(sums)
    },
    /** Per batch since the start: round trips, and milliseconds by phase. */
    figures() {
      const batches = sums.batches - start.batches
      return {
        trips: (sums.trips - start.trips) / batches,
        ms: phases.map((phase) => [phase, (sums.ms[phase] - start.ms[phase]) / batches] as const),
      }
    },
  }
}

const phases = ['locking', 'running', 'writing', 'committing'] as const

/** Puts dollars into wallets with an adjustment that two operators approve. */
async function fund(book: Book, members: readonly number[], dollars: number): Promise<void> {
  const amountMicros = micros(BigInt(dollars) * 1_000_000n)
  const proposed = await outcomesOf(
    book,
    members.map((member) => {
      return { kind: 'propose_adjustment', member, amountMicros, operator: 'a', reason: 'bench' }
    }),
  )
  const numbers = proposed.map(({ effects }) => eventOf(effects, 'adjustment').no)
  await submitAll(
    book,
    numbers.map((adjustment) => ({ kind: 'approve_adjustment', adjustment, operator: 'b' })),
  )
}

/** Creates members below the given sponsors who can pay for their Bronze seat. */
export async function enroll(book: Book, sponsors: readonly number[]): Promise<Ready[]> {
  const joined = await outcomesOf(
    book,
    sponsors.map((sponsor) => ({ kind: 'register', sponsor })),
  )
  const ready = joined.map(({ effects }) => ({
    member: eventOf(effects, 'member').no,
    profile: eventOf(effects, 'profile').no,
  }))
  await fund(
    book,
    ready.map(({ member }) => member),
    1,
  )
  return ready
}

/** Activations (seats taken) per second when everyone submits at once. */
export async function measureActivations(book: Book, ready: readonly Ready[]): Promise<number> {
  const before = book.status().seats
  const started = performance.now()
  await submitAll(
    book,
    ready.map((each) => ({ kind: 'activate', ...each })),
  )
  const seconds = (performance.now() - started) / 1000
  return (book.status().seats - before) / seconds
}

/**
 * Milliseconds from submitting to the answer at a steady rate: p50 and p99.
 * @param until ends it before all are sent
 */
export async function measureLatency(
  book: Book,
  ready: readonly Ready[],
  perSecond: number,
  until?: AbortSignal,
): Promise<{ p50: number; p99: number }> {
  const taken: number[] = []
  const started = performance.now()
  const running: Promise<unknown>[] = []
  for (let sent = 0; sent < ready.length;) {
    if (until?.aborted) break
    const due = Math.min(ready.length, ((performance.now() - started) / 1000) * perSecond)
    for (; sent < due; sent++) {
      const since = performance.now()
      const command = { kind: 'activate', ...(ready[sent] as Ready) } as const
      running.push(book.submit({ command, by }).then(() => taken.push(performance.now() - since)))
    }
    // A wait that leaves the processor to the measured processes.
    await wait(1)
  }
  await Promise.all(running)
  taken.sort((a, b) => a - b)
  const at = (share: number): number => taken[Math.floor(taken.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

/**
 * Commands per second that each change a wallet: always the same member's, or another one each
 * time.
 */
export async function measureWallets(
  book: Book,
  members: readonly number[],
  count: number,
): Promise<number> {
  const amountMicros = micros(10_000n)
  const proposed = await outcomesOf(
    book,
    Array.from({ length: count }, (_, i) => {
      const member = members[i % members.length] as number
      const who = { operator: 'a', reason: 'bench' }
      return { kind: 'propose_adjustment', member, amountMicros, ...who } as const
    }),
  )
  const numbers = proposed.map(({ effects }) => eventOf(effects, 'adjustment').no)
  const started = performance.now()
  await submitAll(
    book,
    numbers.map((adjustment) => ({ kind: 'approve_adjustment', adjustment, operator: 'b' })),
  )
  return count / ((performance.now() - started) / 1000)
}
