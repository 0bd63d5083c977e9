/** Processes that apply the same commands compare a hash of what they changed. */
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyState } from '../../src/domain/ledger/state.ts'
import { micros, rateE8, units } from '../../src/domain/money/money.ts'
import { callHook } from '../../src/server/book/batch-hook.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { catchUp, DigestMismatch } from '../../src/server/book/state/catch-up.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { randomFrom } from '../domain/random.ts'
import { act, createNotes, makeClient, noteHook, noteHooks, TAKEN } from '../fault/book/load.ts'
import { effectsOf } from '../support/book-acts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { isLong } from '../support/scale.ts'

let database: TestDatabase
let books: Book[]
const logged: string[] = []
const ROUNDS = isLong ? 300 : 10

const asked = {
  amountMicros: micros(10_000_000n),
  feeMicros: micros(200_000n),
  cryptoUnits: units(40_800_000n),
  lockedE8: rateE8(25_000_000n),
}

const nothing = () => ({ state: emptyState(), seq: 0, at: 0, batch: null })

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(createNotes)
  await database.pool.query(`insert into notes values (-1, '${TAKEN}')`)
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  books = await Promise.all([1, 2].map(() => openBook({ ...database, log, hooks: noteHooks })))
})
afterAll(async () => {
  await Promise.all(books.map((book) => book.close()))
  await database.close()
})

test('computes the stored digests from a replayed log and from a loaded state', async () => {
  const clients = Array.from({ length: 8 }, (_, i) => makeClient(`c${i}`, randomFrom(i)))
  const play = (rounds: number) =>
    Promise.all(
      clients.map(async (client, i) => {
        for (let round = 0; round < rounds; round++) {
          await act(() => books[(i + round) % books.length] as Book, client)
        }
      }),
    )
  await play(ROUNDS)
  const loaded = await foldState(database.pool)
  await play(ROUNDS)
  const replayed = nothing()
  let commands = 0
  await database.db.transaction().execute(async (tx) => {
    await catchUp(tx, loaded)
    await catchUp(tx, replayed, (batch) => void (commands += batch.length))
  })
  expect([loaded.seq, replayed.seq, commands]).toEqual(Array(3).fill(loaded.seq))
  expect(loaded.batch).toBe(replayed.batch)
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(distinct digest)::int from batches',
  )
  expect(rows[0]?.count).toBeGreaterThan(ROUNDS)
  // Neither writer had to reload its state because of the other's batches.
  expect(logged).toEqual([])
})

test('gets the same digest from a writer that has taken a batch back', async () => {
  const [book] = books as [Book]
  const by = { system: 'test' }
  const expiresAt = Date.now()
  for (let i = 0; i < 2; i++) {
    const { events } = await effectsOf(book, { kind: 'register', sponsor: 1 })
    const member = events.find((event) => event.event === 'member')?.no ?? 0
    await effectsOf(book, { kind: 'open_deposit', member, coin: 'TRX', ...asked, expiresAt })
  }
  const follower = await foldState(database.pool)
  const taken = callHook(noteHook, TAKEN)
  await Promise.allSettled([
    book.submit({ command: { kind: 'expire_deposits', blockAt: expiresAt + 1 }, by }),
    book.submit({ command: { kind: 'register', sponsor: 1 }, by, hook: taken }),
  ])
  await database.db.transaction().execute((tx) => catchUp(tx, follower))
  expect(follower.seq).toBe(book.status().seq)
})

test('stops the follower before a batch whose digest differs', async () => {
  const owner = await database.pool.connect()
  await owner.query('set session_replication_role = replica')
  const { rows } = await owner.query<{ first: number }>(
    `update batches set digest = digest + 1 where first_seq =
      (select first_seq from batches order by first_seq offset 3 limit 1)
     returning first_seq::int as first`,
  )
  owner.release(true)
  const memory = nothing()
  const replay = database.db.transaction().execute((tx) => catchUp(tx, memory))
  await expect(replay).rejects.toThrow(DigestMismatch)
  expect(memory.seq).toBe((rows[0]?.first ?? 0) - 1)
})
