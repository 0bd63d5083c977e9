/** Compares clocks. The database's clock decides, and the others should agree with it. */
import type { Logger } from 'pino'

/** Well above the drift of synchronized clocks plus a slow answer. */
const TOLERANCE_MS = 5_000
const LOG_INTERVAL_MS = 60_000

/** Logs when this process's clock or the head of the log is off, at most once a minute. */
export function checkClock(log: Logger, now: () => number = Date.now) {
  let toldAt = -Infinity
  return (clockMs: number, headMs: number): void => {
    const ownAheadMs = now() - clockMs
    const headAheadMs = headMs - clockMs
    if (Math.abs(ownAheadMs) <= TOLERANCE_MS && headAheadMs <= TOLERANCE_MS) return
    const at = performance.now()
    if (at - toldAt < LOG_INTERVAL_MS) return
    toldAt = at
    log.error({ ownAheadMs, headAheadMs }, 'clocks differ: the database clock decides')
  }
}
