import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { findUnsafe, readDurability } from '../../db/durability.ts'
import type { Part } from '../../db/runtime-grants.ts'
import type { Db } from '../../db/types.ts'
import { resealAtStart } from '../auth/reseal.ts'
import { NameTaken, nameHouse } from '../brand/name-house.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import { ensureFirstOperator } from '../staff/operators.ts'
import { requirePins } from '../startup/pins.ts'
import { checkSecret } from '../pins/secret-pin.ts'
import { prepareDatabase, type DatabaseUrls } from '../startup/prepare-database.ts'

/**
 * Migrates the database and grants the server's role its rights, or checks that `npm run migrate`
 * has. Throws BadConfig if something is missing.
 */
export async function readyDatabase(
  urls: DatabaseUrls,
  config: Config,
  log: Logger,
): Promise<void> {
  const prepared = await prepareDatabase(urls, config.part)
  const { ran, unlimited, unlimitedInPooler, rights, extra } = prepared
  if (ran.length > 0) log.info({ migrations: ran }, 'database migrated to this version')
  if (config.production) warnAboutOwner(urls, rights, log)
  if (extra.length > 0) {
    log.warn({ rights: extra }, 'The database role has more rights than this process needs.')
  }
  // A chain process has the worker's rights.
  const own = config.part === 'chain' ? 'worker' : config.part
  if (rights !== null && ![own, config.part].includes(rights)) {
    const how = 'docs/operations-reference.md explains how to separate them.'
    log.warn(`Processes share a database role. ${how}`)
  }
  if (unlimited.length > 0) {
    const lacking = `The database role has no ${unlimited.join(', ')}.`
    const what = `${lacking} docs/operations-reference.md has the SQL.`
    if (config.production) throw new BadConfig(what)
    log.warn(what)
  }
  if (unlimitedInPooler.length > 0) {
    log.warn({ limits: unlimitedInPooler }, 'the pooler still has sessions without our limits')
  }
}

function warnAboutOwner({ databaseOwnerUrl }: DatabaseUrls, rights: Part | null, log: Logger) {
  if (rights === null) {
    log.warn('The database role owns the tables that it should only add to. Use another role.')
  }
  if (databaseOwnerUrl !== null) {
    log.warn('DATABASE_OWNER_URL is set. Give it only to `npm run migrate`, not to processes.')
  }
}

/** Checks that the database is durable and the right one, and writes what a first start needs. */
export async function readyTables(
  pool: Pool,
  db: Db,
  config: Config,
  log: Logger,
): Promise<{ hasOtherSecret: boolean }> {
  if (config.production) await requireDurability(pool)
  await requirePins(db, config)
  const hasOtherSecret = await checkSecret(db, config, log)
  // Only for web processes: the worker's role may write neither operators nor sessions.
  if (!roles[config.part].serves) return { hasOtherSecret }
  await ensureFirstOperator(db, config)
  await nameHouse(db, config.brand).catch((error: unknown) => {
    throw error instanceof NameTaken ? new BadConfig(error.message) : error
  })
  await resealAtStart(db, config, log)
  return { hasOtherSecret }
}

async function requireDurability(pool: Pool): Promise<void> {
  const unsafe = findUnsafe(await readDurability(pool))
  if (unsafe.length === 0) return
  throw new BadConfig(
    `The database may lose what it confirmed: ${unsafe.join(', ')}. ` +
      'Switch this on at the server; docs/operations-reference.md says more.',
  )
}
