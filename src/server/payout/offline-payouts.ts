import { coinOf } from '../book/rows/ledger-rows.ts'
import type { Tx } from '../../db/types.ts'
import type { Coin, RateE8 } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { PayoutOrder } from '../../tron/signer/payout-file.ts'
import { BatchRefused } from '../custody/batch-refused.ts'
import { liveWithdrawals, readReserved, signedBefore } from '../custody/live-batches.ts'
import { exportBatch, type Exporting } from '../custody/signing-batches.ts'
import { holdOffClaims } from '../claims/claims.ts'
import { liveRate } from '../rate/queries.ts'
import {
  checkReceiver,
  quarantineWithdrawal,
  readApproved,
  readDue,
  unitsOf,
  type Due,
} from './due-withdrawals.ts'
import { openPayoutBudget } from '../custody/wallet-budget.ts'
import { hasEarlier, requireOpen, type Offline } from './offline-gate.ts'
import { usdtPauseReason, usdtPriceReason, wouldFail } from './usdt-pause.ts'
import { readPayers } from '../withdrawal/safe-to-pay.ts'

const MAX_PAYOUTS = 500

/**
 * Exports approved withdrawals at today's rate, as a file for the owner of `from` to sign.
 * @param without batches that were signed and then discarded, or numbers of withdrawals
 */
export async function exportPayouts(
  deps: Offline & Exporting,
  from: Address,
  without: readonly string[] = [],
): Promise<string> {
  const { db } = deps
  await requireOpen(deps, from)
  const live = await liveRate(db)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  const orders: PayoutOrder[] = []
  // First: an import that ends in between counts twice then, and not never.
  const reserved = await readReserved(db, from)
  const budget = await openPayoutBudget(deps, from)
  budget.USDT -= reserved.usdt
  const exported = await liveWithdrawals(db)
  const signed = await signedBefore(db, without)
  const closed = await usdtPriceReason(db)
  const coins: Coin[] = closed === null ? ['TRX', 'USDT'] : ['TRX']
  for (const due of await readDue(db, coins, MAX_PAYOUTS + exported.size + signed.size, 'file')) {
    if (exported.has(due.no) || signed.has(due)) continue
    if (orders.length === MAX_PAYOUTS) break
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
  if (
    orders.length === 0 &&
    closed !== null &&
    (await readDue(db, ['USDT'], 1, 'file')).length > 0
  ) {
    throw new BatchRefused(closed)
  }
  const wallet = { address: from, role: 'payout' } as const
  const isCurrent = (tx: Tx): Promise<boolean> => areApproved(tx, orders)
  const batch = {
    kind: 'payouts',
    orders,
    rateE8: live.rateE8,
    wallet,
    reserved,
    isCurrent,
  } as const
  return exportBatch(deps, batch)
}

/**
 * Whether all of these withdrawals are still approved, in the same attempt, and nobody pays them
 * from another wallet or returns them at the moment. Choosing them took as long as the nodes.
 */
async function areApproved(tx: Tx, orders: readonly PayoutOrder[]): Promise<boolean> {
  const numbers = orders.map(({ id }) => Number(id))
  if ((await holdOffClaims(tx, numbers)).size < numbers.length) return false
  if ((await readPayers(tx, numbers)).size > 0) return false
  const approved = await readApproved(tx, numbers)
  return orders.every(({ id, attempt }) => approved.get(Number(id))?.attempt === attempt)
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
  return await quarantineWithdrawal(deps, due, wouldFail(fee.trouble))
}
