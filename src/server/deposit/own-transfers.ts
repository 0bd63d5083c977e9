import { sql } from 'kysely'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { ChainTransfer } from '../chain/chain-transfer.ts'
import { dropIncoming } from './receive-transfer.ts'

/**
 * Takes a transfer sent by one of our own addresses out of the inbox. We keep it, because the
 * sender may turn out not to be ours.
 */
export async function keepOwnTransfer(db: Db, transfer: ChainTransfer): Promise<void> {
  const { network, txid, asset, logIndex, from, to, amount, blockNumber, blockAt } = transfer
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('own_incoming_transfers')
      .values({
        network,
        txid,
        asset,
        log_index: logIndex,
        from_address: from,
        to_address: to,
        amount,
        block_number: BigInt(blockNumber),
        block_at: blockAt,
        attributable: transfer.attributable,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await dropIncoming(tx, [transfer])
  })
}

/**
 * Puts an address's transfers back into the inbox, to be booked like any stranger's. Leaves out
 * moves that we made and recorded ourselves. Returns how many.
 */
export async function releaseOwnTransfers(tx: Tx, sender: string): Promise<number> {
  const { rows } = await sql<RowOf<'incoming_transfers', 'txid'>>`
    with released as (
      delete from own_incoming_transfers a where from_address = ${sender}
        and not exists (select from custody_moves m where m.txid = a.txid)
        and not exists (select from payouts p where p.txid = a.txid)
        and not exists (select from outside_moves o where o.txid = a.txid)
      returning *)
    insert into incoming_transfers (
      network, txid, asset, log_index, from_address, to_address, amount,
      block_number, block_at, attributable)
    select network, txid, asset, log_index, from_address, to_address, amount, block_number,
      block_at, attributable from released
    returning txid`.execute(tx)
  return rows.length
}
