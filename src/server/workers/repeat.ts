import type { Logger } from 'pino'
import { pause } from '../../clock/waits.ts'

export type Worker = { stop(): Promise<void> }

type Options = {
  name: string
  everyMs: number
  log: Logger
  /** Aborted when the process stops. No further round begins. */
  stopping: AbortSignal
}

/** @param wake lets the next round begin at once */
type Round = (ends: AbortSignal, wake: () => void) => Promise<void>

/**
 * Runs rounds one at a time with a pause in between. A round that throws is logged, and the next
 * one follows after a growing pause. `stop` waits for the current round, which gets a signal that
 * it is to end. A round that waits for something outside must end with it.
 */
export function repeat(options: Options, round: Round): Worker {
  const stopped = new AbortController()
  const ends = AbortSignal.any([stopped.signal, options.stopping])
  const running = run(options, round, ends).finally(() => failing.delete(options.name))
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}

const MAX_REST_MS = 30_000

const failing = new Map<string, number>()

/** How many rounds in a row have failed, for each worker that runs in this process. */
export const workerFailures: ReadonlyMap<string, number> = failing

async function run(options: Options, round: Round, ends: AbortSignal): Promise<void> {
  const { name, everyMs, log } = options
  let failures = 0
  let woken = Promise.withResolvers<void>()
  const wake = (): void => woken.resolve()
  failing.set(name, failures)
  while (!ends.aborted) {
    woken = Promise.withResolvers<void>()
    try {
      await round(ends, wake)
      if (failures > 0) log.info({ worker: name }, 'works again')
      failures = 0
      failing.set(name, failures)
    } catch (error) {
      if (ends.aborted) return
      failures += 1
      failing.set(name, failures)
      log.warn({ err: error, worker: name, failures }, 'a round failed')
    }
    const restMs = Math.min(everyMs * 2 ** Math.min(failures, 5), Math.max(MAX_REST_MS, everyMs))
    await Promise.race([pause(restMs, ends), woken.promise])
  }
}
