import type { Command } from '../../domain/ledger/command.ts'
import { micros, parseUsd, type Micros } from '../../domain/money/money.ts'
import type { By } from '../audit/audit.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import { submitForAnswer } from '../http/submit.ts'
import { text } from '../../contract/texts/texts.ts'
import { aloneLimits } from './adjust-alone.ts'
import {
  findAdjustment,
  requirePerson,
  showAdjustment,
  type AdjustmentAnswer,
  type AdjustmentRow,
} from './adjustments.ts'
import { answerAdjustment, type Input } from './record-adjustments.ts'

/**
 * Requests an adjustment. It takes effect when another operator approves it, or at once if it is
 * within what one operator may adjust alone.
 */
export async function requestAdjustment(
  context: Context,
  form: { username: string; amount: string; reason: string },
  by: By,
  key: Key | undefined,
): Promise<AdjustmentAnswer> {
  const { member, username } = await requirePerson(context, form.username)
  const size = parseUsd(form.amount.replace('-', ''))
  if (!size) throw rejectField('amount', text('amount_invalid'))
  const amountMicros: Micros = form.amount.startsWith('-') ? micros(-size) : size
  const { operator } = by
  const { reason } = form
  const about = { member, amountMicros, operator, reason }
  const command = { kind: 'propose_adjustment', ...about, ...aloneLimits(context) } as const
  const entry = { ...by, action: 'request adjustment', reason }
  return await change(context, command, { entry, username }, key)
}

export async function approveAdjustment(
  context: Context,
  no: number,
  by: By,
  key: Key | undefined,
): Promise<AdjustmentAnswer> {
  const row = await findAdjustment(context.db, no)
  if (!row) throw reject('not_found')
  const { operator } = by
  const command = { kind: 'approve_adjustment', adjustment: no, operator } as const
  const entry = { ...by, action: 'approve adjustment', reason: row.reason }
  return await change(context, command, { entry, ...asSeen(row) }, key)
}

/** Closes an unapproved adjustment. The operator who requested it may withdraw it. */
export async function rejectAdjustment(
  context: Context,
  { no, reason }: { no: number; reason: string },
  by: By,
  key: Key | undefined,
): Promise<AdjustmentAnswer> {
  const { operator } = by
  const row = await findAdjustment(context.db, no)
  if (!row) throw reject('not_found')
  const command = { kind: 'reject_adjustment', adjustment: no, operator, reason } as const
  const entry = { ...by, action: 'reject adjustment', reason }
  return await change(context, command, { entry, ...asSeen(row) }, key)
}

const asSeen = (row: AdjustmentRow) => ({ username: row.username, before: showAdjustment(row) })

function change(context: Context, command: Command, input: Input, key: Key | undefined) {
  const { operator } = input.entry
  return submitForAnswer(context, answerAdjustment, { command, by: { operator }, key, input })
}
