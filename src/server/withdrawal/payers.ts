import { anyOf, lit, type Condition } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { isClaimInForce } from '../claims/claims.ts'
import { withdrawalColumns } from './queries.ts'

// An operator may pay an approved withdrawal from another wallet. With a claim, the operator keeps
// us from paying it meanwhile, or returning it to the member.

const currentClaims = withdrawalColumns
  .selectFrom('operator_claims')
  .select('operator_claims.item')
  .whereRef('operator_claims.item', '=', withdrawalColumns.cast<bigint>('withdrawals.no', 'bigint'))
  .where('operator_claims.queue', '=', lit('withdrawals'))
  .where(isClaimInForce)

/** Whether an operator has claimed a withdrawal since its last approval. */
export const isClaimed: Condition = withdrawalColumns.exists(currentClaims)

/** Who has claimed which of these withdrawals since the last approval, by number. */
export async function readPayers(
  db: Db | Tx,
  withdrawals: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select('withdrawals.no')
    .select(currentClaims.clearSelect().select('operator_claims.operator').as('operator'))
    .where('withdrawals.no', '=', anyOf(withdrawals, 'int'))
    .execute()
  return new Map(rows.flatMap(({ no, operator }) => (operator === null ? [] : [[no, operator]])))
}

/** Those of these withdrawals that another operator may be paying from another wallet. */
export async function readClaimed(
  db: Db,
  withdrawals: readonly number[],
  operator: string,
): Promise<Set<number>> {
  const payers = await readPayers(db, withdrawals)
  return new Set(withdrawals.filter((no) => (payers.get(no) ?? operator) !== operator))
}
