/** Records lost history and pauses payouts until an operator has checked. */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { LostHistory } from './head.ts'

/**
 * Records that the database has lost commands, and pauses payouts: the chain may have payouts that
 * the ledger no longer has. A process that notices with the others, or later, adds nothing. This
 * only ever adds a pause, because the ledger's role may not change one. An error may mean that it
 * was recorded all the same, so the caller repeats it.
 */
export async function recordLoss(db: Db, { known, foundSeq }: LostHistory): Promise<void> {
  const detail =
    `A writer knew commands up to ${known.seq}; the database now ends at ${foundSeq} or holds ` +
    'other ones. Compare the chain with the ledger before you resume payouts.'
  const checkedAt = new Date(known.checkedAt).toISOString()
  // In a transaction, so that a COMMIT that didn't wait for its standby is noticed.
  await db.transaction().execute((tx) =>
    sql`select record_loss(${known.seq}, ${known.batch}::uuid, ${foundSeq},
      ${`${hostname()}:${process.pid}`}, ${checkedAt}::timestamptz, ${detail})`.execute(tx),
  )
}
