import type { Db } from '../../db/types.ts'
import type { ChainTransfer } from './chain-transfer.ts'

/** Records pending payments that someone asked about before the watcher saw them. */
export async function recordPending(
  db: Db,
  member: number,
  transfers: readonly ChainTransfer[],
): Promise<void> {
  const rows = transfers
    .filter(({ attributable }) => attributable)
    .slice(0, 100)
    .map((transfer) => ({
      network: transfer.network,
      txid: transfer.txid,
      asset: transfer.asset,
      log_index: transfer.logIndex,
      member_no: member,
      amount: transfer.amount,
      block_number: BigInt(transfer.blockNumber),
    }))
  if (rows.length === 0) return
  await db
    .insertInto('pending_transfers')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'txid', 'asset', 'log_index'])
        .doUpdateSet((eb) => ({ block_number: eb.ref('excluded.block_number') })),
    )
    .execute()
}
