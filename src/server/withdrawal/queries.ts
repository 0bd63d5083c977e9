import { expressionBuilder, type QueryCreator } from 'kysely'
import { anyOf, countAll, type Condition } from '../../db/expressions.ts'
import { compileOwnList } from '../../db/own-list.ts'
import type { Db, Database, Tx } from '../../db/types.ts'
import { inOrder, type Sort, type Slice } from '../http/paging.ts'
import type { WithdrawalRow } from './show-withdrawal.ts'

/** The columns of a withdrawal, for conditions. */
export const withdrawalColumns = expressionBuilder<Database, 'withdrawals'>()

/** Withdrawals with their member's note and name. */
const selectWithdrawals = (db: QueryCreator<Database>, condition: Condition, sort: Sort) =>
  db
    .selectFrom('withdrawals')
    .leftJoin('withdrawal_notes', 'withdrawal_notes.withdrawal_no', 'withdrawals.no')
    .leftJoin('identities', 'identities.member_no', 'withdrawals.member_no')
    .select([
      'withdrawals.no',
      'withdrawals.member_no',
      'withdrawals.amount_micros',
      'withdrawals.fee_micros',
      'withdrawals.pay_asset',
      'withdrawals.network_fee_micros',
      'withdrawals.address',
      'withdrawals.state',
      'withdrawals.revision',
      'withdrawals.attempt',
      'withdrawals.hold_until',
      'withdrawals.reason',
      'withdrawals.failure',
      'withdrawals.asset',
      'withdrawals.units',
      'withdrawals.rate_e8',
      'withdrawals.txid',
      'withdrawals.approved_by',
      'withdrawals.requested_at',
      'withdrawals.processed_at',
    ])
    .select([
      'withdrawal_notes.note',
      'identities.username',
      'identities.hold_until as member_hold_until',
    ])
    .where(condition)
    .orderBy('withdrawals.no', inOrder(sort))

/** Withdrawals that match a condition, newest first by default. */
export const readWithdrawals = (
  db: Db,
  condition: Condition,
  { limit = 1_000, offset = 0, sort = 'newest' }: Slice = {},
): Promise<WithdrawalRow[]> =>
  selectWithdrawals(db, condition, sort).limit(limit).offset(offset).execute()

/** A member's withdrawals, newest first. */
export const ownWithdrawals = compileOwnList<WithdrawalRow>(
  (db, member) =>
    selectWithdrawals(db, withdrawalColumns('withdrawals.member_no', '=', member), 'newest'),
  (db, member) =>
    db.selectFrom('withdrawals').select(countAll.as('count')).where('member_no', '=', member),
)

/** Makes a function that reads which of some withdrawals meet a condition. */
export const readThose =
  (condition: Condition) =>
  async (db: Db | Tx, withdrawals: readonly number[]): Promise<Set<number>> => {
    if (withdrawals.length === 0) return new Set()
    const rows = await db
      .selectFrom('withdrawals')
      .select('withdrawals.no')
      .where('withdrawals.no', '=', anyOf(withdrawals, 'int'))
      .where(condition)
      .execute()
    return new Set(rows.map(({ no }) => no))
  }
