import { now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'

/** Ends all of a member's sessions, or all but one. */
export async function endSessions(db: Db | Tx, member: number, except?: bigint): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('member_no', '=', member)
    .where('ended_at', 'is', null)
    .where('no', '<>', except ?? 0n)
    .execute()
}
