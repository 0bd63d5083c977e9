import type { Logger } from 'pino'

const EVERY_MS = 10_000

/**
 * Warns of an error that returns with every try, at most once in ten seconds, so that an outage of
 * the database doesn't fill the log. With LOG_LEVEL=debug, it has every error.
 */
export function tellSeldom(log: Logger, what: string): (error: unknown) => void {
  let toldAt = -Infinity
  return (error) => {
    const isSoon = performance.now() - toldAt < EVERY_MS
    if (!isSoon) toldAt = performance.now()
    log[isSoon ? 'debug' : 'warn']({ err: error }, what)
  }
}
