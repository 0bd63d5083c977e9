import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { BatchRefused } from './batch-refused.ts'
import { refuseRetired } from './own-wallets.ts'
import { markImported, type SignedBatch } from './signing-batches.ts'

/**
 * Stores the moves of a signed batch for the worker to send. Skips a second sweep of an address
 * whose first one is still under way, and what an operator's explanation booked. Returns how many
 * were stored.
 */
export async function importMoves(db: Db, batch: SignedBatch): Promise<number> {
  if (batch.kind === 'payouts') throw new BatchRefused(`${batch.batch} is not a batch of moves.`)
  const kind = batch.kind === 'top_ups' ? 'top_up' : 'sweep'
  const wallet = batch.kind === 'top_ups' ? 'from' : 'to'
  await refuseRetired(db, new Set(batch.payouts.map((move) => move[wallet])))
  const explained = await readExplained(
    db,
    batch.payouts.map(({ txid }) => txid),
  )
  let stored = 0
  for (const { asset, amount, from, to, txid, signedHex } of batch.payouts) {
    if (explained.has(txid)) continue
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

/** The transactions among these that an explanation has booked, at least in part. */
async function readExplained(db: Db, txids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('outside_moves')
    .select('txid')
    .where('txid', '=', anyOf(txids, 'text'))
    .union((eb) =>
      eb
        .selectFrom('unexplained_transfers')
        .select('txid')
        .where('txid', '=', anyOf(txids, 'text'))
        .where((row) =>
          row.or([row('explained_by', 'is not', null), row('fee_sun', 'is not', null)]),
        ),
    )
    .execute()
  return new Set(rows.map(({ txid }) => txid))
}
