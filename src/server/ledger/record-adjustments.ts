import { z } from 'zod'
import { Adjustment } from '../../contract/subjects/ledger.ts'
import type { Tx } from '../../db/types.ts'
import { eventOf, type AdjustmentEvent } from '../../domain/ledger/event.ts'
import { formatUsd } from '../../domain/money/money.ts'
import type { AnsweredHook, HookItem } from '../book/batch-hook.ts'
import { makeAnswer } from '../http/render.ts'
import { moneyEmail } from '../email/email-templates.ts'
import type { Config } from '../config/config.ts'
import { writerOf } from '../language/writer.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { audit } from '../audit/audit.ts'
import { requireApprovers } from '../staff/access/withdraw-approvals.ts'
import { type AdjustmentAnswer, adjustmentStatus } from './adjustments.ts'

const AdjustmentInput = z.object({
  entry: z.object({
    operator: z.string(),
    action: z.string(),
    reason: z.string(),
    requestId: z.string(),
  }),
  username: z.string(),
  before: Adjustment.optional(),
})

export type Input = z.output<typeof AdjustmentInput>

/** The adjustment as its command left it, which is also its answer. */
function showEvent({ outcome, input }: HookItem<Input>): AdjustmentAnswer {
  const event = eventOf(outcome.effects, 'adjustment')
  const doneAt = new Date(outcome.at).toISOString()
  const { approvedBy, rejectedBy } = event
  return {
    id: String(event.no),
    username: input.username,
    amount: formatUsd(event.amountMicros),
    reason: event.reason,
    status: adjustmentStatus(approvedBy, rejectedBy),
    requested_by: event.proposedBy,
    requested_at: input.before?.requested_at ?? doneAt,
    approved_by: approvedBy,
    approved_at: approvedBy === null ? null : doneAt,
    rejected_by: rejectedBy,
    rejected_at: rejectedBy === null ? null : doneAt,
    reject_reason: rejectedBy === null ? null : event.rejectReason,
    alone: event.alone,
  }
}

export const recordAdjustments: AnsweredHook<Input, AdjustmentAnswer> = {
  name: 'adjustment',
  input: AdjustmentInput,
  receipt: Adjustment,
  fits: ({ command, by }, { entry }) =>
    command.kind.endsWith('_adjustment') && 'operator' in by && by.operator === entry.operator,
  async write(tx, items, config) {
    const entries = items.map((item) => {
      const { entry, before } = item.input
      const after = showEvent(item)
      // Only now do we know whether it took effect at once or awaits approval.
      const action = after.alone ? 'adjust alone' : entry.action
      return { ...entry, action, object: `adjustment ${after.id}`, before, after }
    })
    const operators = entries.map(({ operator }) => operator)
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'adjustment'))
    const booked = events.filter(({ approvedBy }) => approvedBy !== null)
    await Promise.all([
      requireApprovers(tx, operators),
      audit(tx, entries),
      emailMembers(tx, config, booked),
    ])
  },
  receiptOf: showEvent,
}

export const answerAdjustment = makeAnswer({
  hook: recordAdjustments,
  body: Adjustment,
  render: (_context, done) => Promise.resolve(done.map(({ receipt }) => receipt)),
})

async function emailMembers(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  adjusted: readonly AdjustmentEvent[],
): Promise<void> {
  if (adjusted.length === 0) return
  const identities = await tx
    .selectFrom('identities')
    .select(['member_no', 'username', 'email', 'language'])
    .where(
      'member_no',
      'in',
      adjusted.map(({ member }) => member),
    )
    .execute()
  const byMember = new Map(identities.map((person) => [person.member_no, person]))
  const emails = adjusted.flatMap(({ member, amountMicros: amount, reason }): Email[] => {
    const person = byMember.get(member)
    if (!person) return []
    const { say, usd } = writerOf(person.language)
    const said = { amount: usd(amount < 0n ? -amount : amount), reason }
    const paragraph = amount < 0n ? say('adjusted_down', said) : say('adjusted_up', said)
    const action = { label: say('open_activity'), url: `${publicUrl}/activity` }
    const content = moneyEmail(person, say('adjusted_subject'), [paragraph], { action })
    return [{ to: person.email, kind: 'money', content }]
  })
  await enqueueEmails(tx, emails)
}
