import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { EMBEDDED_ROLE } from '../../src/db/runtime-role.ts'
import type { Database } from '../../src/db/types.ts'
import { template, testServer } from './test-server.ts'

export type TestDatabase = {
  name: string
  url: string
  /** The same database in the server's own role. */
  serverUrl: string
  /** The same for a process that is one part of the product. */
  urlOfPart(part: 'web' | 'ledger' | 'worker' | 'mail'): string
  pool: Pool
  db: Kysely<Database>
  /** Closes the pool and drops the database, even with connections left open. */
  close(): Promise<void>
}

/** A new migrated database, copied from the template, on the run's server. */
export async function createTestDatabase(maxConnections = 10): Promise<TestDatabase> {
  const { urlPattern } = await testServer(inject('runDir'))
  const urlOf = (database: string): string => urlPattern.replace('{database}', database)
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await administer(
    urlOf('postgres'),
    `create database ${name} template ${template} strategy file_copy`,
  )
  const connectionString = urlOf(name)
  const pool = openPool({ connectionString, name, maxConnections, connectTimeoutMs: 30_000 })
  const close = async (): Promise<void> => {
    await pool.end()
    await administer(urlOf('postgres'), `drop database if exists ${name} with (force)`)
  }
  const as = (role: string): string => Object.assign(new URL(urlOf(name)), { username: role }).href
  return {
    name,
    url: urlOf(name),
    serverUrl: as(EMBEDDED_ROLE),
    urlOfPart: (part) => as(`twofold_${part}`),
    pool,
    db: openKysely(pool),
    close,
  }
}

// Each connection costs the server more than most statements, so a process keeps one open.
const administrators = new Map<string, Pool>()

async function administer(url: string, statement: string): Promise<void> {
  const options = { connectionString: url, name: 'test support', maxConnections: 1 }
  const pool = administrators.get(url) ?? openPool(options)
  administrators.set(url, pool)
  await pool.query(statement)
}
