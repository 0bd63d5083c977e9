import { sql, type RawBuilder } from 'kysely'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'

const mostAtOnce = 100

/**
 * Rejects changes of rights that wait, by what is true of them, a bounded number for each call.
 * What they had of a password goes with them. Answers how many.
 */
export async function rejectWaiting(
  tx: Tx,
  which: RawBuilder<unknown>,
  by: By,
  reason: string,
): Promise<number> {
  const { rows } = await sql<
    RowOf<'access_changes', 'no' | 'username'> & {
      kind: string
    }
  >`
    update access_changes set approved = false, decided_by = ${by.operator},
      decided_at = now(), sealed_half = null
    where no in (select no from access_changes
      where approved is null and ${which} order by no limit ${mostAtOnce} for update)
    returning no, kind, username`.execute(tx)
  const entry = { ...by, action: 'reject access change', reason }
  await audit(
    tx,
    rows.map(({ no, kind, username }) => {
      return { ...entry, object: `operator ${username}`, after: { id: String(no), kind } }
    }),
  )
  return rows.length
}

const byTime: By = { operator: 'time limit', requestId: 'time limit' }

/** What nobody decided in time; neither is it approved any more, whether or not a worker ran. */
export const isExpired = sql<boolean>`requested_at < now() - interval '7 days'`

/** Ends what nobody decided within seven days: half a password is no thing to leave lying about. */
export async function expireAccessChanges(db: Db): Promise<number> {
  const reason = 'Nobody decided it within seven days.'
  return await db.transaction().execute((tx) => rejectWaiting(tx, isExpired, byTime, reason))
}
