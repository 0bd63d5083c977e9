import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded, type Embedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { isRunning, readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { createRole, EMBEDDED_ROLE, grantRuntime } from '../../src/db/runtime-role.ts'
import { startRestored } from '../../src/server/backup/restored.ts'
import { eventOf } from '../../src/domain/ledger/event.ts'
import { drill, type DrillOptions } from '../../src/server/backup/drill.ts'
import { readNewestDrills } from '../../src/server/backup/records.ts'
import { restore, type BackupSource } from '../../src/server/backup/restore.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { backRestVariables } from '../../src/server/config/read-config.ts'
import { readFigures } from '../../src/server/metrics/figures.ts'
import { outcomeOf } from '../support/book-acts.ts'
import { depositCommands } from '../support/deposits.ts'
import { copyBlankCluster } from '../support/start/blank-cluster.ts'
import { until } from '../support/poll.ts'
import { scratchDirectory } from '../support/run-directory.ts'
import { programEnv, runProgram } from '../support/run-program.ts'
import { isLong } from '../support/scale.ts'
import { copyRunning } from '../support/replication/standby.ts'

// One server that archives its WAL, one backup taken while it runs, and drills of that backup.

const execute = promisify(execFile)
const by = { system: 'test' }

let place: string
let server: Embedded
let pool: ReturnType<typeof openPool>
let db: ReturnType<typeof openKysely>
let book: Book
let atBackup: number
/** The last command in the archive. */
let archived: number
let target: { seq: number; at: string }

async function join1(): Promise<void> {
  const { effects } = await outcomeOf(book, { command: { kind: 'register', sponsor: 1 }, by })
  const [member, profile] = [eventOf(effects, 'member').no, eventOf(effects, 'profile').no]
  for (const command of depositCommands(member, 9, member)) await book.submit({ command, by })
  await book.submit({ command: { kind: 'activate', member, profile }, by })
}

async function archive(): Promise<void> {
  // An empty segment isn't archived.
  await pool.query(`select pg_create_restore_point('archive')`)
  const { rows } = await pool.query<{ file: string }>(
    'select pg_walfile_name(pg_switch_wal()) as file',
  )
  const file = rows[0]?.file ?? ''
  await until('the archive', async () => (await readdir(join(place, 'wal'))).includes(file))
}

beforeAll(async () => {
  place = await mkdtemp(join(await scratchDirectory(), 'twofold-drill-'))
  await chmod(place, 0o755)
  await mkdir(join(place, 'wal'))
  await chmod(join(place, 'wal'), 0o777)
  const archiving = ['archive_mode=on', `archive_command=cp %p ${join(place, 'wal')}/%f`]
  const small = ['fsync=off', 'shared_buffers=32MB', 'min_wal_size=32MB', 'max_wal_size=64MB']
  const dataDir = join(place, 'live')
  await mkdir(dataDir)
  await copyBlankCluster(dataDir)
  server = await startEmbedded({ dataDir, settings: [...archiving, ...small] })
  pool = openPool({ connectionString: server.connectionString, name: 'drilled' })
  await migrate(pool)
  db = openKysely(pool)
  book = await openBook({ db, pool, log: pino({ level: 'silent' }) })
  await join1()
  atBackup = book.status().seq
  await mkdir(join(place, 'backup'), { mode: 0o755 })
  await copyRunning({ dataDir, url: server.connectionString }, join(place, 'backup'))
  await archive()
  // The WAL that the backup itself needs, as `pg_basebackup` adds it.
  await execute('cp', ['-a', `${join(place, 'wal')}/.`, join(backup(), 'pg_wal')])
  for (let i = 0; i < 3; i++) await join1()
  // JavaScript's clock has milliseconds, PostgreSQL's microseconds.
  const { rows } = await pool.query<{ at: Date }>(
    `select clock_timestamp() + interval '1 millisecond' as at`,
  )
  target = { seq: book.status().seq, at: rows[0]?.at.toISOString() ?? '' }
  await until('the next millisecond', async () => {
    const now = await pool.query('select where clock_timestamp() > $1::timestamptz', [target.at])
    return now.rowCount === 1
  })
  for (let i = 0; i < 2; i++) await join1()
  await archive()
  archived = book.status().seq
})
afterAll(async () => {
  await book.close()
  await pool.end()
  await server.stop()
  await rm(place, { recursive: true, force: true })
})

const run = (...args: string[]) =>
  runProgram('cli/drill.ts', {
    args,
    env: { DATABASE_URL: server.connectionString, DATA_DIR: join(place, 'product') },
  })

const backup = () => join(place, 'backup/postgres')
const copyOf = (directory: string, wal: string | null = null): BackupSource => ({
  kind: 'copy',
  directory,
  wal,
})

const drillFrom = (from: DrillOptions['from'], moment: Date | null = null) =>
  drill({
    live: db,
    from,
    until: moment,
    directory: join(place, 'product/drill'),
    role: 'postgres',
    database: 'twofold',
    programs: null,
    patienceMs: 120_000,
  })
const newest = async () =>
  (await pool.query('select * from backup_checks order by no desc limit 1')).rows[0] as unknown

test.runIf(isLong)('restores the ledger as of the backup, without the archive', async () => {
  const found = await drillFrom(copyOf(backup()))
  expect(found).toMatchObject({ problem: null, differences: 0, seq: BigInt(atBackup) })
})

test('restores to a moment, up to exactly the last command before it', async () => {
  const found = await drillFrom(copyOf(backup(), join(place, 'wal')), new Date(target.at))
  expect(found).toMatchObject({ problem: null, differences: 0, seq: BigInt(target.seq) })
  expect(target.seq).toBeGreaterThan(atBackup)
  expect(await newest()).toMatchObject({
    kind: 'drill',
    seq: BigInt(target.seq),
    live_seq: BigInt(book.status().seq),
    differences: 0,
    problem: null,
  })
})

test.runIf(isLong)('ends what a killed drill has left behind', async () => {
  const directory = join(place, 'product/drill')
  await restore(copyOf(backup()), directory, null)
  const options = { settings: [], variables: {}, programs: null, patienceMs: 120_000 }
  const killed = { ...options, cluster: directory, role: 'postgres', database: 'twofold' }
  await startRestored(killed)
  const { pid = 0 } = (await readPostmaster(directory)) ?? {}
  await mkdir(`${directory}.tablespaces/1`, { recursive: true })
  expect(await isRunning(pid)).toBe(true)
  // Its socket goes with the directory.
  expect(await readdir(directory)).toContain('.s.PGSQL.5432')
  const { problem } = await drillFrom(copyOf(join(place, 'nothing')))
  expect(problem).not.toBe(null)
  expect(await isRunning(pid)).toBe(false)
  const left = await readdir(join(place, 'product'))
  expect(left.filter((name) => name.startsWith('drill'))).toEqual([])
})

test('never stops a server that it did not start', async () => {
  const directory = join(place, 'product/drill')
  const { pid = 0 } = (await readPostmaster(join(place, 'live/postgres'))) ?? {}
  await mkdir(directory, { recursive: true })
  // As after a power cut, once another server has the process id.
  await writeFile(join(directory, 'postmaster.pid'), `${pid}\n${directory}\n`)
  await drillFrom(copyOf(join(place, 'nothing')))
  const { rows } = await pool.query('select 1 as one')
  expect([rows, await isRunning(pid)]).toEqual([[{ one: 1 }], true])
  expect(await readdir(join(place, 'product'))).not.toContain('drill')
})

/** The database of a product that isn't running. */
async function makeDatabase(dataDir: string): Promise<void> {
  const made = await startEmbedded({ dataDir, settings: ['fsync=off'] })
  const owner = openPool({ connectionString: made.connectionString, name: 'made' })
  await migrate(owner)
  await createRole(owner, EMBEDDED_ROLE)
  await grantRuntime(owner, EMBEDDED_ROLE, 'all')
  await owner.end()
  await made.stop()
}

const drillTool = fileURLToPath(new URL('../../src/server/cli/drill.ts', import.meta.url))
const startDrill = (env: Record<string, string>, from = ['--copy', backup()]) =>
  spawn(process.execPath, [drillTool, ...from], { env: { ...programEnv, ...env } })

test.runIf(isLong)('leaves nothing behind when a signal stops it', async () => {
  const product = join(place, 'product')
  const child = startDrill({ DATABASE_URL: server.connectionString, DATA_DIR: product })
  const over = once(child, 'exit')
  const { pid } = await until('the restored server', () => readPostmaster(join(product, 'drill')))
  child.kill('SIGTERM')
  expect(await over).toEqual([130, null])
  expect(await isRunning(pid)).toBe(false)
  expect(await readdir(product)).not.toContain('drill')
})

/** A pgBackRest that restores for an hour. */
const slowBackRest = `#!/bin/sh
case "$*" in
  *info*) echo '[{"backup":[{"timestamp":{"stop":1700000000}}]}]' ;;
  *) echo $$ > "$PIDS"; exec sleep 3600 ;;
esac
`

test.runIf(isLong)('ends pgBackRest when a signal stops it', async () => {
  const folder = join(place, 'slow')
  await mkdir(folder)
  await writeFile(join(folder, 'pgbackrest'), slowBackRest, { mode: 0o755 })
  const pids = join(folder, 'pids')
  const child = startDrill(
    {
      DATABASE_URL: server.connectionString,
      DATA_DIR: folder,
      PATH: `${folder}:${programEnv.PATH}`,
      PIDS: pids,
    },
    ['--stanza', 'slow'],
  )
  const over = once(child, 'exit')
  const pid = await until('the restore', async () => {
    const text = await readFile(pids, 'utf8').catch(() => '')
    return text.endsWith('\n') ? Number(text) : null
  })
  child.kill('SIGTERM')
  expect(await over).toEqual([130, null])
  const command = () => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  await until('pgBackRest to end', async () => !(await command()).includes('sleep'), {
    deadlineMs: 5_000,
  })
  expect(await readdir(folder)).not.toContain('drill')
})

test.runIf(isLong)('stops the product’s server, too, if it started that itself', async () => {
  const stopped = join(place, 'stopped')
  await makeDatabase(stopped)
  const child = startDrill({ DATA_DIR: stopped })
  const over = once(child, 'exit')
  const restored = await until('both servers', () => readPostmaster(join(stopped, 'drill')))
  const own = await readPostmaster(join(stopped, 'postgres'))
  child.kill('SIGINT')
  expect(await over).toEqual([130, null])
  expect(await isRunning(restored.pid)).toBe(false)
  expect(await isRunning(own?.pid ?? process.pid)).toBe(false)
  expect(await readdir(stopped)).not.toContain('drill')
})

test.runIf(isLong)('restores the whole archive, and reports its age', async () => {
  const before = await readFigures(db)
  expect(before.backup_age_seconds).toBeGreaterThan(0)
  const { code, said } = await run('--copy', backup(), '--wal', join(place, 'wal'))
  const { seq } = book.status()
  expect(said).toMatch(`restored up to command ${seq} of ${seq}; 0 differences`)
  expect(code).toBe(0)
  const { drill_age_seconds: age } = await readFigures(db)
  expect(age).toBeLessThan(60)
  expect(await readNewestDrills(db)).toMatchObject({
    succeeded: { seq: BigInt(seq) },
    failed: null,
  })
})

test.runIf(isLong)('passes pgBackRest’s environment variables to the recovery', async () => {
  const cluster = join(place, 'encrypted')
  const target = await restore(copyOf(backup(), join(place, 'wal')), cluster, null)
  expect(target[0]).toMatch(/^restore_command=/)
  const env = { PGBACKREST_REPO1_CIPHER_PASS: join(place, 'wal'), DATABASE_URL: 'secret' }
  const variables = backRestVariables(env)
  expect(variables).toEqual({ PGBACKREST_REPO1_CIPHER_PASS: join(place, 'wal') })
  const restored = await startRestored({
    cluster,
    settings: ['restore_command=cp "$PGBACKREST_REPO1_CIPHER_PASS/%f" "%p"'],
    variables,
    role: 'postgres',
    database: 'twofold',
    programs: null,
    patienceMs: 120_000,
  })
  const copy = openPool({ connectionString: restored.url, name: 'encrypted' })
  const { rows } = await copy.query<{ seq: string }>('select max(seq) as seq from commands')
  await copy.end()
  await restored.stop()
  expect(Number(rows[0]?.seq)).toBe(book.status().seq)
})

test('leaves nothing behind, and never changes the backup', async () => {
  const names = await readdir(join(place, 'product'))
  expect(names.filter((name) => name.startsWith('drill'))).toEqual([])
  expect(await readdir(backup())).toContain('backup_label')
})

test.runIf(isLong)('records a backup that can’t be restored', async () => {
  const empty = join(place, 'empty')
  await mkdir(empty)
  const { code, said } = await run('--copy', empty)
  const problem = `${empty} is not a PostgreSQL data directory.`
  expect([code, said]).toEqual([1, `newest backup: unknown\nThe drill failed: ${problem}\n`])
  const { failed, succeeded } = await readNewestDrills(db)
  expect(failed?.problem).toContain('is not a PostgreSQL data directory')
  expect(succeeded).not.toBe(null)
  const live = await drillFrom(copyOf(join(place, 'live/postgres')))
  expect(live.problem).toContain('belongs to a running server')
})

test.runIf(isLong)('says the same of a backup whose age it can’t read', async () => {
  const nothing = join(place, 'nothing')
  const { code, said } = await run('--look', '--copy', nothing)
  expect([code, said]).toEqual([1, `${nothing} is not a PostgreSQL data directory.\n`])
})

test('refuses a copy with links to other directories', async () => {
  const linked = join(place, 'linked')
  await mkdir(join(linked, 'global'), { recursive: true })
  await writeFile(join(linked, 'global/pg_control'), '')
  await symlink(join(place, 'live/postgres/pg_wal'), join(linked, 'pg_wal'))
  expect((await drillFrom(copyOf(linked))).problem).toContain('links to other directories')
})

test.runIf(isLong)('detects a ledger that differs, and a backup of another history', async () => {
  const other = openPool({ connectionString: server.urlOf('postgres'), name: 'other' })
  await other.query('create database other')
  await other.end()
  const url = server.urlOf('other')
  const strangers = openPool({ connectionString: url, name: 'strangers' })
  await migrate(strangers)
  const log = pino({ level: 'silent' })
  const theirs = await openBook({ db: openKysely(strangers), pool: strangers, log })
  await theirs.close()
  const from = { kind: 'restored', url, takenAt: new Date() } as const
  expect((await drillFrom(from)).problem).toContain('isn’t in the live log')
  await strangers.query('alter table seats disable trigger all')
  await strangers.query('update seats set depth = 9 where profile_no = 1')
  expect((await drillFrom(from)).problem).toContain('seats 1: depth is 9')
  await strangers.end()
})

test.runIf(isLong)('reads the URL of a restored database from standard input', async () => {
  const { code, said } = await runProgram('cli/drill.ts', {
    args: ['--restored', '-', '--taken', '2026-11-20T03:00Z'],
    env: { DATABASE_URL: server.connectionString, DATA_DIR: join(place, 'product') },
    input: `${server.connectionString}\n`,
  })
  const { seq } = book.status()
  expect(said).toContain(
    `newest backup: 2026-11-20T03:00:00.000Z; restored up to command ${seq} of`,
  )
  expect(code).toBe(0)
})

test.runIf(isLong)('only checks the newest backup’s age when asked to', async () => {
  const { code } = await run('--look', '--copy', backup())
  expect(code).toBe(0)
  expect(await newest()).toMatchObject({ kind: 'seen', seq: null, problem: null })
})

/** A drill of the backup with the whole archive. */
const runWhole = () => run('--copy', backup(), '--wal', join(place, 'wal'))

// Last: the archive never gets the commands of these tests.
test.runIf(isLong)('accepts an archive that lacks commands of just now', async () => {
  await join1()
  const { seq } = book.status()
  const recent = await runWhole()
  expect(recent.said).toMatch(
    new RegExp(`restored up to command ${archived} of ${seq}, \\d+ seconds? behind; 0 differences`),
  )
  expect([recent.code, await newest()]).toMatchObject([0, { problem: null }])
})

test.runIf(isLong)(
  'fails when the archive lacks commands that are older than its timeout',
  async () => {
    await join1()
    const { seq } = book.status()
    await pool.query('alter table commands disable trigger all')
    await pool.query(`update commands set at = at - interval '3 hours' where seq > $1`, [archived])
    const late = await runWhole()
    expect(late.said).toContain(`command ${archived} of ${seq}, 3 hours behind; 0 differences`)
    const problem = `The WAL archive is late: it lacked command ${archived + 1} after 3 hours.`
    expect(late.said).toContain(`The drill failed: ${problem} The limit is 2 minutes.`)
    expect(late.code).toBe(1)
    expect((await readNewestDrills(db)).failed?.problem).toContain(problem)
    // Neither can have the newest commands.
    const moment = await drillFrom(copyOf(backup(), join(place, 'wal')), new Date(target.at))
    expect([moment.seq, moment.problem]).toEqual([BigInt(target.seq), null])
    const alone = await drillFrom(copyOf(backup()))
    expect([alone.seq, alone.problem]).toEqual([BigInt(atBackup), null])
    expect(alone.behindSeconds).toBeGreaterThan(0)
  },
)
