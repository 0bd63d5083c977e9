import { reject } from '../../contract/refusals/reject.ts'
import type { Db, Tx } from '../../db/types.ts'

/** Refuses with 404 if there is no such member. */
export async function requireMember(db: Db | Tx, no: number) {
  const found = await db
    .selectFrom('identities')
    .select(['member_no', 'username', 'email', 'language', 'verified_at', 'password_hash'])
    .where('member_no', '=', no)
    .executeTakeFirst()
  if (!found) throw reject('not_found')
  return found
}
