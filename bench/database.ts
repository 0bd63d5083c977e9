/** A separate database for one measurement, on the embedded server or on one that runs already. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeIdentifier, type Pool } from 'pg'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openKysely, openPool } from '../src/db/pool.ts'
import type { Db } from '../src/db/types.ts'
import { endServerWithUs } from './processes/children.ts'

export type BenchServer = {
  /** A fresh, migrated database. */
  database(name: string): Promise<BenchDatabase>
  /** A second database with the same content. Nobody may use the first one meanwhile. */
  copy(name: string, of: BenchDatabase): Promise<BenchDatabase>
  stop(): Promise<void>
}

export type BenchDatabase = { url: string; pool: Pool; db: Db; close(): Promise<void> }

/** The name of our own server's directory begins with this. */
export const BENCH_FOLDER = 'twofold-bench-'

/**
 * Starts PostgreSQL as the product does, with `fsync` on, in a new directory.
 * @param settings `name=value`, instead of the product's settings
 */
export async function startBenchServer(settings: string[] = []): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), BENCH_FOLDER))
  const stop = endServerWithUs(dataDir)
  const server = await startEmbedded({ dataDir, settings })
  return { ...useBenchServer(server.connectionString), stop }
}

/**
 * Measures on a running server, such as a distribution's PostgreSQL with its own settings.
 * @param admin the connection string of a role that may create databases
 */
export function useBenchServer(admin: string): BenchServer {
  const created: string[] = []
  const create = async (name: string, template?: string): Promise<BenchDatabase> => {
    const own = `twofold_bench_${name}`
    // An interrupted run may have left it.
    await dropDatabase(admin, own)
    const like = template === undefined ? '' : ` template ${escapeIdentifier(template)}`
    await asAdmin(admin, `create database ${escapeIdentifier(own)}${like}`)
    created.push(own)
    return await openDatabase(admin, own)
  }
  return {
    database: (name) => create(name),
    copy: (name, { url }) => create(name, new URL(url).pathname.slice(1)),
    async stop() {
      for (const name of created) await dropDatabase(admin, name)
    },
  }
}

const dropDatabase = (admin: string, name: string) =>
  asAdmin(admin, `drop database if exists ${escapeIdentifier(name)} with (force)`)

async function asAdmin(admin: string, statement: string): Promise<void> {
  const pool = openPool({ connectionString: admin, name: 'bench admin' })
  try {
    await pool.query(statement)
  } finally {
    await pool.end()
  }
}

async function openDatabase(admin: string, name: string): Promise<BenchDatabase> {
  const { href: url } = Object.assign(new URL(admin), { pathname: `/${name}` })
  const pool = openPool({ connectionString: url, name: 'bench', statementTimeoutMs: 0 })
  await migrate(pool)
  return { url, pool, db: openKysely(pool), close: () => pool.end() }
}
