import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { allowImports, joinBelow, publishReentries, stageCascade } from './cascade.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { isLong } from '../../support/scale.ts'
import { createNotes, noteHooks, submitUntilKnown } from './load.ts'

let database: TestDatabase
let book: Book
beforeEach(async () => {
  database = await createTestDatabase()
  await database.pool.query(createNotes)
  book = await openBook({ ...database, log: pino({ level: 'silent' }), hooks: noteHooks })
})
afterEach(async () => {
  await book.close()
  await database.close()
})

/** Notes how many rows each statement adds. */
const watch = `
  create table added_postings (count int not null);
  create function note_added() returns trigger language plpgsql as $$
  begin
    insert into added_postings select count(*) from added;
    return null;
  end $$;
  create trigger postings_noted after insert on postings
    referencing new table as added for each statement execute function note_added()`

test.runIf(isLong)(
  'writes what follows from one activation in statements of a limited size',
  async () => {
    await allowImports(book)
    await publishReentries(book)
    const [levels, owners, least] = isLong ? [12, 760, 100_000] : [8, 64, 8_000]
    const top = await stageCascade(book, levels, owners)
    const command = await joinBelow(book, top)
    await database.pool.query(watch)
    const before = book.status().seats
    // Callers give up after eight seconds, and find the outcome when they ask again.
    await submitUntilKnown(() => book, command, 'first')
    expect(book.status().seats - before).toBeGreaterThan(least)
    const { rows } = await database.pool.query<{ most: number }>(
      'select max(count) as most from added_postings',
    )
    expect(rows[0]?.most).toBeLessThan(20_000)
    await database.pool.query('analyze')
    expect((await checkBook(database.db, database.pool)).differences.count).toBe(0)
  },
)
