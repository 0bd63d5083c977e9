import { sql, type Expression } from 'kysely'
import { fromNow } from '../../db/expressions.ts'

/** Pauses between attempts. Each is twice as long as the one before. */
export type BackOff = { readonly firstSeconds: number; readonly longestSeconds: number }

/** The pause after so many attempts. */
export const pauseSeconds = ({ firstSeconds, longestSeconds }: BackOff, attempts: number): number =>
  Math.min(longestSeconds, firstSeconds * 2 ** (attempts - 1))

const LONGEST_LEASE_SECONDS = 120

/** No lease ends later. After the database's clock was set back, those in rows may. */
export const latestLease = fromNow('secs', LONGEST_LEASE_SECONDS)

/** No lease ends later, and neither does the pause after so many attempts. */
export const latestAfter = (
  { firstSeconds, longestSeconds }: BackOff,
  attempts: Expression<number>,
) =>
  fromNow(
    'secs',
    sql<number>`${LONGEST_LEASE_SECONDS}::float8 + least(${longestSeconds}::float8,
      ${firstSeconds}::float8 * power(2, least(${attempts}, 30) - 1))`,
  )
