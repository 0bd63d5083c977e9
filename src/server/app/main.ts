import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../../terminal/tool.ts'
import { readConfig } from '../config/read-config.ts'
import { roles } from '../config/roles.ts'
import type { Drain } from '../http/drain.ts'
import { DataDirInUse } from '../startup/instance-lock.ts'
import { PortTaken } from '../startup/local-services.ts'
import { openLog } from '../startup/log.ts'
import { survivePrinting } from '../../terminal/log-output.ts'
import { setHashCost } from '../passwords/password.ts'
import { sentenceOf } from '../startup/sentence-of.ts'
import { listenToSignals } from '../startup/signals.ts'
import { makeStopList } from '../startup/stop-list.ts'
import { start } from './start.ts'

// The whole product in one process: it starts, runs until a signal or a bug, and stops in reverse
// order.

async function main(): Promise<void> {
  // With NODE_COMPILE_CACHE. Node itself saves it only at a normal end, which a killed process
  // doesn't have.
  flushCompileCache()
  readOptions({
    usage: 'Usage: node src/server/app/main.ts (settings: docs/configuration.md)',
    options: {},
  })
  survivePrinting()
  const warnings: string[] = []
  const config = await readConfig((text) => warnings.push(text))
  setHashCost(config.authCost)
  const log = openLog(config)
  for (const text of warnings) log.warn(text)
  const stops = makeStopList()
  const stopping = new AbortController()
  const draining = new AbortController()
  const drain: Drain = { signal: draining.signal, ms: config.drainMs }
  let isServing = false

  async function drainAndStop(): Promise<void> {
    draining.abort()
    if (isServing) await sleep(drain.ms)
    await stop(0)
  }

  async function stop(exitCode: number): Promise<void> {
    stopping.abort()
    // Let startup finish adding to the list before we stop what is on it.
    await Promise.race([started.catch(() => {}), sleep(10_000, undefined, { ref: false })])
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
  process.stderr.write(`${sentenceOf(error, [DataDirInUse, PortTaken]) ?? format(error)}\n`)
}

const format = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

main().catch((error: unknown) => {
  explain(error)
  process.exitCode = 1
})
