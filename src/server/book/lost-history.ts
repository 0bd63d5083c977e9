/** Records lost history and pauses payouts until an operator has checked. */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { LostHistory } from './head.ts'

/**
 * Records that the database has lost commands, and pauses payouts: the chain may have payouts that
 * the ledger no longer has. A process that notices with the others, or later, adds nothing. This
 * only ever adds a pause, because a web process's role may not change one.
 */
export async function recordLoss(db: Db, { known, foundSeq }: LostHistory): Promise<void> {
  const detail =
    `A writer knew commands up to ${known.seq}; the database now ends at ${foundSeq} or holds ` +
    'other ones. Compare the chain with the ledger before you resume payouts.'
  await db.transaction().execute(async (tx) => {
    // The leader and its standbys notice within milliseconds. Each must see what the first records.
    await sql`select pg_advisory_xact_lock(hashtextextended('history_losses', 0))`.execute(tx)
    await sql`
      with loss as (
        insert into history_losses (known_seq, known_batch, found_seq, process)
        select ${known.seq}, ${known.batch}::uuid, ${foundSeq}, ${`${hostname()}:${process.pid}`}
        where not exists (select from history_losses
          where at > ${new Date(known.checkedAt).toISOString()}::timestamptz)
        returning no)
      insert into payout_pauses (reason, detail) select 'history_lost', ${detail} from loss
      on conflict (reason) do nothing`.execute(tx)
  })
}
