import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/**
 * Lets one of several workers follow the chain, so that the nodes aren't asked twice. It saves
 * requests only: `recordBlocks` keeps the record right even with several writers.
 */
export type WatchLease = {
  /** Takes or renews the lease; false while another worker has it. Waits for nobody. */
  take(network: string): Promise<boolean>
  /** Hands it to the next worker at once. */
  release(): Promise<void>
}

/** A lease in the cursor's row, by the database's clock: it needs no session of its own. */
export function openWatchLease(db: Db, lastsMs: number): WatchLease {
  const holder = randomUUID()
  return {
    async take(network) {
      // A row that another worker holds doesn't match, so this statement never waits for its lock.
      const { numAffectedRows } = await sql`
        update chain_cursors set watched_by = ${holder},
          watched_until = clock_timestamp() + ${lastsMs} * interval '1 millisecond'
        where network = ${network}
          and (watched_by is null or watched_by = ${holder} or watched_until < clock_timestamp())
      `.execute(db)
      return numAffectedRows === 1n
    },
    async release() {
      const nobody = { watched_by: null, watched_until: null }
      await db.updateTable('chain_cursors').set(nobody).where('watched_by', '=', holder).execute()
    },
  }
}
