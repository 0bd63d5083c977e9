import { nowMs } from '../../clock/clock.ts'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { anyOf, lit } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { isAboutOne } from '../../tron/node/trouble.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import { BatchRefused } from './batch-refused.ts'
import { lockFiles, markImported, refuseEnded } from './batch-ends.ts'
import { movedAddress } from './live-batches.ts'
import { lockWallets } from '../addresses/whose-address.ts'
import { refuseRetired } from './own-wallets.ts'
import { explainImported, readExplained, readSent } from './sent-early.ts'
import type { SignedBatch } from './signed-batch.ts'

/** How many moves of a file were stored. */
export type StoredMoves = {
  /** Those that the chain had. */
  found: number
  /** Those that the worker sends. */
  stored: number
}

/**
 * Stores the moves of a signed batch for the worker to send, and those that are on the chain
 * already, the only ones of a file that has expired. Skips what an operator's explanation booked,
 * and an address with another sweep or top-up that is under way or ended since the export, because
 * the second one would spend the same coins. Unlike payouts, top-ups don't wait for other imports
 * from the same wallet: each export counted what the files before it may take. If the wallet has
 * lost coins since, transactions wait for new ones until they expire.
 */
export async function importMoves(
  db: Db,
  batch: SignedBatch,
  operator: string,
): Promise<StoredMoves> {
  const { batch: name, kind } = batch
  if (kind === 'payouts') throw new BatchRefused(`${name} is not a batch of moves.`)
  return await db.transaction().execute(async (tx) => {
    await lockFiles(tx)
    await refuseEnded(tx, name)
    const moves = await storeMoves(tx, batch)
    const { found, stored } = moves
    const skipped = batch.payouts.length - found - stored
    await explainImported(tx, { ...batch, operator })
    const counts = { ...(found > 0 ? { found } : {}), stored, skipped }
    await markImported(tx, { batch: name, operator, ...counts })
    return moves
  })
}

/**
 * Refuses sweeps of USDT that would run out of energy and burn their whole limit, because its price
 * has risen since the export. All of them call the same contract for the same receiver.
 */
export async function refuseRisenFee(
  { db, tron }: { db: Db; tron: Pick<TronNodes, 'estimateFee'> },
  { batch, payouts }: Pick<SignedBatch, 'batch' | 'payouts'>,
): Promise<void> {
  // Those on the chain would fail now, because they have moved the coins.
  const sent = await readSent(
    db,
    payouts.map(({ txid }) => txid),
  )
  const inUsdt = payouts
    .filter(({ asset, txid }) => asset === 'USDT' && !sent.has(txid))
    .toSorted((a, b) => (a.feeLimitSun < b.feeLimitSun ? -1 : 1))
  let why = ''
  for (const order of inUsdt) {
    const fee = await tron.estimateFee(order)
    // It has moved since, which the import finds, or it's frozen, or the nodes disagree about it.
    // Another one knows the price.
    if (!fee.ok && isAboutOne(fee.trouble)) {
      why = fee.trouble.detail || fee.trouble.kind
      continue
    }
    if (!fee.ok && fee.trouble.kind !== 'fee_ceiling') {
      throw new BatchRefused(`No fee estimate: ${fee.trouble.kind}. Import the file again later.`)
    }
    if (fee.ok && fee.value.callSun <= order.feeLimitSun) return
    throw new BatchRefused(
      `The fee for a transfer of USDT has risen since batch ${batch} was exported, so its sweeps ` +
        `would fail. Discard it and export again: npm run payouts -- discard --batch ${batch}`,
    )
  }
  if (why === '') return
  throw new BatchRefused(
    `Every transfer of USDT in batch ${batch} would fail now: ${why}. Import it again later, or ` +
      `discard it: npm run payouts -- discard --batch ${batch}`,
  )
}

async function storeMoves(db: Tx, batch: SignedBatch): Promise<StoredMoves> {
  const kind = batch.kind === 'top_ups' ? 'top_up' : 'sweep'
  const wallet = batch.kind === 'top_ups' ? 'from' : 'to'
  const wallets = [...new Set(batch.payouts.map((move) => move[wallet]))]
  await lockWallets(db, wallets)
  await refuseRetired(db, wallets)
  const txids = batch.payouts.map(({ txid }) => txid)
  const [explained, sent] = [await readExplained(db, txids), await readSent(db, txids)]
  const isOver = batch.expiresAt.getTime() <= nowMs()
  const moved = await readMoved(db, batch)
  const moves = { found: 0, stored: 0 }
  for (const order of batch.payouts) {
    const { asset, amount, from, to, txid, signedHex } = order
    const isSent = sent.has(txid)
    if (explained.has(txid) || (isOver && !isSent)) continue
    if (moved.has(movedAddress(batch.kind, order))) continue
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
    moves[isSent ? 'found' : 'stored'] += Number(added.numInsertedOrUpdatedRows ?? 0n)
  }
  return moves
}

/** The addresses of a batch with a move that is under way, or may have changed their balance. */
async function readMoved(
  db: Db,
  { kind, exportedAt, payouts }: Pick<SignedBatch, 'kind' | 'exportedAt' | 'payouts'>,
): Promise<Set<string>> {
  const column = kind === 'top_ups' ? 'to_address' : 'from_address'
  const addresses = payouts.map((order) => movedAddress(kind, order))
  const rows = await db
    .selectFrom('custody_moves')
    .select(`${column} as address`)
    .where('kind', '=', kind === 'top_ups' ? 'top_up' : 'sweep')
    .where(column, '=', anyOf(addresses, 'text'))
    .where((eb) =>
      eb.or([
        eb('state', '=', lit('stored')),
        eb.and([eb('state', '<>', lit('expired')), eb('settled_at', '>=', exportedAt)]),
      ]),
    )
    .execute()
  return new Set(rows.map(({ address }) => address))
}
