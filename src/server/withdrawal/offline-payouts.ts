import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import { micros, rateE8, units } from '../../domain/money.ts'
import { payoutUnits } from '../../domain/rate.ts'
import type { Address } from '../../tron/address.ts'
import type { TronNodes } from '../../tron/nodes.ts'
import type { PayoutOrder } from '../../tron/payout-file.ts'
import type { Book } from '../book/book.ts'
import {
  BatchRefused,
  exportBatch,
  markImported,
  type SignedBatch,
} from '../custody/signing-batches.ts'
import { liveRate } from '../rate/queries.ts'
import { compareOutgoing, pauseWhileUnexplained } from './compare-outgoing.ts'
import { checkReceiver, readDue } from './pay-withdrawals.ts'
import { storePayout } from './store-payout.ts'

export type Offline = { db: Db; book: Book; tron: TronNodes; log: Logger }

const MOST_PAYOUTS = 500

/** Exports approved withdrawals as a file to be signed by the owner of `from`, at today's rate. */
export async function exportPayouts(deps: Offline, from: Address): Promise<string> {
  const { db } = deps
  await watchWallet(db, from)
  await compareOutgoing(deps, from)
  if (await pauseWhileUnexplained(deps)) {
    throw new BatchRefused('A transfer that no payout explains has to be explained first.')
  }
  const live = await liveRate(db)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  const orders: PayoutOrder[] = []
  for (const due of await readDue(db, MOST_PAYOUTS)) {
    const to = await checkReceiver(deps, { address: from }, due)
    if (to === null) continue
    const amount = payoutUnits('TRX', micros(due.amount_micros - due.fee_micros), live.rateE8)
    orders.push({ id: String(due.no), asset: 'TRX', from, to, amount, feeLimitSun: 0n })
  }
  return exportBatch(deps, 'payouts', orders, live.rateE8)
}

async function watchWallet(db: Db, address: Address): Promise<void> {
  await db
    .insertInto('own_wallets')
    .values({ address, role: 'payout' })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
}

export type Imported = { stored: string[]; skipped: { id: string; why: string }[] }

/**
 * Stores the payouts of a signed batch; the worker sends them. One whose withdrawal is no longer
 * approved is skipped, and its bytes are never sent.
 */
export async function importPayouts(
  { db, book }: Pick<Offline, 'db' | 'book'>,
  batch: SignedBatch,
  operator: string,
): Promise<Imported> {
  if (batch.rateE8 === null) throw new BatchRefused(`Batch ${batch.batch} has no rate.`)
  const imported: Imported = { stored: [], skipped: [] }
  for (const payout of batch.payouts) {
    const { id, asset, amount, from, to, txid, signedHex } = payout
    const refused = await storePayout(
      book,
      {
        withdrawal: Number(id),
        coin: asset,
        units: units(amount),
        rateE8: rateE8(batch.rateE8),
        from,
        to,
        txid,
        signedHex,
        expiresAt: batch.expiresAt,
      },
      { operator },
    )
    if (refused === null) imported.stored.push(id)
    else imported.skipped.push({ id, why: refused })
  }
  await markImported(db, batch.batch)
  return imported
}
