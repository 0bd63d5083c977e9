import { afterEach, expect, test } from 'vitest'
import { contract, findDrift, migrate } from '../../src/db/migrate.ts'
import { readContractions, readMigrations, type Migration } from '../../src/db/migration-files.ts'
import { openPool } from '../../src/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'

let database: TestDatabase
afterEach(() => database.close())

const dropping: Migration = {
  name: '999-drop.sql',
  sql: '-- floor: 999\nalter table contact_messages drop column answer',
  checksum: 'drop',
}

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

test('leaves a database unchanged that a newer version has expanded', async () => {
  database = await createTestDatabase()
  const known = await readMigrations()
  await migrate(database.pool, [...known, extra('select 1')])
  expect(await migrate(database.pool, known)).toEqual([])
  expect(await findDrift(database.pool)).toMatchObject({ newer: ['999-test.sql'], tooOld: false })
})

test('refuses a database that a newer version has contracted', async () => {
  database = await createTestDatabase()
  const known = await readMigrations()
  await migrate(database.pool, [...known, extra('select 1')])
  expect(await contract(database.pool, [dropping])).toEqual([dropping.name])
  await expect(migrate(database.pool, known)).rejects.toThrow('no longer works with this one')
  expect(await findDrift(database.pool)).toMatchObject({ tooOld: true })
})

test('works with its own contracted schema', async () => {
  database = await createTestDatabase()
  const { pool } = database
  const indexes = async () =>
    (await pool.query(`select from pg_class where relname = 'journals_by_seq'`)).rowCount
  expect(await indexes()).toBe(1)
  const files = (await readContractions()).map(({ name }) => name)
  expect(await contract(pool)).toEqual(files)
  expect(await indexes()).toBe(0)
  expect(await migrate(pool)).toEqual([])
  expect(await findDrift(pool)).toEqual({ pending: [], newer: [], changed: [], tooOld: false })
})

test('contracts only once no older process is left', async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(`insert into processes (id, role, version, schema_version, host)
    values (gen_random_uuid(), 'web', '0.1.0', 9, 'here')`)
  await expect(contract(pool, [dropping])).rejects.toThrow('older version: web 0.1.0 on here')
  expect((await pool.query('select version from schema_floor')).rows).toEqual([{ version: 0 }])
  // It was killed, and hasn't reported since.
  await pool.query(`update processes set seen_at = now() - interval '61 seconds'`)
  expect(await contract(pool, [dropping])).toEqual([dropping.name])
  expect((await pool.query('select version from schema_floor')).rows).toEqual([{ version: 999 }])
  expect(await contract(pool, [dropping])).toEqual([])
})

test('contracts despite a record of a time to come', async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(`insert into processes (id, role, version, schema_version, host, seen_at)
    values (gen_random_uuid(), 'web', '0.1.0', 9, 'here', 'infinity')`)
  expect(await contract(pool, [dropping])).toEqual([dropping.name])
})

test.runIf(isLong)('retries while a table is busy, without blocking others', async () => {
  database = await createTestDatabase()
  const files = [...(await readMigrations()), extra('alter table contact_messages add color text')]
  const busy = await database.pool.connect()
  await busy.query('begin; select from contact_messages')
  const running = migrate(database.pool, files)
  const waits = `select count(*)::int as n from pg_locks where not granted
    and relation = 'contact_messages'::regclass`
  const waiting = async () => (await database.pool.query<{ n: number }>(waits)).rows[0]?.n
  await until('the migration to wait', async () => (await waiting()) === 1)
  await until('the migration to give up for a moment', async () => (await waiting()) === 0)
  await busy.query('commit')
  busy.release()
  expect(await running).toEqual(['999-test.sql'])
})

test('builds an index while others write, and rebuilds it after an interruption', async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(
    'insert into contact_messages (name, email, subject, message) ' +
      `select 'n', 'e', 's', 'the same' from generate_series(1, 2)`,
  )
  const index = 'create unique index concurrently if not exists messages_once'
  const sql = `-- no transaction\n${index} on contact_messages (message);\n`
  const files = [...(await readMigrations()), extra(sql)]
  await expect(migrate(pool, files)).rejects.toThrow('could not create unique index')
  await pool.query('delete from contact_messages where no = 2')
  expect(await migrate(pool, files)).toEqual(['999-test.sql'])
  const { rows } = await pool.query(`select indisvalid as valid from pg_index
    where indexrelid = 'messages_once'::regclass`)
  expect(rows).toEqual([{ valid: true }])
})

test.runIf(isLong)('waits for a long transaction instead of building an index again', async () => {
  database = await createTestDatabase()
  const { pool } = database
  const busy = await pool.connect()
  await busy.query('begin isolation level repeatable read; select from contact_messages')
  const sql = '-- no transaction\ncreate index concurrently by_name on contact_messages (name);\n'
  const running = migrate(pool, [...(await readMigrations()), extra(sql)])
  const oid = async () => {
    const { rows } = await pool.query<{ oid: number | null }>(
      `select to_regclass('by_name')::oid as oid`,
    )
    return rows[0]?.oid
  }
  const waiting = `select from pg_stat_activity where datname = current_database()
    and query like 'create index concurrently by_name%' and wait_event = 'virtualxid'
    and clock_timestamp() - query_start > interval '2.2 seconds'`
  await until('a wait of its own', async () => (await pool.query(waiting)).rowCount === 1)
  const before = await oid()
  await busy.query('commit')
  busy.release()
  expect(await running).toEqual(['999-test.sql'])
  expect(await oid()).toBe(before)
})

test('leaves an index alone that is being rebuilt meanwhile', async () => {
  database = await createTestDatabase()
  const { pool } = database
  const busy = await pool.connect()
  await busy.query('begin isolation level repeatable read; select from contact_messages')
  const rebuilt = pool.query('reindex index concurrently contact_messages_pkey')
  const built = `select from pg_index i join pg_stat_progress_create_index p
    on p.index_relid = i.indexrelid where not i.indisvalid`
  await until('the new index', async () => (await pool.query(built)).rowCount === 1)
  const files = [...(await readMigrations()), extra('-- no transaction\nselect 1;\n')]
  expect(await migrate(pool, files)).toEqual(['999-test.sql'])
  expect((await pool.query(built)).rowCount).toBe(1)
  await busy.query('commit')
  busy.release()
  await rebuilt
})

test('refuses a database from before the first release', async () => {
  database = await createTestDatabase()
  await database.pool.query(`delete from schema_migrations;
    insert into schema_migrations (name, checksum) values ('001-book.sql', 'x')`)
  await expect(migrate(database.pool)).rejects.toThrow('before the first release')
})
