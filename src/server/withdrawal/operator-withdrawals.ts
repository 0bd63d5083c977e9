import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { OperatorWithdrawal } from '../../contract/subjects/withdrawal.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Sort } from '../http/paging.ts'
import { readWithdrawals } from './queries.ts'
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
  condition: RawBuilder<unknown>,
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
  const { rows } = await sql<Approval>`
    select distinct on (a.withdrawal_no, a.operator) a.withdrawal_no, a.operator, a.at
    from withdrawal_approvals a join withdrawals w on w.no = a.withdrawal_no
    where a.withdrawal_no = any(${numbers}::int[])
      and a.operator = any(string_to_array(w.approved_by, ','))
    order by a.withdrawal_no, a.operator, a.revision desc`.execute(db)
  return rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

const statesOf: Record<string, string[]> = {
  pending: ['pending'],
  failed: ['pending'],
  approved: ['approved', 'sent', 'confirmed'],
  rejected: ['rejected', 'cancelled'],
}

type WithdrawalFilter = { status?: string | undefined; search?: string | undefined }

/** The condition for the console's filter: a status or stage, and a search for a member. */
export async function withdrawalFilter(
  db: Db,
  { status, search }: WithdrawalFilter,
): Promise<RawBuilder<unknown>> {
  const states = status ? (statesOf[status] ?? [status]) : null
  const failed = status === 'failed' ? sql`w.failure <> ''` : sql`true`
  const named = search ? sql`w.member_no = any(${await findMembers(db, search)}::int[])` : sql`true`
  return states ? sql`w.state = any(${states}) and ${failed} and ${named}` : named
}
