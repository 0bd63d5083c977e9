import { reject } from '../../contract/refusals/reject.ts'
import type { Db, Tx } from '../../db/types.ts'

/** When the member closed the account; undefined if it is open. */
export async function findClosedAt(db: Db | Tx, member: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('account_closings')
    .select('closed_at')
    .where('member_no', '=', member)
    .executeTakeFirst()
  return row?.closed_at ?? undefined
}

/** Refuses a sign-in to a closed account. */
export async function requireNotClosed(tx: Tx, member: number): Promise<void> {
  if (await findClosedAt(tx, member)) throw reject('account_closed')
}
