import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { openPool } from '../../src/db/pool.ts'
import { ensureRoleLimits, findUnlimited } from '../../src/db/role-limits.ts'
import { createRole } from '../../src/db/runtime-role.ts'
import { prepareDatabase } from '../../src/server/startup/prepare-database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { openSessionReuser } from '../support/wire/session-reuser.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The startup parameters of a pool's session, as the server receives them. */
async function readStartup(): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      resolve(bytes)
      socket.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const connectionString = `postgresql://someone@127.0.0.1:${port}/twofold`
  const pool = openPool({ connectionString, name: 'startup', statementTimeoutMs: 5_000 })
  const failed = pool.query('select 1').catch(() => null)
  const bytes = await promise
  await failed
  await pool.end()
  await new Promise((done) => server.close(done))
  return bytes.subarray(8).toString('latin1').split('\0')
}

test('starts sessions with parameters that PgBouncer accepts', async () => {
  const words = await readStartup()
  const names = words.filter((word, i) => i % 2 === 0 && word !== '')
  // The settings that PgBouncer tracks: see "ignore_startup_parameters" in its manual.
  const accepted = ['user', 'database', 'client_encoding', 'application_name']
  expect(names.filter((name) => !accepted.includes(name))).toEqual([])
  expect(names).toContain('user')
})

test('adds missing limits to a role, and keeps chosen ones', async () => {
  const role = `limited_${database.name}`
  await createRole(database.pool, role)
  const chosen = `alter role ${role} in database ${database.name} set lock_timeout = 1234`
  await database.pool.query(chosen)
  const url = new URL(database.url)
  url.username = role
  const open = () => openPool({ connectionString: url.href, name: 'limited', maxConnections: 1 })
  const before = open()
  const missing = ['statement_timeout', 'idle_in_transaction_session_timeout']
  expect(await ensureRoleLimits(before)).toEqual(missing)
  await before.end()
  const after = open()
  expect(await findUnlimited(after)).toEqual([])
  const { rows } = await after.query(
    `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as each`,
  )
  expect(rows).toEqual([{ lock: '1234ms', each: '15s' }])
  await after.end()
})

test('keeps times readable and transactions usual, whatever the database says', async () => {
  const role = `odd_${database.name}`
  await createRole(database.pool, role)
  const where = `alter role ${role} in database ${database.name} set`
  await database.pool.query(`${where} datestyle = 'German, DMY'`)
  await database.pool.query(`${where} default_transaction_isolation = 'repeatable read'`)
  const connectionString = Object.assign(new URL(database.url), { username: role }).href
  const open = () => openPool({ connectionString, name: 'odd', maxConnections: 1 })
  const before = open()
  expect(await ensureRoleLimits(before)).toContain('DateStyle')
  await before.end()
  const after = open()
  onTestFinished(() => after.end())
  expect(await findUnlimited(after)).toEqual([])
  const { rows } = await after.query(`select now() as now, current_setting(
    'transaction_isolation') as isolation`)
  expect(rows).toEqual([{ now: expect.any(Date) as Date, isolation: 'read committed' }])
})

test.each([
  { entry: 'the first', earlier: '' },
  { entry: 'another', earlier: 'search_path' },
])('limits a role while another process adds $entry setting', async ({ entry, earlier }) => {
  const role = `raced_${entry.length}_${database.name}`
  await createRole(database.pool, role)
  const where = `alter role ${role} in database ${database.name} set`
  if (earlier !== '') await database.pool.query(`${where} ${earlier} = public`)
  const connectionString = Object.assign(new URL(database.url), { username: role }).href
  const ours = openPool({ connectionString, name: `raced ${entry}`, maxConnections: 1 })
  onTestFinished(() => ours.end())
  const other = await database.pool.connect()
  await other.query(`begin; ${where} statement_timeout = 15000`)
  const ensured = ensureRoleLimits(ours)
  await until('the statement that waits for the other process', async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where usename = $1 and wait_event_type = 'Lock'`,
      [role],
    )
    return rows.length > 0
  }).finally(async () => {
    await other.query('commit')
    other.release()
  })
  expect(await ensured).toHaveLength(3)
  const after = openPool({ connectionString, name: 'after the race', maxConnections: 1 })
  onTestFinished(() => after.end())
  expect(await findUnlimited(after)).toEqual([])
})

/** A new role, and its connection strings: direct, and through a pooler that reuses sessions. */
async function createPooledRole(name: string) {
  const role = `${name}_${database.name}`
  await createRole(database.pool, role)
  const direct = Object.assign(new URL(database.url), { username: role }).href
  const pooler = await openSessionReuser(direct)
  onTestFinished(() => pooler.stop())
  return { direct, pooled: pooler.urlOf(direct) }
}

test('limits a role before a pooler opens its first session', async () => {
  const { direct, pooled } = await createPooledRole('pooled')
  const urls = { databaseUrl: pooled, databaseDirectUrl: direct, databaseOwnerUrl: database.url }
  expect((await prepareDatabase(urls, 'web')).unlimited).toEqual([])
  const pool = openPool({ connectionString: pooled, name: 'pooled', maxConnections: 1 })
  const { rows } = await pool.query(`select current_setting('statement_timeout') as each`)
  await pool.end()
  expect(rows).toEqual([{ each: '15s' }])
})

test('reports limits that only a pooler’s older session lacks', async () => {
  const { direct, pooled } = await createPooledRole('older')
  const older = openPool({ connectionString: pooled, name: 'older', maxConnections: 1 })
  await older.query('select 1')
  await older.end()
  const urls = { databaseUrl: pooled, databaseDirectUrl: direct, databaseOwnerUrl: database.url }
  const all = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  expect(await prepareDatabase(urls, 'web')).toMatchObject({
    unlimited: [],
    unlimitedInPooler: all,
  })
})

test('waits for another process’s migrations beyond the statement limit', async () => {
  const file = { name: '999-slow.sql', sql: 'select pg_sleep(1)', checksum: 'slow' }
  const files = [...(await readMigrations()), file]
  const pools = [1, 2].map(() =>
    openPool({ connectionString: database.url, name: 'starter', statementTimeoutMs: 300 }),
  )
  const ran = await Promise.all(pools.map((pool) => migrate(pool, files)))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(ran.flat()).toEqual(['999-slow.sql'])
})
