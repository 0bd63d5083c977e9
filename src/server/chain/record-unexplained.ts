import type { Db, RowOf, Tx } from '../../db/types.ts'

type Unexplained = Pick<RowOf<'unexplained_transfers'>, 'txid' | 'address' | 'detail'>

/** Records a transaction for an operator to explain, which pauses payouts. Keeps a known one. */
export async function recordUnexplained(db: Db | Tx, found: Unexplained): Promise<void> {
  await db
    .insertInto('unexplained_transfers')
    .values(found)
    .onConflict((conflict) => conflict.column('txid').doNothing())
    .execute()
}
