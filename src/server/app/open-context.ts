import type { Logger } from 'pino'
import { applyBrand } from '../brand/brand.ts'
import { openKysely, openPool } from '../../db/pool.ts'
import { openTronNodes } from '../../tron/quorum/nodes.ts'
import { followClock } from '../clock/follow-clock.ts'
import { directUrlOf, type Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { exportFigures } from '../metrics/export-figures.ts'
import { openMetrics, type Metrics } from '../metrics/metrics.ts'
import { openReads } from '../reads/open-reads.ts'
import { readyDatabase, readyTables } from './ready-database.ts'
import type { LocalServices } from '../startup/local-services.ts'
import { reportProcess } from '../startup/report-process.ts'
import type { StopList } from '../startup/stop-list.ts'
import { openProcessLedger, type Connect } from './open-ledger.ts'

/** For the feed of live events. */
const DIRECT_CONNECTIONS = 2

/** Opens and migrates the database, loads the ledger and connects to the nodes. */
export async function openContext(
  given: Config,
  services: LocalServices,
  log: Logger,
  stops: StopList,
  stopping: AbortSignal,
  metrics: Metrics = openMetrics(given.part),
): Promise<Context> {
  applyBrand(given.brand)
  const { databaseUrl, nodes, usdtContract, smtpUrl } = services
  const tronApiUrls = nodes.map((node) => node.url)
  const config: Config = { ...given, databaseUrl, tronApiUrls, usdtContract, smtpUrl }
  const connect: Connect = (name, connectionString, maxConnections, limits = {}) => {
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
  stops.add('clock', await followClock({ db, log, stopping }))
  const { hasOtherSecret } = await readyTables(pool, db, config, log)
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
  const opened = await openProcessLedger({ config, db, log, stops, stopping, metrics, connect })
  const book = metrics.watchBook(opened)
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
    ledgerTls: config.ledgerTls,
  })
  // A connection pooler doesn't pass notifications on.
  const isPooled = directUrlOf(config) !== databaseUrl
  const direct = isPooled ? connect('direct', directUrlOf(config), DIRECT_CONNECTIONS) : pool
  const shared = { config, hasOtherSecret, pool: direct, db, ...reads }
  return { ...shared, book, tron, usdtContract, log, stopping }
}
