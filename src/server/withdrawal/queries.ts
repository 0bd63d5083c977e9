import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/types.ts'
import { inOrder, type Sort } from '../http/paging.ts'
import type { WithdrawalRow } from './show-withdrawal.ts'

type Where = RawBuilder<unknown>

/** Withdrawals with their member's note and name, newest first by default. */
export async function readWithdrawals(
  db: Db,
  where: Where,
  limit = 1_000,
  offset = 0,
  sort: Sort = 'newest',
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select w.*, n.note, identities.username
    from withdrawals w
    left join withdrawal_notes n on n.withdrawal_no = w.no
    left join identities on identities.member_no = w.member_no
    where ${where}
    order by ${inOrder(sql`w.no`, sort)} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countWithdrawals(db: Db, where: Where): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from withdrawals w where ${where}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
