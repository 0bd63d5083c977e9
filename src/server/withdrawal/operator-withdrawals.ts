import { sql } from 'kysely'
import { anyOf, type Condition, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { OperatorWithdrawal, withdrawalStages } from '../../contract/subjects/withdrawal.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Sort } from '../http/paging.ts'
import { readWithdrawals, withdrawalColumns } from './queries.ts'
import { showWithdrawal } from './show-withdrawal.ts'
import { readClaims } from '../claims/claims.ts'
import { findMembers } from '../members/search-members.ts'
import { readFlags } from './withdrawal-flags.ts'

export type WithdrawalAnswer = z.infer<typeof OperatorWithdrawal>

type Approval = RowOf<'withdrawal_approvals', 'withdrawal_no' | 'operator' | 'at'>

/** Withdrawals that match a condition on `w` and `identities`, newest first by default. */
export async function readOperatorWithdrawals(
  db: Db | Tx,
  approvalLimitMicros: bigint,
  condition: Condition,
  limit = 1000,
  offset = 0,
  sort: Sort = 'newest',
): Promise<WithdrawalAnswer[]> {
  const rows = await readWithdrawals(db, condition, limit, offset, sort)
  const numbers = rows.map(({ no }) => no)
  const approvals = await readApprovals(db, numbers)
  const claims = await readClaims(db, 'withdrawals', numbers)
  const flags = await readFlags(db, numbers)
  return rows.map((row) => {
    const waits = row.state === 'pending'
    const given = approvals.filter(({ withdrawal_no: no }) => no === row.no)
    return {
      ...showWithdrawal(row),
      username: row.username ?? '',
      member_id: String(row.member_no),
      flags: flags.get(row.no) ?? [],
      claim: claims.get(String(row.no)) ?? null,
      approvals: given.map(showApproval),
      // If it has one approval and still waits, it exceeded that operator's daily limit.
      approvals_needed: Math.max(
        waits && given.length > 0 ? 2 : 1,
        row.amount_micros > approvalLimitMicros ? 2 : 1,
        given.length,
      ),
    }
  })
}

const showApproval = ({ operator, at }: Approval) => ({ operator, at: at.toISOString() })

// Leaves out approvals of failed attempts, and of operators who have been disabled since.
async function readApprovals(db: Db | Tx, numbers: readonly number[]): Promise<Approval[]> {
  const rows = await db
    .selectFrom('withdrawal_approvals')
    .innerJoin('withdrawals', 'withdrawals.no', 'withdrawal_approvals.withdrawal_no')
    .distinctOn(['withdrawal_approvals.withdrawal_no', 'withdrawal_approvals.operator'])
    .select([
      'withdrawal_approvals.withdrawal_no',
      'withdrawal_approvals.operator',
      'withdrawal_approvals.at',
    ])
    .where('withdrawal_approvals.withdrawal_no', '=', anyOf(numbers, 'int'))
    .where((eb) =>
      eb(
        'withdrawal_approvals.operator',
        '=',
        sql<string>`any(string_to_array(${eb.ref('withdrawals.approved_by')}, ','))`,
      ),
    )
    .orderBy('withdrawal_approvals.withdrawal_no')
    .orderBy('withdrawal_approvals.operator')
    .orderBy('withdrawal_approvals.revision', 'desc')
    .execute()
  return rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
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
): Promise<Condition> {
  const conditions: Condition[] = []
  if (search) {
    const members = anyOf(await findMembers(db, search), 'int')
    conditions.push(withdrawalColumns('withdrawals.member_no', '=', members))
  }
  if (status) {
    const states = anyOf(statesOf[status], 'text')
    conditions.push(withdrawalColumns('withdrawals.state', '=', states))
  }
  if (status === 'failed') conditions.push(withdrawalColumns('withdrawals.failure', '<>', lit('')))
  return withdrawalColumns.and(conditions)
}
