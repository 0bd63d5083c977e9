import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { openPool } from '../../src/db/pool.ts'
import { OutcomeUnknown } from '../../src/server/book/submission.ts'
import { addOperator } from '../../src/server/staff/operators.ts'
import { toolSentence } from '../../src/server/startup/tool-database.ts'
import { accountXpub, newMnemonic } from '../../src/tron/keys/secret-keys.ts'
import { mainNetwork } from '../../src/tron/signer/signer-policy.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { until } from '../support/poll.ts'
import { copyBlankCluster } from '../support/start/blank-cluster.ts'
import { programEnv, runProgram } from '../support/run-program.ts'
import { isLong, sample } from '../support/scale.ts'
import { openSessionReuser } from '../support/wire/session-reuser.ts'

// The product may be running on the database that a tool opens, in this version or another one.

let database: TestDatabase
/** A database of its own for a test. */
async function openDatabase(): Promise<void> {
  database = await createTestDatabase()
  onTestFinished(() => database.close())
}

const run = (path: string, ...args: string[]) =>
  runProgram(path, { args, env: { DATABASE_URL: database.url } })

const tools = [
  { path: 'cli/check-ledger.ts', args: [] },
  { path: 'cli/operator.ts', args: ['add', 'late', 'support'] },
]

async function readMigrated() {
  const { rows } = await database.pool.query<{ name: string }>(
    'select * from schema_migrations order by name',
  )
  return rows
}

test.each(sample(tools, 2))(
  '$path refuses a database of an older version',
  async ({ path, args }) => {
    await openDatabase()
    await database.pool.query(`delete from schema_migrations
    where name = (select max(name) from schema_migrations)`)
    const before = await readMigrated()
    const { code, said } = await run(path, ...args)
    expect(code).toBe(1)
    expect(said).toContain('not at this version yet (1 migrations to run)')
    expect(await readMigrated()).toEqual(before)
    expect((await database.pool.query('select from operators')).rowCount).toBe(0)
  },
)

const newer = [
  `insert into schema_migrations (name, checksum) values ('999-of-tomorrow.sql', 'x');
    update schema_floor set version = 999`,
  `update schema_migrations set checksum = 'x'
    where name = (select max(name) from schema_migrations)`,
]
// The other direction of the same check.
test.runIf(isLong).each(newer)('refuses a database of another version: %s', async (change) => {
  await openDatabase()
  await database.pool.query(change)
  const before = await readMigrated()
  const { code, said } = await run('cli/operator.ts', 'add', 'late', 'support')
  expect(code).toBe(1)
  expect(said).toContain(`belongs to another version, which ran ${before.at(-1)?.name}`)
  expect(await readMigrated()).toEqual(before)
  expect((await database.pool.query('select from operators')).rowCount).toBe(0)
})

test.runIf(isLong)('disables an operator while no ledger process answers', async () => {
  await openDatabase()
  await addOperator(database.db, 'late', 'support')
  const nowhere = `http://127.0.0.1:${await freePort()}`
  await database.pool.query(
    'update ledger_leader set epoch = epoch + 1, address = $1, alive_address = $1',
    [nowhere],
  )
  const { code, said } = await run('cli/operator.ts', 'disable', 'late')
  expect([code, said]).toEqual([
    0,
    expect.stringContaining(
      'late can no longer sign in.\nTheir approvals end as soon as the ledger runs. ' +
        'No ledger process answers. Start one, or check its machine and network.\nWarning: there ',
    ),
  ])
  expect(said).not.toContain('    at ')
  const readDisabled = async () => {
    const text = 'select disabled_at from operators where disabled_at is not null'
    return (await database.pool.query<{ disabled_at: Date }>(text)).rows
  }
  const disabled = await readDisabled()
  expect(disabled).toHaveLength(1)
  // Without a leader's address, the tool is the ledger, and ends the approvals as well.
  await database.pool.query(
    'update ledger_leader set epoch = epoch + 1, address = null, alive_address = null',
  )
  const again = await run('cli/operator.ts', 'disable', 'late')
  expect([again.code, again.said]).toEqual([
    0,
    expect.stringContaining('late can no longer sign in.\n'),
  ])
  expect(again.said).not.toContain('as soon as the ledger runs')
  expect(await readDisabled()).toEqual(disabled)
})

/** The warnings of a successful run. */
const warningOf = async (...args: string[]) => {
  const { code, said } = await run('cli/operator.ts', ...args)
  expect(code).toBe(0)
  return said.split('\n').filter((line) => line.startsWith('Warning:'))
}

test.runIf(isLong)(
  'warns when an operator who is disabled, demoted, or reset was the last admin',
  async () => {
    await openDatabase()
    const onlyOne = 'Warning: first is the only admin. Changes to access in the console need two.'
    const none = 'Warning: there is no admin,'
    expect(await warningOf('add', 'first', 'admin')).toEqual([])
    expect(await warningOf('reset', 'first')).toEqual([expect.stringContaining(onlyOne)])
    expect(await warningOf('add', 'second', 'admin')).toEqual([])
    expect(await warningOf('reset', 'first')).toEqual([])
    expect(await warningOf('disable', 'second')).toEqual([expect.stringContaining(onlyOne)])
    expect(await warningOf('add', 'first', 'support')).toEqual([expect.stringContaining(none)])
    expect(await warningOf('add', 'first', 'admin')).toEqual([])
    expect(await warningOf('disable', 'first')).toEqual([expect.stringContaining(none)])
  },
)

test.runIf(isLong).each(['disable', 'reset'])(
  '%s fails for a name that no operator has',
  async (action) => {
    await openDatabase()
    const { code, stdout, said } = await run('cli/operator.ts', action, 'nobody')
    expect([code, stdout, said]).toEqual([1, '', 'There is no operator nobody.\n'])
  },
)

test('says in one sentence that the ledger may or may not have done something', () => {
  expect(toolSentence(new OutcomeUnknown())).toBe(
    'No ledger process confirmed this in time. Check whether it was done before you try again.',
  )
  expect(toolSentence(new Error('a bug'))).toBeNull()
})

test.runIf(isLong).each(['localhost', '127.0.0.1'])(
  'says in one sentence that no database is at %s',
  async (host) => {
    const env = { DATABASE_URL: `postgresql://someone@${host}:${await freePort()}/twofold` }
    for (const args of [['list'], ['add', 'late', 'support']]) {
      const { code, said } = await runProgram('cli/operator.ts', { args, env })
      expect(code).toBe(1)
      expect(said).toMatch(
        /^Can't connect to the database: connect ECONNREFUSED [^\n]+\. Check DATABASE_URL\.\n$/,
      )
    }
  },
)

test.runIf(isLong)('leaves the limits of a pooler’s sessions in force', async () => {
  await openDatabase()
  const limit = `set statement_timeout = '15s'`
  await database.pool.query(`alter role current_user in database ${database.name} ${limit}`)
  const pooler = await openSessionReuser(database.url)
  onTestFinished(() => pooler.stop())
  const pooled = pooler.urlOf(database.url)
  const env = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: database.url }
  expect((await runProgram('cli/operator.ts', { args: ['list'], env })).code).toBe(0)
  const next = openPool({ connectionString: pooled, name: 'next', maxConnections: 1 })
  const { rows } = await next.query(`select current_setting('statement_timeout') as each`)
  await next.end()
  expect(rows).toEqual([{ each: '15s' }])
})

test.runIf(isLong)('explains missing settings, and creates no database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-no-settings-'))
  try {
    const { code, said } = await runProgram('cli/operator.ts', {
      args: ['list'],
      env: { DATA_DIR: folder },
    })
    expect(code).toBe(1)
    expect(said).toMatch(/^There is no database in .*\n$/)
    expect(await readdir(folder)).not.toContain('postgres')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.runIf(isLong)('says where the settings of production are, without them', async () => {
  const env = { NODE_ENV: 'production' }
  const { code, said } = await runProgram('cli/operator.ts', { args: ['list'], env })
  expect(code).toBe(1)
  expect(said).toMatch(
    /^Not set: [^\n]+\nRun this with the settings of a process: docs\/[^\n]+"Run a tool"\.\n$/,
  )
})

const byRole: [path: string, args: string[]][] = [
  ['cli/check-ledger.ts', []],
  ['cli/operator.ts', ['list']],
  ['cli/payouts.ts', ['status']],
  ['cli/public-log.ts', ['status']],
  ['cli/reserves.ts', ['text', '--address', 'T1', '--out', 'none']],
  ['cli/audit-export.ts', ['--out', 'none']],
  ['cli/drill.ts', ['--copy', '/nowhere']],
]
test.runIf(isLong)('names the right that a database role lacks', async () => {
  await openDatabase()
  const { pool, name } = database
  const role = `poor_of_${name}`
  await pool.query(`create role ${role} login`)
  await pool.query(`grant select on schema_migrations, schema_floor to ${role}`)
  const env = { DATABASE_URL: Object.assign(new URL(database.url), { username: role }).href }
  for (const [path, args] of byRole) {
    const { code, said } = await runProgram(path, { args, env })
    expect(said).toMatch(
      /^The database role lacks a right: permission denied for table \w+\. Run this [^\n]+\.\n$/,
    )
    expect(code).toBe(1)
  }
  await pool.query(`drop owned by ${role}; drop role ${role}`)
})

test.runIf(isLong)('says in one sentence that the database went away meanwhile', async () => {
  await openDatabase()
  const { pool } = database
  const client = await pool.connect()
  await client.query('begin; lock table commands')
  const checked = run('cli/check-ledger.ts')
  await until('the check to wait', async () => {
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'check:ledger' and wait_event_type = 'Lock'`,
    )
    return rowCount
  })
  const { code, said } = await checked
  await client.query('rollback')
  client.release()
  expect(said).toMatch(
    /^The database is not available: [^\n]+\. Check it, then run this again\.\n$/,
  )
  expect(code).toBe(1)
})

test.runIf(isLong)(
  'stops the database server that a tool started when someone ends the tool',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'twofold-ended-'))
    onTestFinished(async () => {
      await stopEmbedded(dataDir)
      await rm(dataDir, { recursive: true })
    })
    await copyBlankCluster(dataDir)
    const path = fileURLToPath(new URL('../../src/server/cli/operator.ts', import.meta.url))
    const tool = spawn(process.execPath, [path, 'list'], {
      cwd: dataDir,
      env: { ...programEnv, DATA_DIR: dataDir },
    })
    const ended = once(tool, 'exit')
    const pid = join(dataDir, 'postgres/postmaster.pid')
    await until('the server to start', () => existsSync(pid))
    tool.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(existsSync(pid)).toBe(false)
  },
)

test('names the settings to use if the given ones may not command the ledger', async () => {
  await openDatabase()
  await database.pool.query(
    `update ledger_leader set epoch = 1, address = '127.0.0.1:1', alive_address = '127.0.0.1:2'`,
  )
  await addOperator(database.db, 'late', 'admin')
  const why = ['--operator', 'late', '--why', 'a test']
  const args = ['opening', '--from', 'TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre', ...why]
  const secret = 'fJ0sV8yq2TgXnB4mRz7Kd1LwPe6Hc9Ua'
  const env = {
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    PROCESS: 'web',
    PUBLIC_URL: 'https://twofold.example',
    TRON_API_URL: 'https://a.example,https://b.example',
    TRON_USDT_CONTRACT: mainNetwork.usdtContract,
    TRON_DEPOSIT_XPUB: accountXpub(newMnemonic()),
    RATE_SOURCES: 'kraken,coinbase',
    SMTP_URL: 'smtps://smtp.example',
    MAIL_FROM: 'no-reply@twofold.example',
    AUTH_SECRET: secret,
    LEDGER_SECRET_WEB: secret.replaceAll('a', 'b'),
  }
  const { code, said } = await runProgram('cli/payouts.ts', { args, env })
  expect({ code, said }).toEqual({
    code: 1,
    said:
      'A ledger process runs, and these settings lack LEDGER_SECRET_CHAIN. Run this with the ' +
      'settings of worker or chain: docs/operations.md says how, "Run a tool".\n',
  })
})
