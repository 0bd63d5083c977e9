/** Records lost history and pauses payouts until an operator has checked. */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { LostHistory } from './head.ts'

export const COMPARE_FIRST = 'Compare the chain with the ledger before you resume payouts.'

/**
 * Records that the database has lost commands, and pauses payouts: the chain may have payouts that
 * the ledger no longer has. If another process has recorded it already, this adds nothing. It only
 * ever adds a pause, because the ledger's role may not change one. After an error, the record may
 * exist all the same, so the caller retries.
 */
export async function recordLoss(db: Db, { known, foundSeq }: LostHistory): Promise<void> {
  const detail =
    `A writer knew commands up to ${known.seq}; the database now ends at ${foundSeq} or holds ` +
    `other ones. ${COMPARE_FIRST}`
  const checkedAt = new Date(known.checkedAt).toISOString()
  // In a transaction, to detect a COMMIT that didn't wait for its standby.
  await db.transaction().execute((tx) =>
    sql`select record_loss(${known.seq}, ${known.batch}::uuid, ${foundSeq},
      ${`${hostname()}:${process.pid}`}, ${checkedAt}::timestamptz, ${detail})`.execute(tx),
  )
}
