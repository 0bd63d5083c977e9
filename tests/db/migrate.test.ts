import { afterEach, expect, test } from 'vitest'
import { migrate, readMigrations, type Migration } from '../../src/db/migrate.ts'
import { openPool } from '../../src/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
afterEach(() => database.close())

const extra = (sql: string, checksum = sql): Migration => ({ name: '999-test.sql', sql, checksum })

test('changes nothing in a second run', async () => {
  database = await createTestDatabase()
  expect(await migrate(database.pool)).toEqual([])
})

test('runs a new migration once across simultaneous starts', async () => {
  database = await createTestDatabase()
  const files = [...(await readMigrations()), extra('create table once (n int)')]
  const pools = [1, 2, 3].map(() => openPool({ connectionString: database.url, name: 'starter' }))
  const ran = await Promise.all(pools.map((pool) => migrate(pool, files)))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(ran.flat()).toEqual(['999-test.sql'])
})

test('refuses a changed migration by name', async () => {
  database = await createTestDatabase()
  const known = await readMigrations()
  await migrate(database.pool, [...known, extra('create table t (n int)')])
  const changed = migrate(database.pool, [...known, extra('create table t (n int)', 'other')])
  await expect(changed).rejects.toThrow('Migration 999-test.sql was changed after it ran')
})

test('rolls back a failing migration', async () => {
  database = await createTestDatabase()
  const files = [...(await readMigrations()), extra('create table half (n int); select 1/0')]
  await expect(migrate(database.pool, files)).rejects.toThrow('division by zero')
  const { rows } = await database.pool.query("select to_regclass('half') as found")
  expect(rows).toEqual([{ found: null }])
})

test('refuses a database of a newer version', async () => {
  database = await createTestDatabase()
  const known = await readMigrations()
  await migrate(database.pool, [...known, extra('select 1')])
  await expect(migrate(database.pool, known)).rejects.toThrow('999-test.sql')
})

test('refuses a database from before the first release', async () => {
  database = await createTestDatabase()
  await database.pool.query(`delete from schema_migrations;
    insert into schema_migrations (name, checksum) values ('001-book.sql', 'x')`)
  await expect(migrate(database.pool)).rejects.toThrow('before the first release')
})
