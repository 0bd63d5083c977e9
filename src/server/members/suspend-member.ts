import { z } from 'zod'
import { MemberDetail } from '../../contract/subjects/members.ts'
import type { Tx } from '../../db/types.ts'
import { endPrepared, lockAccount } from '../auth/locked-account.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { suspensionEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { audit, type By } from '../audit/audit.ts'
import { requireFewReinstatements } from './few-reinstatements.ts'
import { readMember, type Detail } from './member-detail.ts'

const SuspensionInput = z.object({
  member: z.int(),
  on: z.boolean(),
  before: z.object({ username: z.string(), is_active: z.boolean() }),
  by: z.object({ operator: z.string(), requestId: z.string() }),
  reason: z.string(),
})
const SuspensionReceipt = z.object({ member: z.int(), on: z.boolean() })

/** Ends the members' sessions, in the commit that suspends or reinstates them. */
export const recordSuspensions: AnsweredHook<
  z.output<typeof SuspensionInput>,
  z.output<typeof SuspensionReceipt>
> = {
  name: 'suspend-member',
  input: SuspensionInput,
  receipt: SuspensionReceipt,
  fits: ({ command, by: actor }, { member, on, by }) =>
    command.kind === 'set_suspended' &&
    command.member === member &&
    command.on === on &&
    'operator' in actor &&
    actor.operator === by.operator,
  async write(tx, items) {
    const entries = items.map(({ input: { member, on, before, by, reason } }) => {
      const action = on ? 'suspend member' : 'reinstate member'
      const after = { ...before, is_active: !on }
      return { ...by, action, object: `member ${member}`, reason, before, after }
    })
    const suspended = items.map(({ input }) => suspend(tx, input))
    await Promise.all([audit(tx, entries), ...suspended])
  },
  receiptOf: ({ input: { member, on } }) => ({ member, on }),
}

async function suspend(tx: Tx, { member, on }: z.output<typeof SuspensionInput>): Promise<void> {
  const account = await lockAccount(tx, member, 'staff')
  const content = suspensionEmail(account, on)
  const email = { to: account.email, kind: 'security' as const, content }
  await Promise.all([endPrepared(account), enqueueEmails(tx, [email])])
}

const answerSuspension = makeAnswer({
  hook: recordSuspensions,
  body: MemberDetail,
  render: ({ db }, done) =>
    Promise.all(
      done.map(async ({ receipt: { member, on } }) => {
        const detail = await readMember(db, member)
        return detail && { ...detail, is_active: !on }
      }),
    ),
})

/**
 * Suspends or reinstates a member, and ends their sessions either way. The session look-up refuses
 * each request of a suspended member, and no session comes back later.
 */
export async function setSuspended(
  context: Context,
  { member, on, reason }: { member: number; on: boolean; reason: string },
  by: By,
): Promise<Detail> {
  const found = await readMember(context.db, member)
  if (!found || member === 1) throw reject('not_found')
  if (on === !found.is_active) throw reject(on ? 'already_suspended' : 'not_suspended')
  if (!on) await requireFewReinstatements(context, member)
  const before = { username: found.username, is_active: found.is_active }
  return await submitForAnswer(context, answerSuspension, {
    command: { kind: 'set_suspended', member, on },
    by: { operator: by.operator },
    input: { member, on, before, by, reason },
  })
}
