import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import {
  floorOf,
  NO_TRANSACTION,
  readContractions,
  readMigrations,
  schemaVersion,
  statementsOf,
  type Migration,
} from './migration-files.ts'

// Any constant works, as long as every process uses the same one.
const MIGRATION_LOCK = 7_261_001
const LOCK_POLL_MS = 50

/** A statement that waits for a table's lock blocks everyone behind it, so it gives up soon. */
const TABLE_LOCK_MS = 2_000
/**
 * One with CONCURRENTLY blocks nobody. It waits for all transactions that began before it, such as
 * a dump, and would have to start over.
 */
const CONCURRENTLY_MS = 3_600_000
const TRIES = 10

/** A process that hasn't reported for this long is considered dead. */
const ALIVE_SECONDS = 60

/** We can't bring the database to this version now. The message says what to do. */
export class CannotMigrate extends Error {}

/**
 * Expands the database to this version. Each file runs once, under one lock, so that several
 * processes may start at once. We keep its checksum, and refuse a file that changed after it ran.
 * A database that a newer version has expanded stays as it is.
 * @returns the names of the files that ran now
 */
export async function migrate(pool: Pool, migrations?: Migration[]): Promise<string[]> {
  const files = migrations ?? (await readMigrations())
  return withClient(pool, async (client) => {
    await createTable(client)
    await refuseOther(client, files)
    const ran: string[] = []
    for (const file of files) if (await runOnce(client, file)) ran.push(file.name)
    return ran
  })
}

/**
 * Removes what only older versions need, once none of their processes is left. After that, the
 * database refuses older versions.
 * @returns the names of the files that ran now
 */
export async function contract(pool: Pool, contractions?: Migration[]): Promise<string[]> {
  const files = contractions ?? (await readContractions())
  return withClient(pool, async (client) => {
    const ran: string[] = []
    for (const file of files) if (await runOnce(client, file, raiseFloor)) ran.push(file.name)
    return ran
  })
}

export type Drift = {
  /** This version's files that have not run on the database. */
  pending: string[]
  /** Files of a newer version that have run. */
  newer: string[]
  /** Files that ran with different content. */
  changed: string[]
  /** Whether this version works with the database. */
  tooOld: boolean
}

/** How the database differs from this version. Changes nothing. */
export async function findDrift(pool: Pool): Promise<Drift> {
  const files = await readMigrations()
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  const nothing = { newer: [], changed: [], tooOld: false }
  if (rows[0]?.there !== true) return { pending: files.map(({ name }) => name), ...nothing }
  return withClient(pool, (client) => compare(client, files))
}

async function compare(client: PoolClient, files: readonly Migration[]): Promise<Drift> {
  const known = [...files, ...(await readContractions())]
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const ran = new Set(rows.map(({ name }) => name))
  const newer = rows.map(({ name }) => name).filter((name) => !checksums.has(name))
  return {
    pending: files.map(({ name }) => name).filter((name) => !ran.has(name)),
    newer,
    changed: rows
      .filter(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum)
      .map(({ name }) => name),
    tooOld: newer.length > 0 && schemaVersion(files) < (await readFloor(client)),
  }
}

async function readFloor(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from schema_floor')
  return rows[0]?.version ?? 0
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

async function createTable(client: PoolClient): Promise<void> {
  await inLock(client, () =>
    client.query(`create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`),
  )
}

async function refuseOther(client: PoolClient, files: Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const known = new Set(files.map((file) => file.name))
  if (rows.length > 0 && !rows.some(({ name }) => known.has(name))) {
    throw new CannotMigrate(
      'The database was created by a version before the first release, which has no upgrade. ' +
        'Start with an empty database (or, in development, remove the data directory).',
    )
  }
  // A new database has no floor yet.
  if (rows.length === 0) return
  const { tooOld, newer } = await compare(client, files)
  if (tooOld) throw new CannotMigrate(describeNewer(newer))
}

export const describeNewer = (newer: readonly string[]): string =>
  `The database belongs to a newer version, which ran ${newer.join(', ')}. ` +
  'It no longer works with this one; start that version.'

export const describeChanged = (name: string): string =>
  `Migration ${name} was changed after it ran on this database. Migrations are never ` +
  'edited: put the change into a new file (or, in development, remove the data directory).'

type Before = (client: PoolClient, file: Migration) => Promise<void>

async function runOnce(client: PoolClient, file: Migration, before?: Before): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (file.sql.startsWith(NO_TRANSACTION)
        ? runStatements(client, file)
        : runInTransaction(client, file, before))
    } catch (error) {
      const isBusy = error instanceof DatabaseError && error.code === '55P03'
      if (!isBusy || tries === TRIES) throw error
      // Give those who queued behind us their turn first.
      await sleep(tries * 200)
    }
  }
}

async function runInTransaction(client: PoolClient, file: Migration, before?: Before) {
  return inLock(client, async () => {
    if (await hasRun(client, file)) return false
    await before?.(client, file)
    await client.query(`set local lock_timeout = ${TABLE_LOCK_MS}`)
    await client.query(file.sql)
    await record(client, file)
    return true
  })
}

/** An interrupted file restarts from its beginning, so each of its statements may run twice. */
async function runStatements(client: PoolClient, file: Migration): Promise<boolean> {
  await acquireLock(client, 'pg_try_advisory_lock')
  try {
    if (await hasRun(client, file)) return false
    await client.query('set statement_timeout = 0')
    await limitLocks(client, CONCURRENTLY_MS)
    await dropInvalidIndexes(client)
    for (const statement of statementsOf(file)) {
      const blocks = !/\bconcurrently\b/i.test(statement)
      await limitLocks(client, blocks ? TABLE_LOCK_MS : CONCURRENTLY_MS)
      await client.query(statement)
    }
    await requireValidIndexes(client, file)
    await record(client, file)
    return true
  } finally {
    await client.query('reset statement_timeout; reset lock_timeout').catch(() => {})
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
  }
}

const limitLocks = (client: PoolClient, ms: number) => client.query(`set lock_timeout = ${ms}`)

/** Not those that `npm run maintain` is building right now, or has left behind. */
const INVALID = `select i.indexrelid::regclass::text as name from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where not i.indisvalid and c.relnamespace = 'public'::regnamespace
    and c.relname !~ '_cc(new|old)[0-9]*$'`

/** `create index … if not exists` accepts an invalid index, which guarantees nothing. */
async function requireValidIndexes(client: PoolClient, { name }: Migration): Promise<void> {
  const { rows } = await client.query<{ name: string }>(INVALID)
  const [left] = rows
  if (left) throw new CannotMigrate(`${name} left the index ${left.name} invalid. Run this again.`)
}

/**
 * An interrupted `create index concurrently` leaves an index that every write maintains but no
 * query uses.
 */
async function dropInvalidIndexes(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(INVALID)
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`)
}

async function hasRun(client: PoolClient, file: Migration): Promise<boolean> {
  const { rows } = await client.query<{ checksum: string }>(
    'select checksum from schema_migrations where name = $1',
    [file.name],
  )
  if (rows[0] === undefined) return false
  if (rows[0].checksum === file.checksum) return true
  throw new CannotMigrate(describeChanged(file.name))
}

async function record(client: PoolClient, { name, checksum }: Migration): Promise<void> {
  const values = [name, checksum]
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', values)
}

/** Keeps older processes from starting, and refuses while one is still running. */
async function raiseFloor(client: PoolClient, file: Migration): Promise<void> {
  const floor = floorOf(file)
  // A process that is about to report waits here, and then finds the new floor.
  await client.query('lock table processes in share row exclusive mode')
  await client.query('update schema_floor set version = greatest(version, $1)', [floor])
  const { rows } = await client.query<{ role: string; version: string; host: string }>(
    `select role, version, host from processes where schema_version < $1
       and abs(extract(epoch from seen_at - now())) < $2 order by role, host`,
    [floor, ALIVE_SECONDS],
  )
  if (rows.length === 0) return
  const names = rows.map(({ role, version, host }) => `${role} ${version} on ${host}`).join(', ')
  throw new CannotMigrate(
    `${file.name} would break processes of an older version: ${names}. Replace them first. ` +
      `One that was killed counts for ${ALIVE_SECONDS} seconds. If one doesn't exist, someone ` +
      'else uses the password of its role: docs/upgrading.md explains how to continue.',
  )
}

/** Runs work in its own transaction, one process at a time. */
export async function inLock<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    // A process that waits here waits for another process's migrations.
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
    await acquireLock(client, 'pg_try_advisory_xact_lock')
    const answer = await work()
    await client.query('commit')
    return answer
  } catch (error) {
    // Report the first error. The rollback on a broken connection adds nothing.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Polls until the lock is free. A waiting statement would itself block an index that another
 * process is building concurrently.
 */
async function acquireLock(client: PoolClient, ask: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>(`select ${ask}($1) as ours`, [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.ours === true) return
    await sleep(LOCK_POLL_MS)
  }
}
