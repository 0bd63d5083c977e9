import type { Tx } from '../../../db/types.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import type { PayoutOrder } from '../../../tron/signer/payout-file.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import type { Exported } from '../../custody/export-moves.ts'
import { liveWithdrawals, readReserved, signedBefore } from '../../custody/live-batches.ts'
import { exportBatch, type Exporting } from '../../custody/export-batch.ts'
import { openPayoutBudget } from '../../custody/wallet-budget.ts'
import { holdOffClaims } from '../../claims/claims.ts'
import { liveRate } from '../../rate/queries.ts'
import { readPayers } from '../../withdrawal/payers.ts'
import { chooseOrders, FILE_LIMITS, type Chosen } from './choose-payouts.ts'
import { readApproved } from '../due-withdrawals.ts'
import { requireOpen, type Offline } from './offline-gate.ts'

export type ExportedPayouts = Exported & {
  /** Whether it stopped before the file was full. */
  isCutShort: boolean
}

/**
 * Exports approved withdrawals at today's rate, as a file for the owner of `from` to sign. Leaves
 * out those that it can't pay now, and says how many are left for another file.
 * @param without batches that were signed and then discarded, or numbers of withdrawals
 */
export async function exportPayouts(
  deps: Offline & Exporting,
  from: Address,
  without: readonly string[] = [],
  limits = FILE_LIMITS,
): Promise<ExportedPayouts> {
  const { db } = deps
  await requireOpen(deps, from)
  const live = await liveRate(db)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  const { rateE8 } = live
  // First: an import that ends in between counts twice then, and not never.
  const reserved = await readReserved(db, from)
  const budget = await openPayoutBudget(deps, from)
  const exported = await liveWithdrawals(db)
  const signed = await signedBefore(db, without)
  const chosen = await chooseOrders(deps, from, {
    rateE8,
    usdt: budget.USDT - reserved.left.usdt,
    isTaken: (due) => exported.has(due.no) || signed.has(due),
    limits,
  })
  const { orders } = chosen
  if (orders.length === 0) throw new BatchRefused(nothingToSign(from, chosen, exported, limits))
  const wallet = { address: from, role: 'payout' } as const
  const isCurrent = (tx: Tx): Promise<boolean> => areApproved(tx, orders)
  const batch = { kind: 'payouts', orders, rateE8, wallet, reserved, isCurrent } as const
  const [file, left] = [await exportBatch(deps, batch), leftText(chosen, limits)]
  const isCutShort = chosen.rest.limit === 'asked'
  return { ...file, refused: [], isCutShort, ...(left === null ? {} : { short: left }) }
}

/** What another file has to pay. Null if nothing is left. */
function leftText({ orders, rest }: Chosen, limits: Limits): string | null {
  if (rest.count === 0) return null
  const why = {
    payouts: `A file takes up to ${limits.payouts} payouts.`,
    asked: stoppedText(limits),
    none: 'Equal payouts go into different files.',
  }
  return (
    `${why[rest.limit ?? 'none']} This one has ${orders.length}. ` +
    `Approved withdrawals that are left: ${rest.count}. Export again for these.`
  )
}

type Limits = typeof FILE_LIMITS

const stoppedText = ({ asked }: Limits): string =>
  `We stopped after asking the nodes about ${asked} withdrawals. The log names those that we ` +
  'can’t pay now.'

function nothingToSign(
  from: Address,
  { closed, short: lacking, rest }: Chosen,
  exported: ReadonlyMap<number, string>,
  limits: Limits,
): string {
  if (closed !== null) return closed
  if (rest.limit === 'asked') {
    return (
      `${stoppedText(limits)} We could pay none of them. Approved withdrawals that are left: ` +
      `${rest.count}. Export again. If you see this twice, the nodes disagree: see their health.`
    )
  }
  const short =
    lacking.length > 0 ? [`The wallet ${from} is short of USDT for what is approved.`] : []
  const files = exported.size === 0 ? [] : [leftOut(exported)]
  return ['There is nothing to sign.', ...short, ...files].join(' ')
}

const MAX_NAMED = 5

/** Names the files, so that an operator can discard one that got lost. */
function leftOut(exported: ReadonlyMap<number, string>): string {
  const names = [...new Set(exported.values())]
  const more = names.length > MAX_NAMED ? ', …' : ''
  return (
    `We left out withdrawals in earlier files (${exported.size}): ` +
    `${names.slice(0, MAX_NAMED).join(', ')}${more}. Import or discard these files first.`
  )
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
