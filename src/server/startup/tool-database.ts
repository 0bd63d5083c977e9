import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { startEmbedded } from '../../db/embedded.ts'
import { findDrift } from '../../db/migrate.ts'
import { openKysely, openPool } from '../../db/pool.ts'
import type { Database } from '../../db/types.ts'
import { BadConfig, readConfig, type Config } from '../config/config.ts'
import { DataDirInUse, lockDataDir } from './instance-lock.ts'
import { databaseOf } from './local-services.ts'
import { embeddedUrls, type DatabaseUrls } from './prepare-database.ts'

export type Tool = {
  config: Config
  pool: Pool
  db: Kysely<Database>
  /** For the role that owns the tables. */
  ownerUrl: string
}

/**
 * For commands such as `npm run check:ledger`: the product's database, whether or not the product
 * is running. If it is, we use its embedded server and leave it running. Otherwise we start one and
 * stop it afterward.
 */
export const withDatabase = <T>(name: string, work: (tool: Tool) => Promise<T>): Promise<T> =>
  withUrls((config, urls) => openAndWork(name, config, urls, work))

/**
 * The same for a command that opens the database itself. If the settings are wrong, the
 * process ends with one sentence, without a stack.
 */
export async function withUrls<T>(
  work: (config: Config, urls: DatabaseUrls) => Promise<T>,
): Promise<T> {
  try {
    return await openUrls(work)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

async function openUrls<T>(work: (config: Config, urls: DatabaseUrls) => Promise<T>): Promise<T> {
  const config = await readConfig()
  const outside = databaseOf(config)
  if (outside !== null) return work(config, outside)
  // Without its settings, a tool of a production installation would make an empty database here.
  if (!existsSync(join(config.dataDir, 'postgres/PG_VERSION'))) {
    throw new BadConfig(
      `There is no database in ${config.dataDir}. Run this with the settings of the product: ` +
        'set DATABASE_URL or DATA_DIR. docs/operations.md says how, "Run a tool".',
    )
  }
  const lock = await lockDataDir(config.dataDir).catch((error: unknown) => {
    if (error instanceof DataDirInUse) return null
    throw error
  })
  const embedded = await startEmbedded({ dataDir: config.dataDir })
  try {
    return await work(config, embeddedUrls(embedded.connectionString))
  } finally {
    if (lock !== null) await embedded.stop()
    await lock?.release()
  }
}

async function openAndWork<T>(
  name: string,
  config: Config,
  urls: DatabaseUrls,
  work: (tool: Tool) => Promise<T>,
): Promise<T> {
  // Not through a pooler, where the next user of the session would have no limits either.
  const connectionString = urls.databaseDirectUrl ?? urls.databaseUrl
  const pool = openPool({ connectionString, name, maxConnections: 4, statementTimeoutMs: 0 })
  try {
    await refuseOther(pool)
    const ownerUrl = urls.databaseOwnerUrl ?? urls.databaseUrl
    return await work({ config, pool, db: openKysely(pool), ownerUrl })
  } finally {
    await pool.end()
  }
}

/** A tool never migrates: a running product may still use columns that a migration removes. */
async function refuseOther(pool: Pool): Promise<void> {
  const { pending, newer, changed, tooOld } = await findDrift(pool)
  const other = tooOld ? newer : changed
  if (other.length > 0) {
    throw new BadConfig(
      `The database belongs to another version, which ran ${other.join(', ')}. ` +
        'Run this command from that version.',
    )
  }
  if (pending.length === 0) return
  throw new BadConfig(
    `The database is not at this version yet (${pending.length} migrations to run). ` +
      'Run `npm run migrate`, or start the product once. Then run this again.',
  )
}
