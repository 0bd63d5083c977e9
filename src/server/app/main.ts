import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CannotMigrate } from '../../db/migrate.ts'
import { BadConfig, readConfig, type Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import type { Drain } from '../http/drain.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { announce, listen } from './listen.ts'
import { DataDirInUse, lockDataDir } from '../startup/instance-lock.ts'
import { PortTaken, startLocalServices } from '../startup/local-services.ts'
import { openLog } from '../startup/log.ts'
import { openContext } from './open-context.ts'
import { serveMetrics } from './metrics-server.ts'
import { setHashCost } from '../passwords/password.ts'
import { listenToSignals } from '../startup/signals.ts'
import { startWorkers } from './start-workers.ts'
import { makeStopList, type StopList } from '../startup/stop-list.ts'

// The whole product in one process. We start local services that no variable names, open the
// database, load the ledger, listen, and run the workers. We stop in reverse order.

async function start(
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
  const services = await startLocalServices(config, log, stops)
  const metrics = openMetrics(config.part)
  const context = await openContext(config, services, log, stops, stopping, metrics)
  await serveMetrics(context, metrics, stops, drain)
  // Start workers first, so that the first request finds a rate.
  await startWorkers(context, stops)
  await listen(context, metrics, services, stops, drain)
  announce(config, services)
}

async function main(): Promise<void> {
  const config = await readConfig()
  setHashCost(config.authCost)
  const log = openLog(config)
  const stops = makeStopList()
  const stopping = new AbortController()
  const draining = new AbortController()
  const drain: Drain = { signal: draining.signal, ms: config.drainMs }
  let isServing = false

  async function drainAndStop(): Promise<void> {
    draining.abort()
    if (isServing) await wait(drain.ms)
    await stop(0)
  }

  async function stop(exitCode: number): Promise<void> {
    stopping.abort()
    // Let startup finish adding to the list before we stop what is on it.
    await Promise.race([started.catch(() => {}), wait(10_000, undefined, { ref: false })])
    const clean = await stops.stopAll(log)
    process.exit(clean ? exitCode : 1)
  }

  listenToSignals({
    onStop: (signal) => {
      process.stdout.write(`\n${signal}: stopping…\n`)
      void drainAndStop()
    },
    onHardStop: () => {
      stops.stopAtOnce()
      process.exit(130)
    },
    onBug: (error) => {
      log.fatal({ err: error }, 'a bug ends this process')
      void stop(1)
    },
  })
  const started = start(config, log, stops, stopping.signal, drain)
  try {
    await started
    isServing = roles[config.part].serves
  } catch (error) {
    explain(error)
    await stop(1)
  }
}

/** For errors that a person can fix, prints only the message. For others, prints the stack. */
function explain(error: unknown): void {
  const known = [BadConfig, CannotMigrate, DataDirInUse, PortTaken].some(
    (kind) => error instanceof kind,
  )
  process.stderr.write(`${known && error instanceof Error ? error.message : format(error)}\n`)
}

const format = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

main().catch((error: unknown) => {
  explain(error)
  process.exitCode = 1
})
