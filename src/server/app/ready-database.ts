import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { findUnsafe, readDurability } from '../../db/durability.ts'
import type { Db } from '../../db/types.ts'
import { resealAtStart } from '../auth/reseal.ts'
import { NameTaken, nameHouse } from '../brand/name-house.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import { ensureFirstOperator } from '../staff/operators.ts'
import { requirePins } from '../startup/pins.ts'
import { prepareDatabase, type DatabaseUrls } from '../startup/prepare-database.ts'

/** Migrates the database and grants the server's role its rights. Throws BadConfig without them. */
export async function readyDatabase(
  urls: DatabaseUrls,
  config: Config,
  log: Logger,
): Promise<void> {
  const { ran, unlimited, unlimitedInPooler, rights } = await prepareDatabase(urls, config.part)
  if (ran.length > 0) log.info({ migrations: ran }, 'database migrated to this version')
  if (config.production && urls.databaseOwnerUrl === null) {
    log.warn('DATABASE_OWNER_URL is not set: the server owns the tables that it should only add to')
  }
  if (rights === 'all' && config.part !== 'all') {
    log.warn('Processes share a database role. docs/operations.md explains how to separate them.')
  }
  if (unlimited.length > 0) {
    const what = `The database role has no ${unlimited.join(', ')}. docs/operations.md has the SQL.`
    if (config.production) throw new BadConfig(what)
    log.warn(what)
  }
  if (unlimitedInPooler.length > 0) {
    log.warn({ limits: unlimitedInPooler }, 'the pooler still has sessions without our limits')
  }
}

/** Checks that the database is durable and the right one, and writes what a first start needs. */
export async function readyTables(pool: Pool, db: Db, config: Config, log: Logger): Promise<void> {
  if (config.production) await requireDurability(pool)
  await requirePins(db, config)
  // Only for web processes: the worker's role may write neither operators nor sessions.
  if (!roles[config.part].serves) return
  await ensureFirstOperator(db, config)
  await nameHouse(db, config.brand).catch((error: unknown) => {
    throw error instanceof NameTaken ? new BadConfig(error.message) : error
  })
  await resealAtStart(db, config, log)
}

async function requireDurability(pool: Pool): Promise<void> {
  const unsafe = findUnsafe(await readDurability(pool))
  if (unsafe.length === 0) return
  throw new BadConfig(
    `The database may lose what it confirmed: ${unsafe.join(', ')}. ` +
      'Switch this on at the server; docs/operations.md says more.',
  )
}
