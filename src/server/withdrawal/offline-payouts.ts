import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import { PAR_RATE, rateE8, units, type RateE8 } from '../../domain/money.ts'
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
import { coinOf } from '../deposit/show-deposit.ts'
import { liveRate } from '../rate/queries.ts'
import { compareOutgoing, pauseWhileUnexplained } from './compare-outgoing.ts'
import { checkReceiver, putAside, readDue, unitsOf, type Due } from './due-withdrawals.ts'
import { openPurse } from './purse.ts'
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
  const purse = await openPurse(deps, from)
  for (const due of await readDue(db, ['TRX', 'USDT'], MOST_PAYOUTS)) {
    const order = await orderOf(deps, from, due, live.rateE8)
    // TRX may still be sent to the wallet before the file is; a call for tokens needs them now.
    const isShort = order?.asset === 'USDT' && order.amount > purse.USDT
    if (!order || isShort) continue
    const priced = await withFeeLimit(deps, due, order)
    if (priced === null) continue
    if (order.asset === 'USDT') purse.USDT -= order.amount
    orders.push(priced)
  }
  return exportBatch(deps, 'payouts', orders, live.rateE8)
}

async function orderOf(
  deps: Offline,
  from: Address,
  due: Due,
  trxE8: RateE8,
): Promise<PayoutOrder | null> {
  const to = await checkReceiver(deps, from, due)
  if (to === null) return null
  const asset = coinOf(due.pay_asset)
  const amount = unitsOf(due, asset, trxE8)
  return { id: String(due.no), asset, from, to, amount, feeLimitSun: 0n }
}

/** What a call of USDT may burn; null when it would fail, and is put aside. */
async function withFeeLimit(
  deps: Offline,
  due: Due,
  order: PayoutOrder,
): Promise<PayoutOrder | null> {
  if (order.asset === 'TRX') return order
  const fee = await deps.tron.estimateFee(order)
  if (fee.ok) return { ...order, feeLimitSun: fee.value.feeLimitSun }
  if (fee.trouble.kind !== 'refused') {
    throw new BatchRefused(`No fee estimate: ${fee.trouble.kind}.`)
  }
  return await putAside(deps, due, `The transfer of USDT would fail: ${fee.trouble.detail}`)
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
  const attempts = await readAttempts(db, batch)
  for (const payout of batch.payouts) {
    const { id, asset, amount, from, to, txid, signedHex, feeLimitSun } = payout
    const refused = await storePayout(
      book,
      {
        withdrawal: Number(id),
        attempt: attempts.get(id) ?? 0,
        coin: asset,
        units: units(amount),
        rateE8: asset === 'TRX' ? rateE8(batch.rateE8) : PAR_RATE,
        from,
        to,
        txid,
        signedHex,
        expiresAt: batch.expiresAt,
        feeLimitSun,
      },
      { operator },
    )
    if (refused === null) imported.stored.push(id)
    else imported.skipped.push({ id, why: refused })
  }
  await markImported(db, batch.batch)
  return imported
}

/** The attempt that each withdrawal of a batch is on. */
async function readAttempts(db: Db, { payouts }: SignedBatch): Promise<Map<string, number>> {
  const numbers = payouts.map(({ id }) => Number(id))
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('withdrawals')
    .select(['no', 'attempt'])
    .where('no', 'in', numbers)
    .execute()
  return new Map(rows.map(({ no, attempt }) => [String(no), attempt]))
}
