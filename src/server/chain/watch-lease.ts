import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/**
 * Lets one of several workers follow the chain, so that we don't ask the nodes twice. It only saves
 * requests: `recordBlocks` keeps the record right even with several writers.
 */
export type WatchLease = {
  /** Takes or renews the lease. False while another worker has it. Never waits. */
  take(network: string): Promise<boolean>
  /** Frees the lease for the next worker at once. */
  release(): Promise<void>
}

/** Longer than any worker's lease. */
const LONGEST_MS = 120_000

const clock = sql<Date>`clock_timestamp()`
const fromClock = (ms: number) => sql<Date>`${clock} + make_interval(secs => ${ms / 1000})`

/** A lease in the cursor's row, by the database's clock. It needs no session of its own. */
export function openWatchLease(db: Db, lastsMs: number): WatchLease {
  const holder = randomUUID()
  return {
    async take(network) {
      // This statement skips a row that another worker holds, so it never waits for that lock.
      const { numUpdatedRows } = await db
        .updateTable('chain_cursors')
        .set({
          watched_by: holder,
          watched_until: fromClock(lastsMs),
        })
        .where('network', '=', network)
        .where((eb) =>
          eb.or([
            eb('watched_by', 'is', null),
            eb('watched_by', '=', holder),
            eb('watched_until', '<', clock),
            // Of a worker that was killed before the clock was set back.
            eb('watched_until', '>', fromClock(LONGEST_MS)),
          ]),
        )
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async release() {
      const nobody = { watched_by: null, watched_until: null }
      await db.updateTable('chain_cursors').set(nobody).where('watched_by', '=', holder).execute()
    },
  }
}
