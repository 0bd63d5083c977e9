import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'

/** Ends all of a member's sessions, or all but one. */
export async function endSessions(db: Db | Tx, member: number, except?: bigint): Promise<void> {
  await sql`
    update sessions set ended_at = now()
    where member_no = ${member} and ended_at is null and no <> ${except ?? 0n}`.execute(db)
}
