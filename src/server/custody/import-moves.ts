import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { Db } from '../../db/types.ts'
import { BatchRefused } from './batch-refused.ts'
import { refuseRetired } from './own-wallets.ts'
import { markImported, type SignedBatch } from './signing-batches.ts'

/**
 * Stores the moves of a signed batch for the worker to send. Skips a second sweep of an address
 * whose first one is still under way. Returns how many were stored.
 */
export async function importMoves(db: Db, batch: SignedBatch): Promise<number> {
  if (batch.kind === 'payouts') throw new BatchRefused(`${batch.batch} is not a batch of moves.`)
  const kind = batch.kind === 'top_ups' ? 'top_up' : 'sweep'
  const wallet = batch.kind === 'top_ups' ? 'from' : 'to'
  await refuseRetired(db, new Set(batch.payouts.map((move) => move[wallet])))
  let stored = 0
  for (const { asset, amount, from, to, txid, signedHex } of batch.payouts) {
    const added = await db
      .insertInto('custody_moves')
      .values({
        kind,
        asset: ASSET_CODES[asset],
        units: amount,
        from_address: from,
        to_address: to,
        txid,
        signed_hex: signedHex,
        expires_at: batch.expiresAt,
        state: 'stored',
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    stored += Number(added.numInsertedOrUpdatedRows ?? 0n)
  }
  await markImported(db, batch.batch)
  return stored
}
