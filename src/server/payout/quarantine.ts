/** Approved withdrawals that we can't pay as they are. The others continue. */
import { lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'

/** Whether we can't pay a withdrawal as it is. */
export async function isQuarantined(db: Db, withdrawal: number): Promise<boolean> {
  const row = await db
    .selectFrom('blocked_payouts')
    .select('withdrawal_no')
    .where('withdrawal_no', '=', withdrawal)
    .executeTakeFirst()
  return row !== undefined
}

/** Records why we can't pay a withdrawal as it is. */
export async function quarantineWithdrawal(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { no }: { no: number },
  detail: string,
): Promise<null> {
  log.error({ withdrawal: no, detail }, 'a withdrawal cannot be paid')
  await db
    .insertInto('blocked_payouts')
    .values({ withdrawal_no: no, detail })
    .onConflict((conflict) => conflict.column('withdrawal_no').doNothing())
    .execute()
  return null
}

/**
 * Ends the quarantine of withdrawals that no longer wait for a payout: someone returned them, paid
 * them from another wallet, or withdrew an approval. After another approval, we check them again.
 */
export async function endQuarantines(db: Db): Promise<void> {
  await db
    .deleteFrom('blocked_payouts')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('withdrawals')
            .whereRef('withdrawals.no', '=', 'blocked_payouts.withdrawal_no')
            .where('withdrawals.state', '=', lit('approved')),
        ),
      ),
    )
    .execute()
}

/** Requeues a withdrawal. False if it wasn't in quarantine. */
export async function requeueWithdrawal(db: Db, withdrawal: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blocked_payouts')
    .where('withdrawal_no', '=', withdrawal)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What is in quarantine, for operators. */
export const readQuarantined = (db: Db) =>
  db
    .selectFrom('blocked_payouts')
    .select(['withdrawal_no', 'detail', 'since'])
    .orderBy('withdrawal_no')
    .limit(100)
    .execute()
