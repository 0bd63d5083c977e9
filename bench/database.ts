/** A separate database for one measurement, on an embedded server with full durability. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { startEmbedded, type Embedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openKysely, openPool } from '../src/db/pool.ts'
import type { Db } from '../src/db/types.ts'

export type BenchServer = {
  /** A fresh, migrated database. */
  database(name: string): Promise<BenchDatabase>
  stop(): Promise<void>
}

export type BenchDatabase = { url: string; pool: Pool; db: Db; close(): Promise<void> }

/** Starts PostgreSQL as the product does, with its settings and `fsync` on, in a new directory. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-bench-'))
  const server = await startEmbedded({ dataDir })
  return {
    database: (name) => createDatabase(server, name),
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function createDatabase(server: Embedded, name: string): Promise<BenchDatabase> {
  const admin = openPool({ connectionString: server.connectionString, name: 'bench admin' })
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = server.urlOf(name)
  const pool = openPool({ connectionString: url, name: 'bench', statementTimeoutMs: 0 })
  await migrate(pool)
  return { url, pool, db: openKysely(pool), close: () => pool.end() }
}
