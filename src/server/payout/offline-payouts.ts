import { coinOf } from '../book/rows/ledger-rows.ts'
import type { Db } from '../../db/types.ts'
import { PAR_RATE, rateE8, units, type Coin, type RateE8 } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { PayoutOrder, SignedPayout } from '../../tron/signer/payout-file.ts'
import { BatchRefused } from '../custody/batch-refused.ts'
import { refuseRetired } from '../custody/own-wallets.ts'
import {
  exportBatch,
  liveWithdrawals,
  markImported,
  type Exporting,
  type SignedBatch,
} from '../custody/signing-batches.ts'
import { liveRate } from '../rate/queries.ts'
import {
  checkReceiver,
  quarantineWithdrawal,
  readApproved,
  readClaimed,
  readDue,
  unitsOf,
  type Due,
} from './due-withdrawals.ts'
import { openPayoutBudget } from './payout-budget.ts'
import type { GateOptions } from './signing-gate.ts'
import { storePayout } from './store-payout.ts'
import { hasEarlier, type Offline, requireOpen, requireStillOpen } from './offline-gate.ts'
import { usdtPauseReason, usdtPriceReason } from './usdt-pause.ts'

const MAX_PAYOUTS = 500

/** Exports approved withdrawals at today's rate, as a file for the owner of `from` to sign. */
export async function exportPayouts(deps: Offline & Exporting, from: Address): Promise<string> {
  const { db } = deps
  await requireOpen(deps, from)
  const live = await liveRate(db)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  const orders: PayoutOrder[] = []
  const budget = await openPayoutBudget(deps, from)
  const exported = await liveWithdrawals(db)
  const closed = await usdtPriceReason(db)
  const coins: Coin[] = closed === null ? ['TRX', 'USDT'] : ['TRX']
  for (const due of await readDue(db, coins, MAX_PAYOUTS + exported.size)) {
    if (exported.has(due.no) || orders.length === MAX_PAYOUTS) continue
    const order = await orderOf(deps, from, due, live.rateE8)
    // TRX can still arrive in the wallet before we send the file. A token call needs its tokens
    // now.
    const isShort = order?.asset === 'USDT' && order.amount > budget.USDT
    if (!order || isShort) continue
    const priced = await withFeeLimit(deps, due, order)
    if (priced === null) continue
    if (order.asset === 'USDT') budget.USDT -= order.amount
    orders.push(priced)
  }
  // While USDT is closed, a file has TRX only. If that leaves nothing, we say why.
  if (orders.length === 0 && closed !== null && (await readDue(db, ['USDT'], 1)).length > 0) {
    throw new BatchRefused(closed)
  }
  const wallet = { address: from, role: 'payout' } as const
  return exportBatch(deps, { kind: 'payouts', orders, rateE8: live.rateE8, wallet })
}

async function orderOf(
  deps: Offline,
  from: Address,
  due: Due,
  trxE8: RateE8,
): Promise<PayoutOrder | null> {
  if (await hasEarlier(deps, due.no)) return null
  const to = await checkReceiver(deps, from, due)
  if (to === null) return null
  const asset = coinOf(due.pay_asset)
  const amount = unitsOf(due, asset, trxE8)
  return { id: String(due.no), attempt: due.attempt, asset, from, to, amount, feeLimitSun: 0n }
}

/**
 * Adds what a USDT call may burn. Null if only this call would fail, and then we quarantine the
 * withdrawal.
 */
async function withFeeLimit(
  deps: Offline,
  due: Due,
  order: PayoutOrder,
): Promise<PayoutOrder | null> {
  if (order.asset === 'TRX') return order
  const fee = await deps.tron.estimateFee(order)
  if (fee.ok) return { ...order, feeLimitSun: fee.value.feeLimitSun }
  if (fee.trouble.kind !== 'reverted' && fee.trouble.kind !== 'fee_ceiling') {
    throw new BatchRefused(`No fee estimate: ${fee.trouble.kind}.`)
  }
  const why = await usdtPauseReason(deps, order, fee.trouble)
  if (why !== null) throw new BatchRefused(why)
  return await quarantineWithdrawal(
    deps,
    due,
    `The transfer of USDT would fail: ${fee.trouble.detail}`,
  )
}

export type Imported = { stored: string[]; skipped: { id: string; why: string }[] }

/**
 * Stores the payouts of a signed batch for the worker to send. We skip a withdrawal that is no
 * longer approved, that another operator has claimed, or whose receiver can't be paid anymore, and
 * never send its bytes.
 */
export async function importPayouts(
  deps: Offline,
  batch: SignedBatch,
  operator: string,
  gate?: GateOptions,
): Promise<Imported> {
  if (batch.rateE8 === null) throw new BatchRefused(`Batch ${batch.batch} has no rate.`)
  const { db } = deps
  const exportedE8 = rateE8(batch.rateE8)
  const payers = new Set(batch.payouts.map(({ from }) => from))
  await refuseRetired(db, payers)
  for (const payer of payers) await requireOpen(deps, payer, gate)
  const numbers = batch.payouts.map(({ id }) => Number(id))
  const claimed = await readClaimed(db, numbers, operator)
  const approved = await readApproved(db, numbers)
  const imported: Imported = { stored: [], skipped: [] }
  for (const payout of batch.payouts) {
    const { id } = payout
    const no = Number(id)
    let why = claimed.has(no) ? 'claimed' : await whyNotNow(deps, payout, approved.get(no))
    // After the nodes' answers, which may take long. A file that is refused halfway can be imported
    // again.
    await requireStillOpen(deps, payout.from)
    await refuseOldRate(db, batch, exportedE8)
    await refuseClosedUsdt(db, batch)
    why ??= await storeSigned(deps, payout, { ...batch, rateE8: exportedE8 }, operator)
    if (why === null) imported.stored.push(id)
    else imported.skipped.push({ id, why })
  }
  await markImported(db, batch.batch)
  return imported
}

/** What has happened to a withdrawal or its receiver since the export. */
async function whyNotNow(
  deps: Offline,
  { id, from }: SignedPayout,
  due: Due | undefined,
): Promise<'earlier_attempt' | 'not_payable' | null> {
  if (await hasEarlier(deps, Number(id))) return 'earlier_attempt'
  // The rules refuse one that isn't approved.
  return !due || (await checkReceiver(deps, from, due)) !== null ? null : 'not_payable'
}

function storeSigned(
  { book }: Offline,
  payout: SignedPayout,
  batch: Pick<SignedBatch, 'expiresAt'> & { rateE8: RateE8 },
  operator: string,
) {
  const { id, attempt = 0, asset, amount, from, to, txid, signedHex, feeLimitSun } = payout
  return storePayout(
    book,
    {
      withdrawal: Number(id),
      // The exported attempt: bytes for an earlier attempt are never sent for a later one.
      attempt,
      coin: asset,
      units: units(amount),
      rateE8: asset === 'TRX' ? batch.rateE8 : PAR_RATE,
      from,
      to,
      txid,
      signedHex,
      expiresAt: batch.expiresAt,
      feeLimitSun,
    },
    { operator },
  )
}

/** The file isn't used up: it can be imported once USDT is worth a dollar again. */
async function refuseClosedUsdt(db: Db, batch: SignedBatch): Promise<void> {
  if (!batch.payouts.some(({ asset }) => asset === 'USDT')) return
  const closed = await usdtPriceReason(db)
  if (closed !== null) throw new BatchRefused(`${closed} Batch ${batch.batch} has USDT payouts.`)
}

/** How far the rate may move between export and import, in percent of the export's rate. */
const MAX_MOVE_PERCENT = 5n

/** We pay members at the current rate. A file may be a day old, but its TRX amounts may not be. */
async function refuseOldRate(db: Db, batch: SignedBatch, exported: RateE8): Promise<void> {
  if (!batch.payouts.some(({ asset }) => asset === 'TRX')) return
  const live = await liveRate(db)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  const moved = live.rateE8 > exported ? live.rateE8 - exported : exported - live.rateE8
  if (moved * 100n <= exported * MAX_MOVE_PERCENT) return
  throw new BatchRefused(
    `The TRX rate has moved more than ${MAX_MOVE_PERCENT} % since batch ${batch.batch} was ` +
      `exported. Discard it and export again: npm run payouts -- discard --batch ${batch.batch}`,
  )
}
