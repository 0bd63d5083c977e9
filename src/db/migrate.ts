import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool, PoolClient } from 'pg'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

// Any constant will do, as long as every process asks for the same lock.
const MIGRATION_LOCK = 7_261_001

export type Migration = { name: string; sql: string; checksum: string }

/** The migrations of this version, in the order in which they run. */
export async function readMigrations(from: string = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(from, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database to this version, forward only. Each file runs in a transaction of its own
 * under one lock, so that several processes may start at once; its checksum is kept, so that a
 * file that changed after it ran is refused instead of being silently different somewhere.
 * Answers the names of the files that ran now.
 */
export async function migrate(pool: Pool, migrations?: Migration[]): Promise<string[]> {
  const files = migrations ?? (await readMigrations())
  const ran: string[] = []
  const client = await pool.connect()
  try {
    await createTable(client)
    await refuseUnknown(client, files)
    for (const file of files) if (await runOnce(client, file)) ran.push(file.name)
  } finally {
    client.release()
  }
  return ran
}

export type Drift = {
  /** Files of this version that have not run on the database. */
  pending: string[]
  /** What ran on it and this version doesn't know, or knows with another content. */
  unknown: string[]
}

/** How the database differs from this version. Changes nothing. */
export async function findDrift(pool: Pool): Promise<Drift> {
  const files = await readMigrations()
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  if (rows[0]?.there !== true) return { pending: files.map(({ name }) => name), unknown: [] }
  const ran = await pool.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const known = new Set(ran.rows.map(({ name }) => name))
  return {
    pending: files.map(({ name }) => name).filter((name) => !known.has(name)),
    unknown: ran.rows
      .filter(({ name, checksum }) => checksums.get(name) !== checksum)
      .map(({ name }) => name),
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

async function refuseUnknown(client: PoolClient, files: Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const known = new Set(files.map((file) => file.name))
  const unknown = rows.map((row) => row.name).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  if (unknown.length === rows.length) {
    throw new Error(
      'The database was created by a version before the first release, which has no upgrade. ' +
        'Start with an empty database (or, in development, remove the data directory).',
    )
  }
  throw new Error(
    `The database has migrations that this version does not know: ${unknown.join(', ')}. ` +
      'It belongs to a newer version; start that one.',
  )
}

async function runOnce(client: PoolClient, file: Migration): Promise<boolean> {
  return inLock(client, async () => {
    const { rows } = await client.query<{ checksum: string }>(
      'select checksum from schema_migrations where name = $1',
      [file.name],
    )
    if (rows[0]?.checksum === file.checksum) return false
    if (rows[0] !== undefined) {
      throw new Error(
        `Migration ${file.name} was changed after it ran on this database. Migrations are never ` +
          'edited: put the change into a new file (or, in development, remove the data directory).',
      )
    }
    await client.query(file.sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      file.name,
      file.checksum,
    ])
    return true
  })
}

/** Does work in a transaction of its own, one process at a time. */
export async function inLock<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    // Both before the lock: a process that waits here waits for another process's migrations.
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const answer = await work()
    await client.query('commit')
    return answer
  } catch (error) {
    // The first error is the one to tell; a connection that cannot even roll back adds nothing.
    await client.query('rollback').catch(() => {})
    throw error
  }
}
