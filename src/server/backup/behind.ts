/** How far a restored ledger is behind the live one. */
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { largestUnit } from '../../domain/time/time.ts'

/**
 * PostgreSQL closes a segment of WAL after 60 seconds (`archive_timeout`), and pgBackRest has as
 * long again to store it. docs/operations.md ("Back up") sets both.
 */
export const ARCHIVE_LIMIT_SECONDS = 120

/** The live ledger before the restore, and when that was by the database's clock. */
export type LiveHead = { seq: bigint; at: Date }

export async function readLiveHead(live: Db): Promise<LiveHead> {
  const head = await live
    .selectFrom('commands')
    .select(({ fn }) => [fn.max('seq').as('seq'), sql<Date>`clock_timestamp()`.as('at')])
    .executeTakeFirstOrThrow()
  return { seq: head.seq ?? 0n, at: head.at }
}

/**
 * The age, before the restore, of the oldest command that the restored ledger lacks; 0 if it has
 * all of them. The distance between both newest commands would count a quiet night as a late
 * archive.
 */
export async function secondsBehind(live: Db, head: LiveHead, seq: bigint): Promise<number> {
  if (seq >= head.seq) return 0
  const missing = await live
    .selectFrom('commands')
    .select('at')
    .where('seq', '=', seq + 1n)
    .executeTakeFirstOrThrow()
  return Math.max(0, Math.ceil((head.at.getTime() - missing.at.getTime()) / 1000))
}

/** A duration in a unit of which it has at least two. */
export function describeSeconds(seconds: number): string {
  const [unit, length] = largestUnit(seconds)
  return seconds === 1 ? '1 second' : `${Math.floor(seconds / length)} ${unit}s`
}
