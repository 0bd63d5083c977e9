import type { Db, Tx } from '../../../db/types.ts'
import type { ChainTransfer } from '../../chain/chain-transfer.ts'
import { dropIncoming } from './receive-transfer.ts'

/**
 * Takes a transfer sent by one of our own addresses out of the inbox. We keep it, because the
 * sender may turn out not to be ours.
 */
export async function holdBackOwnTransfer(db: Db, transfer: ChainTransfer): Promise<void> {
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

const columns = [
  'network',
  'txid',
  'asset',
  'log_index',
  'from_address',
  'to_address',
  'amount',
  'block_number',
  'block_at',
  'attributable',
] as const

/**
 * Puts an address's transfers back into the inbox, to be booked like any stranger's. Leaves out
 * moves that we made and recorded ourselves. Returns how many.
 */
export async function releaseOwnTransfers(tx: Tx, sender: string): Promise<number> {
  const rows = await tx
    .with('released', (db) =>
      db
        .deleteFrom('own_incoming_transfers')
        .where('from_address', '=', sender)
        .where(({ eb, not, exists }) =>
          eb.and(
            (['custody_moves', 'payouts', 'outside_moves'] as const).map((table) =>
              not(
                exists(
                  eb
                    .selectFrom(table)
                    .whereRef(`${table}.txid`, '=', 'own_incoming_transfers.txid'),
                ),
              ),
            ),
          ),
        )
        .returning(columns),
    )
    .insertInto('incoming_transfers')
    .columns(columns)
    .expression((eb) => eb.selectFrom('released').select(columns))
    .returning('txid')
    .execute()
  return rows.length
}
