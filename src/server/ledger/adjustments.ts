import { expressionBuilder } from 'kysely'
import { anyOf, type Condition, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { Adjustment } from '../../contract/subjects/ledger.ts'
import type { Db, RowOf, Tx, Database } from '../../db/types.ts'
import {
  ALONE_WINDOW_MS,
  leftAlone,
  sizeOf,
  type AloneLimits,
} from '../../domain/wallet/adjustment.ts'
import type { Command } from '../../domain/ledger/command.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { formatUsd, micros, parseUsd, type Micros } from '../../domain/money/money.ts'
import { findCredentials } from '../auth/credentials.ts'
import type { BatchHook } from '../book/book.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { inOrder, type Sort } from '../http/paging.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import { submit } from '../http/submit.ts'
import { moneyEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { audit, type AuditEntry } from '../audit/audit.ts'
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
  RowOf<'identities', 'username' | 'email'>

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
    .select(['identities.username', 'identities.email'])
    .where(condition)
    .orderBy('adjustments.no', inOrder(sort))
    .limit(limit)
    .offset(offset)
    .execute()
  return rows
}

const show = (row: AdjustmentRow): AdjustmentAnswer => ({
  id: String(row.no),
  username: row.username,
  amount: formatUsd(row.micros),
  reason: row.reason,
  status: row.approved_by ? 'approved' : row.rejected_by ? 'rejected' : 'pending',
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

type AdjustmentInput = { entry: Omit<AuditEntry, 'object'> }

const recordAdjustments: BatchHook<AdjustmentInput> = {
  name: 'adjustment',
  async run(tx, items) {
    await requireApprovers(
      tx,
      items.map(({ input }) => input.entry.operator),
    )
    const numbers = items.map(({ outcome }) => eventOf(outcome.effects, 'adjustment').no)
    const rows = await readRows(tx, adjustmentColumns('adjustments.no', '=', anyOf(numbers, 'int')))
    const byNumber = new Map(rows.map((row) => [row.no, row]))
    const answers = numbers.map((no) => {
      const row = byNumber.get(no)
      if (!row) throw new Error(`adjustment ${no} is not there`)
      return row
    })
    const entries = items.map(({ input }, i) => ({
      ...input.entry,
      // Only now do we know which of the two it was.
      ...(answers[i]?.alone ? { action: 'adjust alone' } : {}),
      object: `adjustment ${numbers[i]}`,
      after: answers.map(show)[i],
    }))
    await audit(tx, entries)
    const approved = answers.filter(({ approved_by: by }) => by !== null)
    await enqueueEmails(tx, approved.map(toEmail))
    return answers.map(show)
  },
}

function toEmail({ username, email, micros: amount, reason }: AdjustmentRow) {
  const size = formatUsd(amount < 0n ? -amount : amount)
  const verb = amount < 0n ? `took $${size} from` : `added $${size} to`
  const text = `Our staff ${verb} your wallet. Reason: ${reason}`
  const content = moneyEmail(username, 'Your wallet was adjusted', [text])
  return { to: email, kind: 'money' as const, content }
}

type By = { operator: string; key: Key | undefined; requestId: string }

async function findMember({ db }: Context, username: string): Promise<number> {
  const person = await findCredentials(db, username)
  if (!person) throw rejectField('username', text('member_unknown'))
  return person.member_no
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
  const member = await findMember(context, username)
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
  const member = await findMember(context, form.username)
  const size = parseUsd(form.amount.replace('-', ''))
  if (!size) throw rejectField('amount', text('amount_invalid'))
  const amountMicros: Micros = form.amount.startsWith('-') ? micros(-size) : size
  const { operator } = by
  const { reason } = form
  const about = { member, amountMicros, operator, reason }
  const command = { kind: 'propose_adjustment', ...about, ...limitsOf(context) } as const
  return await change(context, command, 'request adjustment', reason, by)
}

export async function approveAdjustment(
  context: Context,
  no: number,
  by: By,
): Promise<AdjustmentAnswer> {
  const [row] = await readRows(context.db, adjustmentColumns('adjustments.no', '=', no))
  if (!row) throw reject('not_found')
  const command = { kind: 'approve_adjustment', adjustment: no, operator: by.operator } as const
  return await change(context, command, 'approve adjustment', row.reason, by, row)
}

/** Closes an unapproved adjustment. The operator who requested it may withdraw it. */
export async function rejectAdjustment(
  context: Context,
  no: number,
  reason: string,
  by: By,
): Promise<AdjustmentAnswer> {
  const { operator } = by
  const [row] = await readRows(context.db, adjustmentColumns('adjustments.no', '=', no))
  const command = { kind: 'reject_adjustment', adjustment: no, operator, reason } as const
  return await change(context, command, 'reject adjustment', reason, by, row)
}

async function change(
  { book }: Context,
  command: Command,
  action: string,
  reason: string,
  { operator, key, requestId }: By,
  before?: AdjustmentRow,
): Promise<AdjustmentAnswer> {
  const done = await submit(book, {
    command,
    by: { operator },
    ...(key ? { key } : {}),
    hook: recordAdjustments,
    input: { entry: { operator, action, before: before && show(before), reason, requestId } },
  })
  return calls.approveAdjustment.answer.parse(done.body)
}
