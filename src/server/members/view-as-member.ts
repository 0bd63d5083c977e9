import type { z } from 'zod'
import { reject } from '../../contract/refusals/reject.ts'
import type { MemberViewToken } from '../../contract/subjects/members.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import { audit, type By } from '../audit/audit.ts'
import { insertView, signViewToken } from '../auth/tokens/view-token.ts'
import type { Context } from '../context.ts'
import { byView } from '../http/limit-key.ts'
import { countDone } from '../http/rate-limit.ts'
import { requireMember } from './require-member.ts'

/**
 * Lets an operator view the product as a member. The token can read but change nothing, for a
 * quarter of an hour and no longer than the operator's session. The audit log records it with its
 * reason, and the member sees it in the activity.
 */
export async function viewAsMember(
  { db, config }: Context,
  member: number,
  reason: string,
  by: By & { session: bigint },
): Promise<z.infer<typeof MemberViewToken>> {
  const { username, view, endsAt } = await db.transaction().execute(async (tx) => {
    const person = await requireMember(tx, member)
    if (member === HOUSE) throw reject('not_found')
    await countDone(tx, config, 'memberView', byView(by.operator, member))
    const row = await insertView(tx, { member, reason, by })
    await tx
      .insertInto('security_events')
      .values({ member_no: member, kind: 'viewed_by_staff' })
      .execute()
    const { operator, requestId } = by
    const action = 'view as member'
    await audit(tx, [{ operator, requestId, action, object: `member ${member}`, reason }])
    return { username: person.username, view: row.no, endsAt: row.ends_at }
  })
  return {
    token: await signViewToken(config.authSecret, { member, view }),
    ends_at: endsAt.toISOString(),
    member: { id: String(member), username },
    operator: by.operator,
  }
}
