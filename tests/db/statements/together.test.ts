import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileOnce, type Given } from '../../../src/db/compiled.ts'
import { given } from '../../../src/db/expressions.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { readTogether } from '../../../src/db/together.ts'
import type { Db } from '../../../src/db/types.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openKysely(openPool({ connectionString: database.url, name: 'together' }))
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

const halves = compileOnce((query, { numbers }: Given<{ numbers: readonly number[] }>) =>
  query
    .selectFrom(given('asked', { no: { values: numbers, type: 'int' } }))
    .select(['asked.no', sql<number>`1000 / asked.no`.as('share')])
    .where('asked.no', '<', 500),
)

/** A reader and the keys of each statement that it ran. */
function openReader() {
  const statements: number[][] = []
  const read = readTogether(async (on, numbers: readonly number[]) => {
    statements.push([...numbers])
    const rows = await halves.rows(on, { numbers })
    return new Map(rows.map(({ no, share }) => [no, share]))
  })
  return { read, statements }
}

test('gives each call of one turn its own answer from one statement', async () => {
  const { read, statements } = openReader()
  const keys = [4, 1, 500, 4, 10]
  const answers = await Promise.all(keys.map((key) => read(db, key)))
  expect(answers).toEqual([250, 1000, undefined, 250, 100])
  expect(statements).toEqual([[4, 1, 500, 10]])
})

test('reads again for a later call, so that no answer predates its call', async () => {
  const { read, statements } = openReader()
  await read(db, 4)
  await read(db, 4)
  expect(statements).toEqual([[4], [4]])
})

test('splits calls that are too many for one statement', async () => {
  const { read, statements } = openReader()
  const keys = Array.from({ length: 250 }, (_, i) => i + 1)
  const answers = await Promise.all(keys.map((key) => read(db, key)))
  expect(answers).toEqual(keys.map((key) => Math.trunc(1000 / key)))
  expect(statements.map(({ length }) => length)).toEqual([100, 100, 50])
})

test('fails only the calls of a failing statement', async () => {
  const { read } = openReader()
  const failed = await Promise.allSettled([read(db, 0), read(db, 5)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read(db, 5)).toBe(200)
})

test('never mixes databases', async () => {
  const { read, statements } = openReader()
  const other = openKysely(openPool({ connectionString: database.url, name: 'other' }))
  try {
    expect(await Promise.all([read(db, 2), read(other, 5)])).toEqual([500, 200])
    expect(statements).toEqual([[2], [5]])
  } finally {
    await other.destroy()
  }
})
