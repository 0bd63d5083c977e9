import { PAR_RATE, rateE8, units, type RateE8 } from '../../../domain/money/money.ts'
import type { SignedPayout } from '../../../tron/signer/payout-file.ts'
import { audit } from '../../audit/audit.ts'
import { readApproved, readClaimed } from '../due-withdrawals.ts'
import type { GateOptions } from '../signing-gate.ts'
import { storePayout } from '../store-payout.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { awaitFiles, markImported, refuseEnded, refuseLate } from '../../custody/batch-ends.ts'
import type { SignedBatch } from '../../custody/signing-batches.ts'
import { worstOfOrder } from '../../custody/wallet-budget.ts'
import { requireStillOpen, type Offline } from './offline-gate.ts'
import { refuseClosedUsdt, refuseOldRate } from './batch-terms.ts'
import { isCovered, openPayers } from './payer-budgets.ts'
import { Unclear, whyNotNow } from './why-not-now.ts'

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
  const { db } = deps
  const imported: Imported = { stored: [], skipped: [] }
  const entry = { operator, action: 'import batch', object: batch.batch }
  try {
    await storeAll(deps, batch, imported, { operator, gate })
    const [stored, skipped] = [imported.stored.length, imported.skipped.length]
    const end = { batch: batch.batch, operator, stored, skipped }
    await db.transaction().execute((tx) => markImported(tx, end))
    return imported
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    const after = { stored: imported.stored.length, isInterrupted: true }
    const entries = [{ ...entry, after, reason, requestId: 'command line' }]
    if (after.stored > 0) {
      // If the database is gone, this fails, too, and the first error counts.
      await db
        .transaction()
        .execute((tx) => audit(tx, entries))
        .catch(() => undefined)
    }
    throw error
  }
}

type Import = { operator: string; gate: GateOptions | undefined }

async function storeAll(
  deps: Offline,
  batch: SignedBatch,
  imported: Imported,
  { operator, gate }: Import,
): Promise<void> {
  if (batch.rateE8 === null) throw new BatchRefused(`Batch ${batch.batch} has no rate.`)
  const { db } = deps
  const exportedE8 = rateE8(batch.rateE8)
  const budgets = await openPayers(deps, batch, gate)
  const numbers = batch.payouts.map(({ id }) => Number(id))
  const claimed = await readClaimed(db, numbers, operator)
  const approved = await readApproved(db, numbers)
  const later: Later = { unclear: [], short: [] }
  let unanswered = 0
  for (const payout of batch.payouts) {
    const { id } = payout
    const no = Number(id)
    let why = claimed.has(no) ? 'claimed' : await whyNotNow(deps, payout, approved.get(no))
    if (why instanceof Unclear) {
      later.unclear.push(`${id} (${why.message})`)
      unanswered += Number(!why.isAboutOne)
      if (unanswered === MAX_UNANSWERED) break
      continue
    }
    // After the nodes' answers, which may take long. A file that is refused halfway can be imported
    // again.
    await requireStillOpen(deps, payout.from)
    await refuseOldRate(db, batch, exportedE8)
    await refuseClosedUsdt(db, batch)
    await refuseEnded(db, batch.batch)
    await refuseLate(db, batch)
    const isPayable = why === null && approved.get(no)?.attempt === payout.attempt
    if (isPayable && !(await isCovered(db, budgets, payout))) {
      later.short.push(id)
      continue
    }
    why ??= await storeSigned(deps, payout, { ...batch, rateE8: exportedE8 }, operator)
    if (why === null) imported.stored.push(id)
    else imported.skipped.push({ id, why })
  }
  refuseRest(later, imported)
}

/** Withdrawals that the file may still pay. If we skipped them, no file would for a day. */
type Later = { unclear: string[]; short: string[] }

function refuseRest({ unclear, short }: Later, { stored }: Imported): void {
  const reasons = [
    ...(unclear.length === 0
      ? []
      : [`The nodes don’t answer, or disagree, about withdrawals ${unclear.join(', ')}.`]),
    ...(short.length === 0
      ? []
      : [`The wallet is short of coins, or of TRX for fees, for withdrawals ${short.join(', ')}.`]),
  ]
  if (reasons.length === 0) return
  const rest = `Stored: ${stored.length}. Import the same file again later.`
  throw new BatchRefused([...reasons, rest].join(' '))
}

/** Asking nodes that are away about hundreds more would take hours. */
const MAX_UNANSWERED = 5

/** Because a file that changes at the moment keeps a payout out. */
const STORE_TRIES = 5

async function storeSigned(
  { db, book }: Offline,
  payout: SignedPayout,
  batch: Pick<SignedBatch, 'batch' | 'expiresAt'> & { rateE8: RateE8 },
  operator: string,
) {
  const { id, attempt = 0, asset, amount, from, to, txid, signedHex, feeLimitSun } = payout
  const stored = {
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
    feeLimitSun: asset === 'USDT' ? worstOfOrder(feeLimitSun) : feeLimitSun,
    batch: batch.batch,
  }
  for (let tries = 1; ; tries++) {
    const why = await storePayout(book, stored, { operator })
    if (why !== 'not_due' || tries === STORE_TRIES) return why
    await awaitFiles(db)
  }
}
