/** Watches clocks: the database's one counts, and the others should agree with it. */
import type { Logger } from 'pino'

/** Well beyond what synchronized clocks and a slow answer come to. */
const TOLERANCE_MS = 5_000
const TELL_EVERY_MS = 60_000

/** Logs, once a minute, when this process's clock or the head of the log is off. */
export function watchClock(log: Logger, now: () => number = Date.now) {
  let toldAt = -Infinity
  return (clockMs: number, headMs: number): void => {
    const ownAheadMs = now() - clockMs
    const headAheadMs = headMs - clockMs
    if (Math.abs(ownAheadMs) <= TOLERANCE_MS && headAheadMs <= TOLERANCE_MS) return
    const at = performance.now()
    if (at - toldAt < TELL_EVERY_MS) return
    toldAt = at
    log.error({ ownAheadMs, headAheadMs }, 'clocks differ: the database clock decides')
  }
}
