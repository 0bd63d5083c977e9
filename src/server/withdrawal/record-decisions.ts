import { z } from 'zod'
import { OperatorWithdrawal } from '../../contract/subjects/withdrawal.ts'
import type { Tx } from '../../db/types.ts'
import { eventOf, type WithdrawalEvent } from '../../domain/ledger/event.ts'
import { audit } from '../audit/audit.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import type { Config } from '../config/config.ts'
import { moneyEmail, openWithdrawals } from '../email/email-templates.ts'
import { writerOf } from '../language/writer.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { requireApprovers } from '../staff/withdraw-approvals.ts'
import { emailWithdrawals } from './email-withdrawals.ts'
import { showAfter } from './operator-answers.ts'
import { WithdrawalReceipt, withdrawalReceipt } from './withdrawal-receipt.ts'

const DecisionInput = z.object({
  entry: z.object({
    operator: z.string(),
    action: z.string(),
    reason: z.string().nullable(),
    requestId: z.string(),
  }),
  before: OperatorWithdrawal.optional(),
})

/** Audits decisions and notifies the members, in the commit of the decisions. */
export const recordDecisions: AnsweredHook<z.output<typeof DecisionInput>, WithdrawalReceipt> = {
  name: 'decide-withdrawal',
  input: DecisionInput,
  receipt: WithdrawalReceipt,
  fits: ({ command, by }, { entry }) =>
    (command.kind === 'approve_withdrawal' || command.kind === 'reject_withdrawal') &&
    'operator' in by &&
    by.operator === entry.operator,
  async write(tx, items, config) {
    await requireApprovers(
      tx,
      items.map(({ input }) => input.entry.operator),
    )
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    await audit(
      tx,
      items.map(({ outcome, input: { entry, before } }, i) => ({
        ...entry,
        object: `withdrawal ${events[i]?.no}`,
        before,
        after: before && showAfter(before, outcome, config.approvalLimitMicros),
      })),
    )
    await emailRejections(tx, config, events)
    await emailWithdrawals(tx, config, events)
  },
  receiptOf: withdrawalReceipt,
}

async function emailRejections(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  events: readonly WithdrawalEvent[],
): Promise<void> {
  const rejected = events.filter(({ state }) => state === 'rejected')
  if (rejected.length === 0) return
  const members = await tx
    .selectFrom('identities')
    .select(['member_no', 'username', 'email', 'language'])
    .where(
      'member_no',
      'in',
      rejected.map(({ member }) => member),
    )
    .execute()
  const emails = rejected.flatMap(({ member, amountMicros, reason }): Email[] => {
    const person = members.find((each) => each.member_no === member)
    if (!person) return []
    const writer = writerOf(person.language)
    const { say, usd } = writer
    const paragraphs = [
      say('rejected_text', { amount: usd(amountMicros) }),
      say('reason', { reason: reason ?? '' }),
    ]
    const content = moneyEmail(person, say('rejected_subject'), paragraphs, {
      action: openWithdrawals(writer, publicUrl),
    })
    return [{ to: person.email, kind: 'money', content }]
  })
  await enqueueEmails(tx, emails)
}
