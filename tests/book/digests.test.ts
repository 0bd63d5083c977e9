/** Processes that apply the same commands compare a hash of what they changed. */
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyState } from '../../src/domain/ledger/state.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { catchUp, DigestMismatch } from '../../src/server/book/catch-up.ts'
import { foldState } from '../../src/server/book/fold.ts'
import { randomFrom } from '../domain/random.ts'
import { act, createNotes, makeClient, noteHooks, TAKEN } from '../fault/book-load.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { times } from '../support/scale.ts'

let database: TestDatabase
let books: Book[]
const logged: string[] = []

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
  await play(times(300))
  const loaded = await foldState(database.pool)
  await play(times(300))
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
  expect(rows[0]?.count).toBeGreaterThan(times(300))
  // Neither writer had to load its state again because of the other's batches.
  expect(logged).toEqual([])
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
