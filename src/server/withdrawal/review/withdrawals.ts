import { sql } from 'kysely'
import type { withdrawalStages } from '../../../contract/fields/states.ts'
import { anyOf, type Condition, everyRow, lit } from '../../../db/expressions.ts'
import type { z } from 'zod'
import type { OperatorWithdrawal } from '../../../contract/subjects/withdrawal.ts'
import type { Db, RowOf, Tx } from '../../../db/types.ts'
import type { WithdrawalState } from '../../../domain/ledger/event.ts'
import type { Context } from '../../context.ts'
import type { Slice } from '../../http/paging.ts'
import { readWithdrawals, withdrawalColumns } from '../queries.ts'
import { showWithdrawal, type WithdrawalRow } from '../show-withdrawal.ts'
import { readClaims } from '../../claims/claims.ts'
import type { ValueFilter } from '../../lists/list.ts'
import { findMembers } from '../../members/search-members.ts'
import { readFlags } from './withdrawal-flags.ts'

export type WithdrawalAnswer = z.infer<typeof OperatorWithdrawal>

type Approval = RowOf<'withdrawal_approvals', 'withdrawal_no' | 'revision' | 'operator' | 'at'>

/** Withdrawals that match a condition on them or on `identities`, newest first by default. */
export async function readOperatorWithdrawals(
  db: Db | Tx,
  approvalLimitMicros: bigint,
  condition: Condition,
  slice?: Slice,
): Promise<WithdrawalAnswer[]> {
  const rows = await readWithdrawals(db, condition, slice)
  return await showRows(db, approvalLimitMicros, rows)
}

/** One withdrawal as operators see it. */
export async function readOperatorWithdrawal(
  { db, config }: Pick<Context, 'db' | 'config'>,
  no: number,
): Promise<WithdrawalAnswer | undefined> {
  const those = withdrawalColumns('withdrawals.no', '=', no)
  return (await readOperatorWithdrawals(db, config.approvalLimitMicros, those))[0]
}

/** Rows in API form, with the further details that operators need. */
export async function showRows(
  db: Db | Tx,
  approvalLimitMicros: bigint,
  rows: readonly WithdrawalRow[],
): Promise<WithdrawalAnswer[]> {
  const numbers = rows.map(({ no }) => no)
  const approvals = await readApprovals(db, numbers)
  const claims = await readClaims(db, 'withdrawals', numbers)
  const flags = await readFlags(db, numbers)
  return rows.map((row) => ({
    ...showWithdrawal(row),
    username: row.username ?? '',
    member_id: String(row.member_no),
    flags: flags.get(row.no) ?? [],
    claim: claims.get(String(row.no)) ?? null,
    ...showApprovals(row, approvalsOf(row, approvals), approvalLimitMicros),
  }))
}

type Approved = { state: WithdrawalState; amount_micros: bigint }
type Given = WithdrawalAnswer['approvals']

export function showApprovals(
  { state, amount_micros }: Approved,
  given: Given,
  limitMicros: bigint,
) {
  return {
    approvals: given,
    // If it has one approval and is still pending, it exceeded that operator's daily limit.
    approvals_needed: Math.max(
      state === 'pending' && given.length > 0 ? 2 : 1,
      amount_micros > limitMicros ? 2 : 1,
      given.length,
    ),
  }
}

/** Leaves out approvals of failed attempts, and of operators who have been disabled since. */
function approvalsOf(row: WithdrawalRow, all: readonly Approval[]): Given {
  const operators = row.approved_by.split(',')
  const own = all.filter((each) => each.withdrawal_no === row.no && each.revision <= row.revision)
  return operators
    .flatMap((operator) => {
      const at = own.findLast((each) => each.operator === operator)?.at
      return at ? [{ operator, at: at.toISOString() }] : []
    })
    .toSorted((one, other) => one.at.localeCompare(other.at))
}

async function readApprovals(db: Db | Tx, numbers: readonly number[]): Promise<Approval[]> {
  return await db
    .selectFrom('withdrawal_approvals')
    .select(['withdrawal_no', 'revision', 'operator', 'at'])
    .where('withdrawal_no', '=', anyOf(numbers, 'int'))
    .orderBy('revision')
    .execute()
}

type Stage = (typeof withdrawalStages)[number]

const statesOf: Record<Stage, RowOf<'withdrawals'>['state'][]> = {
  pending: ['pending'],
  failed: ['pending'],
  approved: ['approved', 'sent', 'confirmed'],
  sent: ['sent'],
  confirmed: ['confirmed'],
  rejected: ['rejected', 'cancelled'],
  cancelled: ['cancelled'],
}

type WithdrawalFilter = { status?: Stage | undefined; search?: string | undefined }

/** The condition for the console's filter: a status or stage, and a search for a member. */
export async function withdrawalFilter(
  db: Db,
  { status, search }: WithdrawalFilter,
): Promise<ValueFilter> {
  const failed = withdrawalColumns('withdrawals.failure', '<>', lit(''))
  const where = status === 'failed' ? failed : everyRow
  const states = status && statesOf[status]
  if (!search) {
    return { where, any: states ? [{ column: 'state', values: sql`${states}::text[]` }] : [] }
  }
  const members = await findMembers(db, search)
  const inState = states
    ? withdrawalColumns('withdrawals.state', '=', anyOf(states, 'text'))
    : everyRow
  return {
    where: withdrawalColumns.and([inState, where]),
    any: [{ column: 'member_no', values: sql`${members}::int[]` }],
  }
}
