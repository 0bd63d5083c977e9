import { audit } from '../../audit/audit.ts'
import { readApproved } from '../due-withdrawals.ts'
import { readClaimed } from '../../withdrawal/payers.ts'
import type { GateOptions } from '../signing-gate.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { markImported, refuseEnded, refuseLate } from '../../custody/batch-ends.ts'
import { spendAlone } from '../../custody/own-wallets.ts'
import type { SignedBatch } from '../../custody/signed-batch.ts'
import { requireStillOpen, type Offline } from './offline-gate.ts'
import { exportRate, refuseClosedUsdt, refuseOldRate } from './batch-terms.ts'
import { isCovered, openPayers } from './payer-budgets.ts'
import { recordSent, type Recorded } from './record-sent-early.ts'
import { storeSigned } from './store-signed.ts'
import { Unclear, whyNotNow } from './why-not-now.ts'

export type Imported = Recorded & { stored: string[] }

/**
 * Stores the payouts of a signed batch for the worker to send. First records those that are on the
 * chain already. We skip a withdrawal that is no longer approved, that another operator has
 * claimed, or whose receiver can't be paid anymore, and never send its bytes.
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
  const count = () => ({
    ...(imported.found ? { found: imported.found.length } : {}),
    stored: imported.stored.length,
  })
  try {
    const rest = await recordSent(deps, batch, imported, operator)
    if (rest.length > 0) {
      await storeAll(deps, { ...batch, payouts: rest }, imported, { operator, gate })
    }
    const end = { batch: batch.batch, operator, ...count(), skipped: imported.skipped.length }
    await db.transaction().execute((tx) => markImported(tx, end))
    return imported
  } catch (given) {
    const error = withFound(given, imported)
    const reason = error instanceof Error ? error.message : 'unknown'
    const after = { ...count(), isInterrupted: true }
    const entries = [{ ...entry, after, reason, requestId: 'command line' }]
    if (after.stored > 0 || imported.found) {
      // If the database is gone, this fails, too, and the first error counts.
      await db
        .transaction()
        .execute((tx) => audit(tx, entries))
        .catch(() => undefined)
    }
    throw error
  }
}

/** What an operator has to know about payouts or moves that someone sent without this import. */
export const foundText = (what: 'payouts' | 'moves', found: number): string =>
  `${found} ${what} of this file were on the chain, and are recorded now. If you haven't ` +
  'restored a backup, find out who sent them.'

const withFound = (error: unknown, { found }: Imported): unknown =>
  found && error instanceof BatchRefused
    ? new BatchRefused(`${foundText('payouts', found.length)} ${error.message}`)
    : error

type Import = { operator: string; gate: GateOptions | undefined }

async function storeAll(
  deps: Offline,
  batch: SignedBatch,
  imported: Imported,
  { operator, gate }: Import,
): Promise<void> {
  const { db } = deps
  const exportedE8 = exportRate(batch)
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
    why ??= await spendAlone(db, payout.from, async () => {
      if (isPayable && !(await isCovered(db, budgets, payout))) return 'short'
      const terms = { ...batch, rateE8: exportedE8 }
      return await storeSigned(deps, payout, terms, { operator, isOnChain: false })
    })
    if (why === 'short') later.short.push(id)
    else if (why === null) imported.stored.push(id)
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
