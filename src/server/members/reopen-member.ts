import type { OperatorRole } from '../../contract/roles.ts'
import { nowMs } from '../../clock/clock.ts'
import { REOPEN_DAYS } from '../../contract/fields/limits.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { DAY_MS } from '../../domain/time/time.ts'
import { audit, type By } from '../audit/audit.ts'
import { findClosedAt } from '../auth/closed-account.ts'
import { lockAccount } from '../auth/locked-account.ts'
import type { Context } from '../context.ts'
import { reopenedEmail } from '../email/closing-emails.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { readMember, type Detail } from './member-detail.ts'

/** Reopens a closed account, so that the member can sign in again. */
export async function reopenMember(
  { db, config }: Context,
  change: { member: number; reason: string; role: OperatorRole },
  by: By,
): Promise<Detail> {
  const { member, reason, role } = change
  return await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, member, 'staff')
    const closedAt = await findClosedAt(tx, member)
    if (!closedAt) throw reject('not_closed')
    const isLate = closedAt.getTime() < nowMs() - REOPEN_DAYS * DAY_MS
    if (isLate && role !== 'admin') throw reject('forbidden')
    await tx.deleteFrom('account_closings').where('member_no', '=', member).execute()
    const before = { closed_at: closedAt.toISOString() }
    const entry = { ...by, action: 'reopen account', object: `member ${member}`, reason }
    await audit(tx, [{ ...entry, before, after: { closed_at: null } }])
    const content = reopenedEmail(account, config.publicUrl)
    await enqueueEmails(tx, [{ to: account.email, kind: 'security', content }])
    const detail = await readMember(tx, member)
    if (!detail) throw reject('not_found')
    return detail
  })
}
