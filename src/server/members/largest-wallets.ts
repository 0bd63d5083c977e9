import { sql } from 'kysely'
import { ago, lit } from '../../db/expressions.ts'
import { ownerOfWallet } from '../../db/account-numbers.ts'
import { wallet } from '../../domain/ledger/account.ts'
import type { Db } from '../../db/types.ts'
import { countRows } from '../lists/list.ts'

// For large memberships, the order by balance comes from a list that is up to a minute old.

const MAX_MEMBERS = 10_000
const FRESH_SECONDS = 60

/** Whether sorting all members would make an operator wait. */
export const isLargeMembership = async (db: Db): Promise<boolean> =>
  (await countRows(db, db.selectFrom('members'))) >= MAX_MEMBERS

/**
 * Rebuilds the list if it is older than a minute. Only one rebuild runs at a time, and nobody
 * waits.
 */
export async function refreshLargest(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const fresh = await tx
      .selectFrom('largest_wallets')
      .where('rank', '=', lit(1))
      .where('taken_at', '>', ago('secs', FRESH_SECONDS))
      .execute()
    if (fresh.length > 0) return
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('largest_wallets')) as mine`.execute(tx)
    if (!rows[0]?.mine) return
    await tx.deleteFrom('largest_wallets').execute()
    await tx
      .insertInto('largest_wallets')
      .columns(['rank', 'member_no'])
      .expression((eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('accounts')
              .select(['no', 'balance'])
              .where('no', '>', BigInt(wallet(1)))
              .where((each) => sql<bigint>`${each.ref('no')} % 2`, '=', lit(0n))
              .orderBy('balance', 'desc')
              .orderBy('no', 'desc')
              .limit(MAX_MEMBERS)
              .as('largest'),
          )
          .select(({ fn }) => [
            fn
              .agg<number>('row_number')
              .over((over) => over.orderBy('largest.balance', 'desc').orderBy('largest.no', 'desc'))
              .as('rank'),
            ownerOfWallet('largest.no').as('member_no'),
          ]),
      )
      .execute()
  })
}
