import type { Logger } from 'pino'
import { startTraces } from '../../traces/start-traces.ts'
import type { Config } from '../config/config.ts'
import type { Drain } from '../http/drain.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { productVersion } from '../metrics/product-version.ts'
import { requireFreePorts } from '../startup/free-port.ts'
import { lockDataDir } from '../startup/instance-lock.ts'
import { startLocalServices } from '../startup/local-services.ts'
import { requireBuild } from '../startup/require-build.ts'
import type { StopList } from '../startup/stop-list.ts'
import { announce, listen } from './listen.ts'
import { serveMetrics } from './metrics-server.ts'
import { openContext } from './open-context.ts'
import { requireWorkerSettings, startWorkers } from './workers/start-workers.ts'

/**
 * Starts the local services that no variable replaces, opens the database, loads the ledger, runs
 * the workers, and listens. Everything that started is on the stop list.
 */
export async function start(
  config: Config,
  log: Logger,
  stops: StopList,
  stopping: AbortSignal,
  drain: Drain,
) {
  if (!config.production) {
    const lock = await lockDataDir(config.dataDir)
    stops.add('lock', () => lock.release())
  }
  requireWorkerSettings(config)
  requireBuild(config)
  await requireFreePorts(config)
  if (config.traces) {
    const { part: role, traces } = config
    const onTrouble = (message: string): void => log.warn({ message }, 'traces are not delivered')
    stops.add('traces', await startTraces(traces, { role, version: productVersion }, onTrouble))
  }
  const services = await startLocalServices(config, log, stops)
  const metrics = openMetrics(config.part)
  const context = await openContext(config, services, log, stops, stopping, metrics)
  const startup = { isDone: false }
  await serveMetrics(context, stops, { metrics, drain, startup })
  // Start workers first, so that the first request finds a rate.
  const { onDeposit, onBlockAge } = metrics
  await startWorkers({ ...context, onDeposit, onBlockAge }, stops)
  await listen(context, metrics, services, stops, drain)
  startup.isDone = true
  announce(config, services)
}
