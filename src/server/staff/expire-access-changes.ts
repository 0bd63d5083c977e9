import { sql, type RawBuilder } from 'kysely'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'

const MOST_AT_ONCE = 100

/**
 * Rejects pending changes of rights that match a condition, a bounded number per call. Deletes
 * their password halves as well. Returns how many.
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
      where approved is null and ${which} order by no limit ${MOST_AT_ONCE} for update)
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

/** Too old. Nobody can approve it anymore, even if no worker has expired it yet. */
export const isExpired = sql<boolean>`requested_at < now() - interval '7 days'`

/** Expires requests after seven days, so that no password half lies around. */
export async function expireAccessChanges(db: Db): Promise<number> {
  const reason = 'Nobody decided it within seven days.'
  return await db.transaction().execute((tx) => rejectWaiting(tx, isExpired, byTime, reason))
}
