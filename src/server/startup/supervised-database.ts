import type { Logger } from 'pino'
import { startEmbedded, type Embedded } from '../../db/embedded.ts'
import { isRunning } from '../../db/postmaster.ts'

export type SupervisedDatabase = {
  connectionString: string
  /** `created`, `adopted` or `started`: what this start found. */
  found: string
  stop(): Promise<void>
  /** Tells the server to stop and does not wait for it. */
  signalStop(): void
}

const lookEveryMs = 500
const tryAgainMs = 5_000

/**
 * The embedded database, started again when it dies while we live (the kernel's memory killer, a
 * stray kill). It comes back on the same socket, so that the pools find it by themselves.
 */
export async function superviseDatabase(dataDir: string, log: Logger): Promise<SupervisedDatabase> {
  let embedded: Embedded = await startEmbedded({ dataDir })
  const found = embedded.created ? 'created' : embedded.adopted ? 'adopted' : 'started'
  let stopped = false
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  async function look(): Promise<void> {
    let nextMs = lookEveryMs
    try {
      if (!(await isRunning(embedded.pid)) && !stopped) {
        log.error({ pid: embedded.pid }, 'the embedded database died; starting it again')
        embedded = await startEmbedded({ dataDir })
        log.warn({ pid: embedded.pid }, 'the embedded database is back')
      }
    } catch (error) {
      log.error({ err: error }, 'the embedded database does not start')
      nextMs = tryAgainMs
    }
    if (!stopped) schedule(nextMs)
  }

  function schedule(ms: number): void {
    timer = setTimeout(() => (looking = look()), ms)
  }

  schedule(lookEveryMs)
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
