import { expressionBuilder, sql } from 'kysely'
import { coinOf } from '../../book/rows/ledger-rows.ts'
import type { z } from 'zod'
import type { Payout, PayoutDetail } from '../../../contract/subjects/withdrawal.ts'
import { type Condition, everyRow, subquery } from '../../../db/expressions.ts'
import type { Db, RowOf, Database } from '../../../db/types.ts'
import { formatUnits } from '../../../domain/money/money.ts'
import type { ValueFilter } from '../../lists/list.ts'
import { membersFound } from '../../members/search-members.ts'
import type { Slice } from '../../http/paging.ts'

// Each attempt to pay a withdrawal: the signed transaction and its result.

type PayoutAnswer = z.infer<typeof Payout>

type PayoutRow = RowOf<
  'payouts',
  | 'no'
  | 'withdrawal_no'
  | 'from_address'
  | 'to_address'
  | 'signed_hex'
  | 'expires_at'
  | 'broadcasts'
  | 'broadcast_at'
  | 'last_answer'
  | 'settled_at'
  | 'fee_sun'
> &
  RowOf<'identities', 'username'> & {
    attempt: number
    asset: number
    units: bigint
    txid: string
    state: PayoutAnswer['state']
    created_at: Date
  }

/** The columns of a payout, for conditions. */
export const payoutColumns = expressionBuilder<Database, 'payouts'>()

export function payoutFilter(filter: {
  state?: PayoutAnswer['state'] | undefined
  search?: string | undefined
}): ValueFilter {
  const { state, search } = filter
  const where = state ? payoutColumns('payouts.state', '=', state) : everyRow
  if (!search) return { where, any: [] }
  const theirs = subquery
    .selectFrom('withdrawals')
    .select('no')
    .where('member_no', '=', membersFound(search))
  return { where, any: [{ column: 'withdrawal_no', values: sql`array(${theirs})` }] }
}

async function readRows(
  db: Db,
  condition: Condition,
  { limit = 1, offset = 0 }: Slice = {},
): Promise<PayoutRow[]> {
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('withdrawals', 'withdrawals.no', 'payouts.withdrawal_no')
    .innerJoin('identities', 'identities.member_no', 'withdrawals.member_no')
    .select([
      'payouts.no',
      'payouts.withdrawal_no',
      'payouts.attempt',
      'payouts.asset',
      'payouts.units',
      'payouts.from_address',
      'payouts.to_address',
      'payouts.txid',
      'payouts.signed_hex',
      'payouts.expires_at',
      'payouts.state',
      'payouts.created_at',
      'payouts.broadcast_at',
      'payouts.broadcasts',
      'payouts.last_answer',
      'payouts.settled_at',
      'payouts.fee_sun',
    ])
    .select('identities.username')
    .where(condition)
    .orderBy('payouts.no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows
}

const show = (row: PayoutRow): PayoutAnswer => ({
  id: String(row.no),
  withdrawal: String(row.withdrawal_no),
  username: row.username,
  attempt: row.attempt,
  asset: coinOf(row.asset),
  amount: formatUnits(row.units),
  from_address: row.from_address,
  to_address: row.to_address,
  transaction_hash: row.txid,
  state: row.state,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  broadcasts: row.broadcasts,
  broadcast_at: row.broadcast_at?.toISOString() ?? null,
  settled_at: row.settled_at?.toISOString() ?? null,
  network_fee_trx: row.fee_sun === null ? null : formatUnits(row.fee_sun),
})

/** Payouts that match a condition, newest first. */
export async function readPayouts(
  db: Db,
  condition: Condition,
  slice: Slice,
): Promise<PayoutAnswer[]> {
  return (await readRows(db, condition, slice)).map(show)
}

/** One payout with its signed bytes, or undefined if there is none. */
export async function readPayout(
  db: Db,
  no: number,
): Promise<z.infer<typeof PayoutDetail> | undefined> {
  const [row] = await readRows(db, payoutColumns('payouts.no', '=', BigInt(no)))
  if (!row) return undefined
  return { ...show(row), signed_transaction: row.signed_hex, last_answer: row.last_answer }
}
