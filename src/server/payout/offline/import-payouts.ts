import type { Db } from '../../../db/types.ts'
import { PAR_RATE, rateE8, units, type RateE8 } from '../../../domain/money/money.ts'
import { isAboutOne, type TroubleKind } from '../../../tron/node/trouble.ts'
import type { SignedPayout } from '../../../tron/signer/payout-file.ts'
import { audit } from '../../audit/audit.ts'
import {
  checkReceiver,
  isQuarantined,
  quarantineWithdrawal,
  readApproved,
  readClaimed,
  type Due,
} from '../due-withdrawals.ts'
import { hasEarlier, requireOpen, requireStillOpen, type Offline } from './offline-gate.ts'
import type { GateOptions } from '../signing-gate.ts'
import { storePayout } from '../store-payout.ts'
import { usdtPauseReason, usdtPriceReason, wouldFail } from '../usdt-pause.ts'
import { liveRate } from '../../rate/queries.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { awaitFiles, markImported, refuseEnded } from '../../custody/batch-ends.ts'
import { refuseRetired } from '../../custody/own-wallets.ts'
import type { SignedBatch } from '../../custody/signing-batches.ts'

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

async function storeAll(
  deps: Offline,
  batch: SignedBatch,
  imported: Imported,
  { operator, gate }: { operator: string; gate: GateOptions | undefined },
): Promise<void> {
  if (batch.rateE8 === null) throw new BatchRefused(`Batch ${batch.batch} has no rate.`)
  const { db } = deps
  const exportedE8 = rateE8(batch.rateE8)
  const payers = new Set(batch.payouts.map(({ from }) => from))
  await refuseRetired(db, payers)
  for (const payer of payers) await requireOpen(deps, payer, gate)
  const numbers = batch.payouts.map(({ id }) => Number(id))
  const claimed = await readClaimed(db, numbers, operator)
  const approved = await readApproved(db, numbers)
  const unclear: string[] = []
  let unanswered = 0
  for (const payout of batch.payouts) {
    const { id } = payout
    const no = Number(id)
    let why = claimed.has(no) ? 'claimed' : await whyNotNow(deps, payout, approved.get(no))
    if (why instanceof Unclear) {
      unclear.push(`${id} (${why.message})`)
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
    why ??= await storeSigned(deps, payout, { ...batch, rateE8: exportedE8 }, operator)
    if (why === null) imported.stored.push(id)
    else imported.skipped.push({ id, why })
  }
  if (unclear.length === 0) return
  // If the import skipped them, they would stay out of every file for a day.
  throw new BatchRefused(
    `The nodes don’t answer, or disagree, about withdrawals ${unclear.join(', ')}. Stored: ` +
      `${imported.stored.length}. Import the same file again later.`,
  )
}

/** What the nodes can't tell at the moment. */
class Unclear extends Error {
  /** Otherwise, the nodes are away. */
  readonly isAboutOne: boolean

  constructor(kind: TroubleKind, why: string = kind) {
    super(why)
    this.isAboutOne = isAboutOne({ kind })
  }
}

/** Asking nodes that are away about hundreds more would take hours. */
const MAX_UNANSWERED = 5

/** What has happened to a withdrawal, its receiver, or the fees since the export. */
async function whyNotNow(
  deps: Offline,
  payout: SignedPayout,
  due: Due | undefined,
): Promise<'earlier_attempt' | 'not_payable' | 'not_due' | 'fee_risen' | Unclear | null> {
  if (await hasEarlier(deps, Number(payout.id))) return 'earlier_attempt'
  // The rules refuse one that isn't approved.
  if (!due) return null
  const unclear: Unclear[] = []
  const to = await checkReceiver(deps, payout.from, due, (_, { kind }) => {
    unclear.push(new Unclear(kind))
    return null
  })
  if (unclear[0]) return unclear[0]
  // Otherwise, someone rejected it, or withdrew an approval, while we asked the nodes.
  if (to === null) return (await isQuarantined(deps.db, due.no)) ? 'not_payable' : 'not_due'
  return payout.asset === 'USDT' ? await whyFeeFails(deps, payout) : null
}

/**
 * Why the transfer would fail, and burn its fee for nothing. Staked energy may be used up before we
 * send it.
 */
async function whyFeeFails(
  deps: Offline,
  payout: SignedPayout,
): Promise<'not_payable' | 'fee_risen' | Unclear | null> {
  const fee = await deps.tron.estimateFee(payout)
  if (fee.ok) return fee.value.callSun > payout.feeLimitSun ? 'fee_risen' : null
  if (fee.trouble.kind === 'fee_ceiling') return 'fee_risen'
  const isOne = fee.trouble.kind === 'reverted'
  const why = isOne ? await usdtPauseReason(deps, payout, fee.trouble) : fee.trouble.kind
  if (why !== null) return new Unclear(fee.trouble.kind, why)
  await quarantineWithdrawal(deps, { no: Number(payout.id) }, wouldFail(fee.trouble))
  return 'not_payable'
}

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
    feeLimitSun,
    batch: batch.batch,
  }
  for (let tries = 1; ; tries++) {
    const why = await storePayout(book, stored, { operator })
    if (why !== 'not_due' || tries === STORE_TRIES) return why
    await awaitFiles(db)
  }
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
