import type { Db, Tx } from '../../db/types.ts'
import type { ChainTransfer } from './chain-transfer.ts'

export type PendingTransfer = { readonly member: number; readonly transfer: ChainTransfer }

/** Records transfers that aren't final. A known one may be in another block now. */
export async function recordPending(
  db: Db | Tx,
  pending: readonly PendingTransfer[],
): Promise<void> {
  if (pending.length === 0) return
  const rows = pending.map(({ member, transfer }) => ({
    network: transfer.network,
    txid: transfer.txid,
    asset: transfer.asset,
    log_index: transfer.logIndex,
    member_no: member,
    amount: transfer.amount,
    block_number: BigInt(transfer.blockNumber),
  }))
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
