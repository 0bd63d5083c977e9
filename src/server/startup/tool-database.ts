import type { Pool } from 'pg'
import { markLost } from '../../db/errors.ts'
import { openKysely, openPool, type PoolOptions } from '../../db/pool.ts'
import type { Db } from '../../db/types.ts'
import { BookUnavailable, OutcomeUnknown } from '../book/submission.ts'
import { measureClock } from '../clock/follow-clock.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import { readOwnerSettings, type OwnerSettings } from '../config/owner-settings.ts'
import { ownsSchema, refuseOther } from './check-database.ts'
import { embeddedUrls } from './prepare-database.ts'
import { requireConnection } from './require-connection.ts'
import { withEmbedded } from './tool-embedded.ts'
import { databaseSentence, sentenceOf } from './sentence-of.ts'

export type Tool = {
  config: Config
  pool: Pool
  db: Db
}

/**
 * For commands such as `npm run check:ledger`: the product's database, whether or not the product
 * is running. If it is, we use its embedded server and leave it running. Otherwise we start one and
 * stop it afterward.
 */
export const withDatabase = <T>(name: string, work: (tool: Tool) => Promise<T>): Promise<T> =>
  explained(async () => {
    const config = await readToolConfig()
    const open = (own: string): Promise<T> => openAndWork(name, config, own, work)
    // Not through a pooler, where the next user of the session would have no limits either.
    const url = config.databaseDirectUrl ?? config.databaseUrl
    return url === null
      ? withEmbedded(config.dataDir, (own) => open(embeddedUrls(own).databaseUrl))
      : open(url)
  })

/** Only a process has the settings, in most installations. */
async function readToolConfig(): Promise<Config> {
  return await readConfig().catch((error: unknown) => {
    if (!(error instanceof BadConfig)) throw error
    const how = 'docs/operations.md says how, "Run a tool".'
    throw new BadConfig(`${error.message}\nRun this with the settings of a process: ${how}`)
  })
}

/**
 * The same for a command of the tables' owner. It needs only the owner's settings, and none of a
 * process.
 */
export const withOwner = <T>(
  name: string,
  work: (pool: Pool, settings: OwnerSettings) => Promise<T>,
): Promise<T> =>
  explained(async () => {
    const settings = await readOwnerSettings()
    const open = async (connectionString: string): Promise<T> => {
      // Rebuilding a large index can take any time, so there is no limit.
      const limits = { maxConnections: 1, statementTimeoutMs: 0, lockTimeoutMs: 10_000 }
      return await withPool({ connectionString, name, ...limits }, async (pool) => {
        await requireConnection(pool, 'DATABASE_OWNER_URL')
        await requireOwner(pool)
        return await work(pool, settings)
      })
    }
    const { ownerUrl, dataDir } = settings
    return ownerUrl === null ? withEmbedded(dataDir, open) : open(ownerUrl)
  })

async function requireOwner(pool: Pool): Promise<void> {
  if (await ownsSchema(pool)) return
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  throw new BadConfig(
    `The database role ${rows[0]?.role ?? ''} doesn't own the tables. ` +
      'Set DATABASE_OWNER_URL. docs/operations-reference.md says more, "Database roles".',
  )
}

/** The sentence that a tool prints instead of an error's stack; null for a bug. */
export const toolSentence = (error: unknown): string | null =>
  sentenceOf(error, [BookUnavailable, OutcomeUnknown]) ?? databaseSentence(error)

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = toolSentence(error)
    if (sentence === null) throw error
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  }
}

const databaseVariable = ({ databaseDirectUrl }: Config): string =>
  databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'

async function openAndWork<T>(
  name: string,
  config: Config,
  connectionString: string,
  work: (tool: Tool) => Promise<T>,
): Promise<T> {
  const options = { connectionString, name, maxConnections: 4, statementTimeoutMs: 0 }
  return await withPool(options, async (pool) => {
    await requireConnection(pool, databaseVariable(config))
    await refuseOther(pool)
    const db = openKysely(pool)
    await measureClock(db)
    return await work({ config, pool, db })
  })
}

/** Works with a pool of connections. */
async function withPool<T>(options: PoolOptions, work: (pool: Pool) => Promise<T>): Promise<T> {
  let hasBroken = false
  const pool = openPool({ ...options, onError: () => (hasBroken = true) })
  try {
    return await work(pool)
  } catch (error) {
    // For statements that we ask the driver itself, its errors don't say that a connection broke.
    if (hasBroken) markLost(error)
    throw error
  } finally {
    await pool.end()
  }
}
