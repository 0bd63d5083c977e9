import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { findUnsafe, readDurability } from '../../db/durability.ts'
import { openKysely, openPool, type PoolOptions } from '../../db/pool.ts'
import { openTronNodes } from '../../tron/quorum/nodes.ts'
import { resealAtStart } from '../auth/reseal.ts'
import { openBook } from '../book/book.ts'
import { BadConfig, type Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { ensureFirstOperator } from '../staff/operators.ts'
import type { LocalServices } from '../startup/local-services.ts'
import { requirePins } from '../startup/pins.ts'
import { prepareDatabase } from '../startup/prepare-database.ts'
import type { StopList } from '../startup/stop-list.ts'

const BOOK_CONNECTIONS = 3
/** Shorter than the eight seconds that the ledger writer's callers wait. */
const bookLimits = { connectTimeoutMs: 3_000, answerTimeoutMs: 6_500 }

/** Opens and migrates the database, loads the ledger and connects to the nodes. */
export async function openContext(
  given: Config,
  services: LocalServices,
  log: Logger,
  stops: StopList,
  stopping: AbortSignal,
): Promise<Context> {
  const { databaseUrl, nodes, usdtContract, smtpUrl } = services
  const tronApiUrls = nodes.map((node) => node.url)
  const config: Config = { ...given, databaseUrl, tronApiUrls, usdtContract, smtpUrl }
  const connect = (
    name: string,
    connectionString: string,
    maxConnections: number,
    limits: Pick<PoolOptions, 'connectTimeoutMs' | 'answerTimeoutMs'> = {},
  ) => {
    // At shutdown the server closes the connections, so don't report that.
    const onError = (error: Error): void => {
      if (!stopping.aborted) log.warn({ err: error, pool: name }, 'connection lost')
    }
    const pool = openPool({ connectionString, name, maxConnections, onError, ...limits })
    stops.add(`connections of ${name}`, () => pool.end())
    return pool
  }
  const { ran, unlimited, rights } = await prepareDatabase(services, given.part)
  if (ran.length > 0) log.info({ migrations: ran }, 'database brought to this version')
  if (given.production && services.databaseOwnerUrl === null) {
    log.warn('DATABASE_OWNER_URL is not set: the server owns the tables that it should only add to')
  }
  if (rights !== null && rights !== given.part) {
    log.warn('The web process and the worker share a database role. docs/operations.md parts them.')
  }
  if (unlimited.length > 0) {
    const what = `The database role has no ${unlimited.join(', ')}. docs/operations.md has the SQL.`
    if (given.production) throw new BadConfig(what)
    log.warn(what)
  }
  const pool = connect('twofold', databaseUrl, config.databaseConnections)
  const db = openKysely(pool)
  if (given.production) await requireDurability(pool)
  await requirePins(db, config)
  // Only for web processes: the worker's role may write neither operators nor sessions.
  if (given.part !== 'worker') await ensureFirstOperator(db, given)
  if (given.part !== 'worker') await resealAtStart(db, given, log)
  const replica = config.databaseReadUrl
  const read =
    replica === null ? db : openKysely(connect('reads', replica, config.databaseConnections))
  // Separate connections, so that the single writer never queues behind many readers.
  const bookPool = connect('book', databaseUrl, BOOK_CONNECTIONS, bookLimits)
  const book = await openBook({ db: openKysely(bookPool), pool: bookPool, log })
  stops.add('book', () => book.close())
  const genesis = services.genesisId === null ? {} : { genesisId: services.genesisId }
  const { reconcileBatch: batch, reconcileCallsPerSecond: perSecond } = config
  const tron = openTronNodes({
    nodes,
    usdtContract,
    feeCeilingSun: config.feeCeilingSun,
    holdings: { reader: services.balanceReader, batch, perSecond },
    acceptedBlocks: config.tronAcceptedBlocks,
    ...genesis,
  })
  return { config, pool, db, read, book, tron, usdtContract, log, stopping }
}

async function requireDurability(pool: Pool): Promise<void> {
  const unsafe = findUnsafe(await readDurability(pool))
  if (unsafe.length === 0) return
  throw new BadConfig(
    `The database may lose what it confirmed: ${unsafe.join(', ')}. ` +
      'Switch this on at the server; docs/operations.md says more.',
  )
}
