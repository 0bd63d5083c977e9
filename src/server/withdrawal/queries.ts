import { expressionBuilder } from 'kysely'
import { countAll, type Condition } from '../../db/expressions.ts'
import type { Db, Database } from '../../db/types.ts'
import { inOrder, type Sort } from '../http/paging.ts'
import type { WithdrawalRow } from './show-withdrawal.ts'

/** The columns of a withdrawal, for conditions. */
export const withdrawalColumns = expressionBuilder<Database, 'withdrawals'>()

/** Withdrawals with their member's note and name, newest first by default. */
export async function readWithdrawals(
  db: Db,
  condition: Condition,
  limit = 1_000,
  offset = 0,
  sort: Sort = 'newest',
): Promise<WithdrawalRow[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .leftJoin('withdrawal_notes', 'withdrawal_notes.withdrawal_no', 'withdrawals.no')
    .leftJoin('identities', 'identities.member_no', 'withdrawals.member_no')
    .selectAll('withdrawals')
    .select(['withdrawal_notes.note', 'identities.username'])
    .where(condition)
    .orderBy('withdrawals.no', inOrder(sort))
    .limit(limit)
    .offset(offset)
    .execute()
  return rows
}

export async function countWithdrawals(db: Db, condition: Condition): Promise<number> {
  const counted = await db
    .selectFrom('withdrawals')
    .select(countAll.as('count'))
    .where(condition)
    .executeTakeFirst()
  return counted?.count ?? 0
}
