import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { createRole, grantRuntime } from '../../src/db/runtime-role.ts'
import { openBook } from '../../src/server/book/book.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

// The role that the server works as: what it can do is enough, and what it must not, it cannot.

const role = 'twofold_test_server'
let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  await createRole(database.pool, role)
  await createRole(database.pool, role)
  await grantRuntime(database.pool, role, true)
  const url = new URL(database.url)
  url.username = role
  pool = openPool({ connectionString: url.href, name: 'runtime role' })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

test('the book is founded and writes as this role, which may set no balance', async () => {
  const book = await openBook({ db: openKysely(pool), pool, log: pino({ level: 'silent' }) })
  const joined = await book.submit({
    command: { kind: 'register', sponsor: 1 },
    by: { system: 'test' },
  })
  expect(joined.accepted).toBe(true)
  const moved = await book.submit({
    command: { kind: 'move_treasury', coin: 'TRX', amountUnits: 5n as never, reason: 'a test' },
    by: { system: 'test' },
  })
  expect(moved.accepted).toBe(true)
  await book.close()
  const { rows } = await pool.query('select balance from accounts where balance <> 0')
  expect(rows.length).toBeGreaterThan(0)
})

const forbidden = [
  'alter table postings disable trigger all',
  'drop trigger postings_append_only on postings',
  'drop table journals',
  'truncate postings',
  'update postings set amount = 0',
  'delete from postings',
  'update journals set kind = kind',
  'delete from commands',
  'update audit_entries set operator = operator',
  'delete from audit_entries',
  'update seats set depth = 0',
  'update catalogues set version = 9',
  'delete from withdrawals',
  'delete from transfers',
  'delete from members',
  'update accounts set balance = 1000000',
  'insert into accounts (no, asset, balance) values (999, 0, 1)',
  'delete from schema_migrations',
  'create table stolen (a int)',
  'create function evil() returns int language sql as $$ select 1 $$',
  'alter function settle_postings() security invoker',
  'set session_replication_role = replica',
  'alter role twofold_test_server superuser',
  "copy (select 1) to program 'true'",
]

test('it can neither change history nor the schema, nor lift what forbids it', async () => {
  for (const statement of forbidden) {
    const refused = await pool.query(statement).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    )
    expect([statement, refused]).toEqual([statement, '42501'])
  }
})
