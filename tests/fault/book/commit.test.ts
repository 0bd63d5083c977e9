import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { OutcomeUnknown } from '../../../src/server/book/submission.ts'
import { randomFrom, type Random } from '../../domain/random.ts'
import { isLong } from '../../support/scale.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openPostgresProxy, type TcpProxy } from '../../support/wire/tcp-proxy.ts'
import { until } from '../../support/poll.ts'
import {
  act,
  createNotes,
  makeClient,
  noteHook,
  noteHooks,
  submitUntilKnown,
  TAKEN,
  type Client,
} from './load.ts'
import { expectReplays, expectTruth } from './truth.ts'

const log = pino({ level: 'silent' })
const CLIENTS = 8
let database: TestDatabase
let proxy: TcpProxy
let closing: (() => Promise<unknown>)[]

beforeEach(async () => {
  database = await createTestDatabase()
  await database.pool.query(createNotes)
  await database.pool.query('insert into notes values (0, $1)', [TAKEN])
  proxy = await openPostgresProxy(database.url)
  closing = []
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  await proxy.stop()
  await database.close()
})

/** A book with all its connections through the proxy. */
async function openFragile(): Promise<Book> {
  const pool = openPool({ connectionString: proxy.urlOf(database.url), name: 'fragile' })
  const book = await openBook({ db: openKysely(pool), pool, log, hooks: noteHooks })
  closing.push(
    () => pool.end(),
    () => book.close(),
  )
  return book
}

/** Clients at work, each with its own list of answers, and the faults so far. */
type Round = { readonly all: readonly Client[]; readonly commands: number; faults: number }

/** A round has at least this many faults, however fast the machine is. */
const MIN_FAULTS = 6

const heardBy = (all: readonly Client[]): number =>
  all.reduce((sum, client) => sum + client.heard.length, 0)

const isDone = ({ all, commands, faults }: Round): boolean =>
  faults >= MIN_FAULTS && all.every(({ heard }) => heard.length >= commands)

/**
 * Causes faults at random moments until all commands are answered. Most faults wait for an answer
 * after the previous one, so a slow machine still makes progress.
 */
async function disturb(random: Random, round: Round): Promise<void> {
  while (!isDone(round)) {
    const before = heardBy(round.all)
    if (random.chance(0.8)) {
      const isAnswered = () => heardBy(round.all) > before
      await until('an answer', isAnswered, { deadlineMs: 60_000, everyMs: 5 })
    }
    await wait(random.below(250))
    const roll = random.below(8)
    if (roll < 3) proxy.cutAtCommit('before', 1 + random.below(2))
    else if (roll < 6) proxy.cutAtCommit('after', 1 + random.below(2))
    else proxy.cut()
    round.faults++
  }
  proxy.cutAtCommit('after', 0)
}

async function runRound(books: readonly Book[], seed: number, commands: number) {
  const random = randomFrom(seed)
  const all = Array.from({ length: CLIENTS }, (_, i) =>
    makeClient(`s${seed}-c${i}`, randomFrom(seed * 1000 + i)),
  )
  const round: Round = { all, commands, faults: 0 }
  const work = all.map(async (client, i) => {
    const book = books[i % books.length] as Book
    while (!isDone(round)) await act(() => book, client)
  })
  await Promise.all([disturb(random, round), ...work])
  return { heard: all.flatMap(({ heard }) => heard) }
}

/** Both books go through the same faults, below. */
const seeds = isLong ? [1, 2] : []

test.each(seeds)('answers truthfully when cut before and after COMMIT (seed %i)', async (seed) => {
  const book = await openFragile()
  const { heard } = await runRound([book], seed, 30)
  const truth = await expectTruth(database.db, database.pool, heard)
  expect(proxy.commitsCut()).toBeGreaterThan(0)
  expect(truth.poisoned).toBeGreaterThan(0)
  expect(truth.accepted).toBeGreaterThan(50)
  await expectReplays(book, database.pool, heard.slice(0, 100))
})

test('keeps one order across two books that are cut at random', async () => {
  const books = [await openFragile(), await openFragile()]
  const { heard } = await runRound(books, 4, 30)
  const truth = await expectTruth(database.db, database.pool, heard)
  expect(proxy.commitsCut()).toBeGreaterThan(0)
  expect(truth.poisoned).toBeGreaterThan(0)
  expect(truth.accepted).toBeGreaterThan(50)
  // The other book gives the same answers.
  for (const book of books) await expectReplays(book, database.pool, heard.slice(-40))
})

// The COMMIT was in progress, so only "unknown" is true, whatever the result.
test.runIf(isLong).each(['after', 'before'] as const)(
  'answers unknown first, then the result, after a COMMIT cut %s',
  async (when) => {
    const book = await openFragile()
    const told: number[] = []
    book.onCommitted((outcomes) => told.push(...outcomes.map(({ seq }) => seq)))
    const command = { kind: 'register', sponsor: 1 } as const
    const key = { scope: 'load', key: 'lost', inputHash: 'lost' }
    proxy.cutAtCommit(when)
    const answer = book
      .submit({ command, by: { system: 'load' }, key, hook: callHook(noteHook, 'lost') })
      .catch((error: unknown) => error)
    await until('the COMMIT to be cut', () => proxy.commitsCut() === 1, { everyMs: 1 })
    proxy.setRefusing(true)
    expect(await answer).toBeInstanceOf(OutcomeUnknown)
    proxy.setRefusing(false)
    const heard = await submitUntilKnown(() => book, command, 'lost')
    expect(heard).toMatchObject({ result: { accepted: true, replayed: when === 'after' } })
    await expectTruth(database.db, database.pool, [heard])
    expect(told).toEqual([2])
  },
)
