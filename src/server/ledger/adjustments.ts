import { expressionBuilder } from 'kysely'
import type { Condition } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Adjustment, ListedAdjustment } from '../../contract/subjects/ledger.ts'
import type { Db, RowOf, Database } from '../../db/types.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { findCredentials } from '../auth/credentials.ts'
import type { Context } from '../context.ts'
import { inOrder, type Slice } from '../http/paging.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'

export type AdjustmentAnswer = z.infer<typeof Adjustment>

export type AdjustmentRow = RowOf<
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
  db: Db,
  condition: Condition,
  { limit = 1, offset = 0, sort = 'newest' }: Slice = {},
) {
  const rows = await db
    .selectFrom('adjustments')
    .innerJoin('identities', 'identities.member_no', 'adjustments.member_no')
    .select([
      'adjustments.no',
      'adjustments.micros',
      'adjustments.reason',
      'adjustments.proposed_by',
      'adjustments.proposed_at',
      'adjustments.approved_by',
      'adjustments.approved_at',
      'adjustments.alone',
      'adjustments.rejected_by',
      'adjustments.rejected_at',
      'adjustments.reject_reason',
    ])
    .select((eb) => [
      'identities.username',
      eb
        .selectFrom('account_closings')
        .select('closed_at')
        .whereRef('account_closings.member_no', '=', 'adjustments.member_no')
        .as('account_closed_at'),
    ])
    .where(condition)
    .orderBy('adjustments.no', inOrder(sort))
    .limit(limit)
    .offset(offset)
    .execute()
  return rows
}

export const adjustmentStatus = (approvedBy: string | null, rejectedBy: string | null) =>
  approvedBy ? 'approved' : rejectedBy ? 'rejected' : 'pending'

export const showAdjustment = (row: AdjustmentRow): AdjustmentAnswer => ({
  id: String(row.no),
  username: row.username,
  amount: formatUsd(row.micros),
  reason: row.reason,
  status: adjustmentStatus(row.approved_by, row.rejected_by),
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
  slice: Slice,
): Promise<z.infer<typeof ListedAdjustment>[]> {
  const rows = await readRows(db, condition, slice)
  return rows.map((row) => ({
    ...showAdjustment(row),
    account_closed: row.account_closed_at !== null,
  }))
}

/** One adjustment as stored; undefined if there is none with this number. */
export async function findAdjustment(db: Db, no: number): Promise<AdjustmentRow | undefined> {
  const [row] = await readRows(db, adjustmentColumns('adjustments.no', '=', no))
  return row
}

/** The member whom an adjustment is for, by the username in the form. */
export async function requirePerson({ db }: Context, username: string) {
  const person = await findCredentials(db, username)
  if (!person) throw rejectField('username', text('member_unknown'))
  return { member: person.member_no, username: person.username }
}
