import { sql, type Expression } from 'kysely'
import { lockNumber } from '../../db/named-locks.ts'
import { now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'

/**
 * Waits until no batch is running whose activation has seen that a session is open (`look_up`).
 * Select this in each statement that ends sessions, or after its commit, so that nothing more
 * happens with one once its end is answered.
 */
export const afterBatches = (session: Expression<bigint>) =>
  sql`pg_advisory_xact_lock(${lockNumber('session of a member', session)})`.as('waited')

/** Ends all of a member's sessions, or all but one. */
export async function endSessions(db: Db | Tx, member: number, except?: bigint): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('member_no', '=', member)
    .where('ended_at', 'is', null)
    .where('no', '<>', except ?? 0n)
    .returning((eb) => afterBatches(eb.ref('sessions.no')))
    .execute()
}
