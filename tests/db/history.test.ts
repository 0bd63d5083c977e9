import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
import { refusedWith } from './refused-with.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

// Tables of history, by the triggers that guard them: what is never changed, and what never goes.

type Guarded = { table: string; column: string; updates: boolean; truncates: boolean }

let database: TestDatabase
let guarded: Guarded[]
beforeAll(async () => {
  database = await createTestDatabase()
  const [update, remove, truncate] = [16, 8, 32]
  const { rows } = await database.pool.query<Guarded>(
    `select c.relname as table, (select attname from pg_attribute
         where attrelid = c.oid and attnum > 0 and attidentity = ''
         order by attnum limit 1) as column,
       bool_or(t.tgtype & ${update} <> 0 and t.tgtype & ${remove} <> 0) as updates,
       bool_or(t.tgtype & ${truncate} <> 0) as truncates
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgfoid = 'refuse_change'::regproc
     group by c.oid having bool_or(t.tgtype & ${remove} <> 0) order by c.relname`,
  )
  guarded = rows
})
afterAll(() => database.close())

test('no table of history can be emptied, not even by its owner', async () => {
  expect(guarded.length).toBeGreaterThan(25)
  expect(guarded.filter(({ truncates }) => !truncates)).toEqual([])
  for (const { table } of guarded) {
    const refused = await refusedWith(database.pool, `truncate ${table} cascade`)
    expect([table, refused]).toEqual([table, 'TF001'])
  }
})

test('no role of the server changes or removes history', async () => {
  const urls = [database.serverUrl, database.urlOfPart('web'), database.urlOfPart('worker')]
  for (const connectionString of urls) {
    const pool = openPool({ connectionString, name: 'history', maxConnections: 1 })
    try {
      for (const { table, column, updates } of guarded) {
        const statements = [`delete from ${table}`, `truncate ${table}`]
        if (updates) statements.push(`update ${table} set ${column} = ${column}`)
        for (const statement of statements) {
          const refused = await refusedWith(pool, statement)
          expect([statement, refused]).toEqual([statement, '42501'])
        }
      }
    } finally {
      await pool.end()
    }
  }
})
