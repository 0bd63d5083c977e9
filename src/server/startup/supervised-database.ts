import type { Logger } from 'pino'
import { startEmbedded, type Embedded } from '../../db/embedded/embedded.ts'
import { isRunning } from '../../db/embedded/postmaster.ts'

export type SupervisedDatabase = {
  connectionString: string
  /** What this start found: `created`, `adopted` or `started`. */
  found: string
  stop(): Promise<void>
  /** Sends the server a stop signal without waiting for it. */
  signalStop(): void
}

const CHECK_INTERVAL_MS = 500
const RETRY_MS = 5_000

/**
 * The embedded database. We restart it if it dies while we run (the kernel's OOM killer, a stray
 * kill). It returns on the same socket, so the pools reconnect on their own.
 */
export async function superviseDatabase(dataDir: string, log: Logger): Promise<SupervisedDatabase> {
  let embedded: Embedded = await startEmbedded({ dataDir })
  const found = embedded.created ? 'created' : embedded.adopted ? 'adopted' : 'started'
  let stopped = false
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  async function look(): Promise<void> {
    let nextMs = CHECK_INTERVAL_MS
    try {
      if (!(await isRunning(embedded.pid)) && !stopped) {
        log.error({ pid: embedded.pid }, 'the embedded database died; starting it again')
        embedded = await startEmbedded({ dataDir })
        log.warn({ pid: embedded.pid }, 'the embedded database is back')
      }
    } catch (error) {
      log.error({ err: error }, 'the embedded database does not start')
      nextMs = RETRY_MS
    }
    if (!stopped) schedule(nextMs)
  }

  function schedule(ms: number): void {
    timer = setTimeout(() => (looking = look()), ms)
  }

  schedule(CHECK_INTERVAL_MS)
  return {
    connectionString: embedded.connectionString,
    found,
    signalStop: () => {
      stopped = true
      process.kill(embedded.pid, 'SIGINT')
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await looking
      await embedded.stop()
    },
  }
}
