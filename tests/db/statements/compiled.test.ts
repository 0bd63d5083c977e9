import { sql, type Expression } from 'kysely'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { compileOnce, type Given, type Parameter } from '../../../src/db/compiled.ts'
import { anyOf } from '../../../src/db/expressions.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { Db } from '../../../src/db/types.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  // Only one connection, which has all prepared statements.
  db = openKysely(openPool({ connectionString: database.url, name: 'compiled', maxConnections: 1 }))
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

type Numbers = { a: number; b: number }

const sumOnce = compileOnce((query, { a, b }: Given<Numbers>) =>
  query.selectNoFrom(sql<number>`${a}::int * 100 + ${7}::int * 10 + ${b}::int`.as('sum')),
)

test('fills in each value by its name, and keeps constants', async () => {
  expect(await sumOnce.rows(db, { a: 1, b: 2 })).toEqual([{ sum: 172 }])
  expect(await sumOnce.first(db, { b: 1, a: 2 })).toEqual({ sum: 271 })
  expect(await sumOnce.one(db, { a: 0, b: 0 })).toEqual({ sum: 70 })
})

test('builds once, and keeps the text and its prepared plan', async () => {
  let built = 0
  const twice = compileOnce((query, { text }: Given<{ text: string }>) => {
    built += 1
    return query.selectNoFrom(sql<string>`${text}::text || ${text}::text || 'kept'`.as('text'))
  })
  for (const text of ['a', '', "'; select 1", '$1']) {
    expect(await twice.one(db, { text })).toEqual({ text: `${text}${text}kept` })
  }
  expect(built).toBe(1)
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like ${'%kept%'}`.execute(db)
  // If other tests of this process have used up the names, it isn't prepared at all.
  const prepared = rows.map(({ statement }) => statement)
  const expected = `select $1::text || $2::text || 'kept' as "text"`
  expect(new Set([...prepared, expected])).toEqual(new Set([expected]))
})

test('ignores a value that the statement does not use', async () => {
  const only = compileOnce((query, { b }: Given<Numbers>) =>
    query.selectNoFrom(sql<number>`${b}::int`.as('b')),
  )
  expect(await only.one(db, { a: 1, b: 2 })).toEqual({ b: 2 })
})

test('takes a list as one parameter, whatever its length', async () => {
  const among = compileOnce((query, { numbers }: Given<{ numbers: readonly number[] }>) =>
    query.selectNoFrom(sql<boolean>`5 = ${anyOf(numbers, 'int')}`.as('found')),
  )
  expect(await among.one(db, { numbers: [] })).toEqual({ found: false })
  expect(await among.one(db, { numbers: [4, 5, 6] })).toEqual({ found: true })
  expect(await among.one(db, { numbers: [6] })).toEqual({ found: false })
})

test('passes null, bytes, and dates', async () => {
  type Kinds = { none: string | null; bytes: Buffer; at: Date }
  const kinds = compileOnce((query, { none, bytes, at }: Given<Kinds>) =>
    query.selectNoFrom([
      sql<null>`${none}::text`.as('none'),
      sql<Buffer>`${bytes}::bytea`.as('bytes'),
      sql<Date>`${at}::timestamptz`.as('at'),
    ]),
  )
  const values = { none: null, bytes: Buffer.from('bytes'), at: new Date(1e12) }
  expect(await kinds.one(db, values)).toEqual(values)
})

test('runs a change inside a transaction, and counts its rows', async () => {
  const insert = compileOnce((query, { name, caller }: Given<{ name: string; caller: string }>) =>
    query.insertInto('rate_limits').values({ name, caller, window_start: 1n, count: 3 }),
  )
  const undone = new Error('undone')
  const work = db.transaction().execute(async (tx) => {
    expect(await insert.run(tx, { name: 'general', caller: 'someone' })).toBe(1n)
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
})

test('refuses a missing row where one is required', async () => {
  const none = compileOnce((query) => query.selectFrom('rate_limits').selectAll())
  expect(await none.first(db, {})).toBeUndefined()
  await expect(none.one(db, {})).rejects.toThrow('no row')
})

type Write = (text: Given<{ text: string }>['text']) => unknown

const inText: [string, Write, string][] = [
  ['a literal', (text) => sql.lit(text), 'has no value'],
  ['a template', (text) => sql.raw(`'${String(text)}'`), 'has no value'],
  ['JSON', (text) => sql.lit(JSON.stringify({ text })), 'has no value'],
  ['a list of values', (text) => sql`${[text]}::text[]`, 'must be parameters'],
]

test.each(inText)('refuses a parameter that would end in %s', async (_, write, message) => {
  const wrong = compileOnce((query, { text }: Given<{ text: string }>) =>
    query.selectNoFrom(sql<string>`${write(text)}`.as('text')),
  )
  await expect(wrong.first(db, { text: 'any' })).rejects.toThrow(message)
})

test('refuses the first call’s time as a constant', async () => {
  const stale = compileOnce((query) =>
    query.selectNoFrom(sql<Date>`${new Date()}::timestamptz`.as('at')),
  )
  await expect(stale.first(db, {})).rejects.toThrow('must be parameters')
})

test('refuses an undefined value', async () => {
  const maybe = compileOnce((query, { name }: Given<{ name: string | undefined }>) =>
    query.selectNoFrom(sql<string>`${name}::text`.as('name')),
  )
  await expect(maybe.first(db, { name: undefined })).rejects.toThrow('name has no value')
})

test('has types for values and rows', async () => {
  const counts = compileOnce((query, { name }: Given<{ name: string }>) =>
    query.selectFrom('rate_limits').select('count').where('rate_limits.name', '=', name),
  )
  const touch = compileOnce((query) => query.updateTable('rate_limits').set({ count: 1 }))
  expectTypeOf(counts.first).parameter(1).toEqualTypeOf<{ name: string }>()
  expectTypeOf(counts.rows).returns.resolves.toEqualTypeOf<{ count: number }[]>()
  expectTypeOf(touch.rows).returns.resolves.toEqualTypeOf<never[]>()
  expectTypeOf<Parameter<number>>().not.toExtend<Expression<string>>()
  expect(await counts.rows(db, { name: 'general' })).toEqual(await touch.rows(db, {}))
})
