import type { Logger } from 'pino'
import { within } from '../../clock/waits.ts'

export type StopList = {
  /**
   * Services stop in reverse order of adding.
   * @param atOnce the work that a hard stop still has to do, such as ending a child process
   */
  add(name: string, stop: () => Promise<unknown>, atOnce?: () => void): void
  /** Stops everything once, in order. One that hangs or fails doesn't block the others. */
  stopAll(log: Logger): Promise<boolean>
  stopAtOnce(): void
}

const STOP_TIMEOUT_MS = 15_000

export function makeStopList(): StopList {
  const steps: { name: string; stop: () => Promise<unknown>; atOnce?: () => void }[] = []
  let stopping: Promise<boolean> | undefined
  async function run(log: Logger): Promise<boolean> {
    let clean = true
    for (const { name, stop } of steps.toReversed()) {
      const trouble = await stopOne(stop)
      if (trouble === null) continue
      clean = false
      log.error({ err: trouble, step: name }, 'did not stop cleanly')
    }
    return clean
  }
  return {
    add: (name, stop, atOnce = () => {}) => void steps.push({ name, stop, atOnce }),
    stopAll: (log) => (stopping ??= run(log)),
    stopAtOnce() {
      for (const { atOnce } of steps) {
        try {
          atOnce?.()
        } catch {
          // What it wants to end may be gone already, and this process ends in any case.
        }
      }
    },
  }
}

const stillBusy = (): Error => new Error(`still busy after ${STOP_TIMEOUT_MS} ms`)

/** Returns why a step didn't stop, or null. */
async function stopOne(stop: () => Promise<unknown>): Promise<unknown> {
  const stopped = async (): Promise<null> => {
    await stop()
    return null
  }
  try {
    return await within(STOP_TIMEOUT_MS, stopped(), stillBusy)
  } catch (error) {
    return error
  }
}
