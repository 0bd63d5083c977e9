import { expressionBuilder } from 'kysely'
import { type Condition, lit } from '../../db/expressions.ts'
import { z } from 'zod'
import { Adjustment } from '../../contract/subjects/ledger.ts'
import type { Db, RowOf, Tx, Database } from '../../db/types.ts'
import {
  ALONE_WINDOW_MS,
  leftAlone,
  sizeOf,
  type AloneLimits,
} from '../../domain/wallet/adjustment.ts'
import type { Command } from '../../domain/ledger/command.ts'
import { eventOf, type AdjustmentEvent } from '../../domain/ledger/event.ts'
import { formatUsd, micros, parseUsd, type Micros } from '../../domain/money/money.ts'
import { findCredentials } from '../auth/credentials.ts'
import type { AnsweredHook, HookItem } from '../book/batch-hook.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { inOrder, type Sort } from '../http/paging.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { moneyEmail } from '../email/email-templates.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { audit } from '../audit/audit.ts'
import { requireApprovers } from '../staff/withdraw-approvals.ts'
import { text } from '../../contract/texts/texts.ts'

type AdjustmentAnswer = z.infer<typeof Adjustment>

type AdjustmentRow = RowOf<
  'adjustments',
  | 'no'
  | 'micros'
  | 'reason'
  | 'proposed_by'
  | 'approved_by'
  | 'proposed_at'
  | 'approved_at'
  | 'rejected_by'
  | 'rejected_at'
  | 'reject_reason'
  | 'alone'
> &
  RowOf<'identities', 'username'>

async function readRows(
  db: Db | Tx,
  condition: Condition,
  limit = 1000,
  offset = 0,
  sort: Sort = 'newest',
) {
  const rows = await db
    .selectFrom('adjustments')
    .innerJoin('identities', 'identities.member_no', 'adjustments.member_no')
    .selectAll('adjustments')
    .select('identities.username')
    .where(condition)
    .orderBy('adjustments.no', inOrder(sort))
    .limit(limit)
    .offset(offset)
    .execute()
  return rows
}

const statusOf = (approvedBy: string | null, rejectedBy: string | null) =>
  approvedBy ? 'approved' : rejectedBy ? 'rejected' : 'pending'

const show = (row: AdjustmentRow): AdjustmentAnswer => ({
  id: String(row.no),
  username: row.username,
  amount: formatUsd(row.micros),
  reason: row.reason,
  status: statusOf(row.approved_by, row.rejected_by),
  requested_by: row.proposed_by,
  requested_at: row.proposed_at.toISOString(),
  approved_by: row.approved_by,
  approved_at: row.approved_at?.toISOString() ?? null,
  rejected_by: row.rejected_by,
  rejected_at: row.rejected_at?.toISOString() ?? null,
  reject_reason: row.rejected_by === null ? null : row.reject_reason,
  alone: row.alone,
})

const adjustmentColumns = expressionBuilder<Database, 'adjustments'>()

export const adjustmentStates: Record<'pending' | 'approved' | 'rejected', Condition> = {
  pending: adjustmentColumns.and([
    adjustmentColumns('adjustments.approved_by', 'is', null),
    adjustmentColumns('adjustments.rejected_by', 'is', null),
  ]),
  approved: adjustmentColumns('adjustments.approved_by', 'is not', null),
  rejected: adjustmentColumns('adjustments.rejected_by', 'is not', null),
}

export async function readAdjustments(
  db: Db,
  condition: Condition,
  limit: number,
  offset: number,
  sort: Sort,
): Promise<AdjustmentAnswer[]> {
  return (await readRows(db, condition, limit, offset, sort)).map(show)
}

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
type Input = z.output<typeof AdjustmentInput>

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
    status: statusOf(approvedBy, rejectedBy),
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
  async write(tx, items) {
    await requireApprovers(
      tx,
      items.map(({ input }) => input.entry.operator),
    )
    const entries = items.map((item) => {
      const { entry, before } = item.input
      const after = showEvent(item)
      // Only now do we know which of the two it was.
      const action = after.alone ? 'adjust alone' : entry.action
      return { ...entry, action, object: `adjustment ${after.id}`, before, after }
    })
    await audit(tx, entries)
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'adjustment'))
    await emailMembers(
      tx,
      events.filter(({ approvedBy }) => approvedBy !== null),
    )
  },
  receiptOf: showEvent,
}

const answerAdjustment = makeAnswer({
  hook: recordAdjustments,
  body: Adjustment,
  render: (_context, done) => Promise.resolve(done.map(({ receipt }) => receipt)),
})

async function emailMembers(tx: Tx, adjusted: readonly AdjustmentEvent[]): Promise<void> {
  if (adjusted.length === 0) return
  const identities = await tx
    .selectFrom('identities')
    .select(['member_no', 'username', 'email'])
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
    const size = formatUsd(amount < 0n ? -amount : amount)
    const verb = amount < 0n ? `took $${size} from` : `added $${size} to`
    const said = `Our staff ${verb} your wallet. Reason: ${reason}`
    const content = moneyEmail(person.username, 'Your wallet was adjusted', [said])
    return [{ to: person.email, kind: 'money', content }]
  })
  await enqueueEmails(tx, emails)
}

type By = { operator: string; key: Key | undefined; requestId: string }

async function requirePerson({ db }: Context, username: string) {
  const person = await findCredentials(db, username)
  if (!person) throw rejectField('username', text('member_unknown'))
  return { member: person.member_no, username: person.username }
}

const limitsOf = ({ config }: Context): AloneLimits => ({
  memberLimitMicros: micros(config.adjustmentLimitMicros),
  dayLimitMicros: micros(config.adjustmentDayLimitMicros),
})

/**
 * What the operator may still adjust alone for a member, counted as in the rules. If it changes in
 * the meantime, the rules decide.
 */
export async function readAloneLimit(context: Context, operator: string, username: string) {
  const { member } = await requirePerson(context, username)
  const now = Date.now()
  const rows = await context.db
    .selectFrom('adjustments')
    .select(['member_no', 'micros', 'proposed_at'])
    .where('alone', '=', lit(true))
    .where('proposed_by', '=', operator)
    .where('proposed_at', '>', new Date(now - ALONE_WINDOW_MS))
    .execute()
  const earlier = rows.map(({ member_no: no, micros: amount, proposed_at: at }) => ({
    operator,
    member: no,
    sizeMicros: sizeOf(amount),
    at: at.getTime(),
  }))
  const limits = limitsOf(context)
  return {
    left: formatUsd(leftAlone(limits, earlier, { operator, member }, now)),
    member_limit: formatUsd(limits.memberLimitMicros),
    day_limit: formatUsd(limits.dayLimitMicros),
  }
}

/**
 * Requests an adjustment. It takes effect when another operator approves it, or at once if it is
 * within what one operator may adjust alone.
 */
export async function requestAdjustment(
  context: Context,
  form: { username: string; amount: string; reason: string },
  by: By,
): Promise<AdjustmentAnswer> {
  const { member, username } = await requirePerson(context, form.username)
  const size = parseUsd(form.amount.replace('-', ''))
  if (!size) throw rejectField('amount', text('amount_invalid'))
  const amountMicros: Micros = form.amount.startsWith('-') ? micros(-size) : size
  const { operator } = by
  const { reason } = form
  const about = { member, amountMicros, operator, reason }
  const command = { kind: 'propose_adjustment', ...about, ...limitsOf(context) } as const
  const entry = { operator, action: 'request adjustment', reason, requestId: by.requestId }
  return await change(context, command, { entry, username }, by)
}

export async function approveAdjustment(
  context: Context,
  no: number,
  by: By,
): Promise<AdjustmentAnswer> {
  const [row] = await readRows(context.db, adjustmentColumns('adjustments.no', '=', no))
  if (!row) throw reject('not_found')
  const { operator, requestId } = by
  const command = { kind: 'approve_adjustment', adjustment: no, operator } as const
  const entry = { operator, action: 'approve adjustment', reason: row.reason, requestId }
  return await change(context, command, { entry, ...asSeen(row) }, by)
}

/** Closes an unapproved adjustment. The operator who requested it may withdraw it. */
export async function rejectAdjustment(
  context: Context,
  no: number,
  reason: string,
  by: By,
): Promise<AdjustmentAnswer> {
  const { operator, requestId } = by
  const [row] = await readRows(context.db, adjustmentColumns('adjustments.no', '=', no))
  if (!row) throw reject('not_found')
  const command = { kind: 'reject_adjustment', adjustment: no, operator, reason } as const
  const entry = { operator, action: 'reject adjustment', reason, requestId }
  return await change(context, command, { entry, ...asSeen(row) }, by)
}

const asSeen = (row: AdjustmentRow) => ({ username: row.username, before: show(row) })

const change = (context: Context, command: Command, input: Input, { operator, key }: By) =>
  submitForAnswer(context, answerAdjustment, { command, by: { operator }, key, input })
