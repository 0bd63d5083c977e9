import { sql } from 'kysely'
import { ownerOfWallet } from '../../db/account-numbers.ts'
import { wallet } from '../../domain/ledger/account.ts'
import type { Db } from '../../db/types.ts'
import { countRows } from '../lists/list.ts'

// For large memberships, the order by balance comes from a list that is up to a minute old.

const MOST = 10_000
const FRESH_SECONDS = 60

/** Whether sorting all members would make an operator wait. */
export const isLargeMembership = async (db: Db): Promise<boolean> =>
  (await countRows(db, sql`from members`)) >= MOST

/**
 * Rebuilds the list if it is older than a minute. Only one rebuild runs at a time, and nobody
 * waits.
 */
export async function refreshLargest(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: fresh } = await sql`select 1 from largest_wallets
      where rank = 1 and taken_at > now() - make_interval(secs => ${FRESH_SECONDS})`.execute(tx)
    if (fresh.length > 0) return
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('largest_wallets')) as mine`.execute(tx)
    if (!rows[0]?.mine) return
    await sql`delete from largest_wallets`.execute(tx)
    await sql`
      insert into largest_wallets (rank, member_no)
      select row_number() over (order by balance desc, no desc), ${ownerOfWallet('no')} from (
        select no, balance from accounts where no > ${wallet(1)} and no % 2 = 0
        order by balance desc, no desc limit ${MOST}) largest`.execute(tx)
  })
}
