/** Compares clocks. The database's clock decides, and the others should agree with it. */
import type { Logger } from 'pino'
import { CLOCK_TOLERANCE_MS } from '../../clock/clock.ts'
import { atMostEvery } from '../../clock/waits.ts'

const LOG_INTERVAL_MS = 60_000

/** Logs when this process's clock or the head of the log is off, at most once a minute. */
export function checkClock(log: Logger) {
  const mayTell = atMostEvery(LOG_INTERVAL_MS)
  return (clockMs: number, headMs: number): void => {
    const ownAheadMs = Date.now() - clockMs
    const headAheadMs = headMs - clockMs
    if (Math.abs(ownAheadMs) <= CLOCK_TOLERANCE_MS && headAheadMs <= CLOCK_TOLERANCE_MS) return
    if (!mayTell()) return
    log.error({ ownAheadMs, headAheadMs }, 'clocks differ: the database clock decides')
  }
}
