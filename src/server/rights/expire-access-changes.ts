import { expressionBuilder } from 'kysely'
import { now, ago, type Condition } from '../../db/expressions.ts'
import type { Db, Tx, Database } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'

const MAX_AT_ONCE = 100

/**
 * Rejects pending changes of rights that match a condition, a bounded number per call. Deletes
 * their password halves as well. Returns how many.
 */
export async function rejectWaiting(
  tx: Tx,
  which: Condition,
  by: By,
  reason: string,
): Promise<number> {
  const rows = await tx
    .updateTable('access_changes')
    .set({ approved: false, decided_by: by.operator, decided_at: now, sealed_half: null })
    .where('no', 'in', (eb) =>
      eb
        .selectFrom('access_changes')
        .select('no')
        .where('approved', 'is', null)
        .where(which)
        .orderBy('no')
        .limit(MAX_AT_ONCE)
        .forUpdate(),
    )
    .returning(['no', 'kind', 'username'])
    .execute()
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

/** The columns of an access change, for conditions. */
export const changeColumns = expressionBuilder<Database, 'access_changes'>()

/** Too old. Nobody can approve it anymore, even if no worker has expired it yet. */
export const isExpired = changeColumns('access_changes.requested_at', '<', ago('days', 7))

/** Expires requests after seven days, so that no password half lies around. */
export async function expireAccessChanges(db: Db): Promise<number> {
  const reason = 'Nobody decided it within seven days.'
  const expire = (tx: Tx) => rejectWaiting(tx, isExpired, byTime, reason)
  let [all, some] = [0, 0]
  do {
    some = await db.transaction().execute(expire)
    all += some
  } while (some > 0)
  return all
}
