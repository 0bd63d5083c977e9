import { calls } from '../../contract/calls.ts'
import { endPrepared, lockAccount } from '../auth/locked-account.ts'
import type { BatchHook } from '../book/book.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { submit } from '../http/submit.ts'
import { suspensionEmail } from '../email/email-templates.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { audit, type AuditEntry } from '../audit/audit.ts'
import { readMember, type Detail } from './member-detail.ts'

type SuspensionInput = {
  member: number
  before: Detail
  entry: Omit<AuditEntry, 'before' | 'after'>
}

const recordSuspension: BatchHook<SuspensionInput> = {
  name: 'suspend-member',
  async run(tx, items) {
    const answers: (Detail | undefined)[] = []
    // Suspensions are rare, so process them one by one: each answers with the full member.
    for (const { input } of items) {
      await endPrepared(await lockAccount(tx, input.member, 'staff'))
      const [before, open] = [brief(input.before), !input.before.is_active]
      // Write the audit entry first: the member's page reads the suspension time from it.
      await audit(tx, [{ ...input.entry, before, after: { ...before, is_active: open } }])
      const after = await readMember(tx, input.member)
      answers.push(after)
      if (after) await enqueueEmails(tx, [tell(after)])
    }
    return answers
  },
}

const tell = ({ username, email, is_active: open }: Detail): Email => ({
  to: email,
  kind: 'security',
  content: suspensionEmail(username, !open),
})

const brief = ({ username, is_active }: Detail) => ({ username, is_active })

/**
 * Suspends or reinstates a member, and ends their sessions either way. The session look-up refuses
 * each request of a suspended member, and no session comes back later.
 */
export async function setSuspended(
  { db, book }: Context,
  operator: string,
  change: { member: number; on: boolean; reason: string; requestId: string },
): Promise<Detail> {
  const { member, on, reason, requestId } = change
  const before = await readMember(db, member)
  if (!before || member === 1) throw reject('not_found')
  if (on === !before.is_active) throw reject(on ? 'already_suspended' : 'not_suspended')
  const action = on ? 'suspend member' : 'reinstate member'
  const entry = { operator, action, object: `member ${member}`, reason, requestId }
  const done = await submit(book, {
    command: { kind: 'set_suspended', member, on },
    by: { operator },
    hook: recordSuspension,
    input: { member, before, entry },
  })
  return calls.suspendMember.answer.parse(done.body)
}
