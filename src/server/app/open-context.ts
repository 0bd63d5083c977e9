import type { Logger } from 'pino'
import { openKysely, openPool, type PoolOptions } from '../../db/pool.ts'
import { openTronNodes } from '../../tron/quorum/nodes.ts'
import { openBook } from '../book/book.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { exportFigures } from '../metrics/export-figures.ts'
import { openMetrics, type Metrics } from '../metrics/metrics.ts'
import { openReads } from '../reads/open-reads.ts'
import { readyDatabase, readyTables } from './ready-database.ts'
import type { LocalServices } from '../startup/local-services.ts'
import { reportProcess } from '../startup/report-process.ts'
import type { StopList } from '../startup/stop-list.ts'
import { productHooks } from './batch-hooks.ts'
import { keptState } from './kept-state.ts'

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
  metrics: Metrics = openMetrics(given.part),
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
    metrics.watchPool(name, pool)
    return pool
  }
  await readyDatabase(services, given, log)
  const pool = connect('twofold', databaseUrl, config.databaseConnections)
  const db = openKysely(pool)
  await readyTables(pool, db, config, log)
  await reportProcess(db, config, log, stops, stopping)
  const reads = await openReads({
    primary: pool,
    urls: config.databaseReadUrls,
    maxConnections: config.databaseConnections,
    log,
    onRead: metrics.countRead,
    connect,
  })
  stops.add('replicas', async () => reads.replicas?.stop())
  // Separate connections, so that the single writer never queues behind many readers.
  const bookPool = connect('book', databaseUrl, BOOK_CONNECTIONS, bookLimits)
  const { onBatch } = metrics
  const bookDb = openKysely(bookPool)
  const writing = { db: bookDb, pool: bookPool, log, onBatch, hooks: productHooks(config) }
  const kept = keptState(config, bookDb, metrics, log)
  const opened = await openBook({ ...writing, kept })
  const book = metrics.watchBook(opened)
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
  exportFigures(metrics, {
    db,
    replicas: reads.replicas?.all ?? [],
    book,
    tron,
  })
  return { config, pool, db, ...reads, book, tron, usdtContract, log, stopping }
}
