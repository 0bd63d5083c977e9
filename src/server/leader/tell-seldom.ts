import type { Logger } from 'pino'
import { atMostEvery } from '../../clock/waits.ts'

const EVERY_MS = 10_000

/**
 * Warns of an error that returns with every try, at most once in ten seconds, so that an outage of
 * the database doesn't fill the log. With LOG_LEVEL=debug, it has every error.
 */
export function tellSeldom(log: Logger, what: string): (error: unknown) => void {
  const mayWarn = atMostEvery(EVERY_MS)
  return (error) => log[mayWarn() ? 'warn' : 'debug']({ err: error }, what)
}
