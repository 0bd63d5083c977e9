import { nowMs } from '../../../clock/clock.ts'
import { anyOf } from '../../../db/expressions.ts'
import type { SignedPayout } from '../../../tron/signer/payout-file.ts'
import { DEAD_MARGIN_MS } from '../../../tron/query/transaction-state.ts'
import { readReach } from '../../chain/chain-record.ts'
import { refuseEnded } from '../../custody/batch-ends.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { explainImported, readSent } from '../../custody/sent-early.ts'
import type { SignedBatch } from '../../custody/signed-batch.ts'
import { exportRate } from './batch-terms.ts'
import type { Offline } from './offline-gate.ts'
import { storeSigned } from './store-signed.ts'

export type Recorded = {
  /** The withdrawals that the file had paid before the import; missing if there are none. */
  found?: string[]
  skipped: { id: string; why: string }[]
}

/**
 * Records the payouts of a signed batch that are on the chain: a restore lost their import, or
 * someone sent them without one. Each is exactly the transaction that we exported for its
 * withdrawal, so it needs no other explanation, and nothing is left to be sent. Whatever forbids
 * new payouts doesn't apply.
 * @param recorded gets what this finds
 * @returns the payouts that aren't recorded yet, which the file may still pay
 * @throws BatchRefused if the chain has a payout that we can't record, or if the batch has expired,
 *   and blocks that we haven't read may have more of it
 */
export async function recordSent(
  deps: Offline,
  batch: SignedBatch,
  recorded: Recorded,
  operator: string,
): Promise<SignedPayout[]> {
  const { db } = deps
  const { payouts } = batch
  const known = await readRecorded(deps, payouts)
  const sent = await readSent(
    db,
    payouts.map(({ txid }) => txid),
  )
  const terms = { ...batch, rateE8: exportRate(batch) }
  const refused = new Map<SignedPayout, string>()
  for (const payout of payouts.filter(({ txid }) => sent.has(txid) && !known.has(txid))) {
    const why = await storeSigned(deps, payout, terms, { operator, isOnChain: true })
    if (why === null) (recorded.found ??= []).push(payout.id)
    else refused.set(payout, why)
  }
  await db.transaction().execute((tx) => explainImported(tx, { ...batch, operator }))
  // Another import of this file may have run at the same time.
  const now = refused.size > 0 ? await readRecorded(deps, payouts) : known
  const missing = [...refused].filter(([{ txid }]) => !now.has(txid))
  if (missing.length > 0) {
    await refuseEnded(db, batch.batch)
    throw new BatchRefused(notRecorded(missing.map(([{ id }, why]) => `${id} (${why})`)))
  }
  const found = new Set(recorded.found)
  const others = payouts.filter(({ id }) => !found.has(id))
  for (const { id, txid } of others) {
    if (now.has(txid)) recorded.skipped.push({ id, why: 'earlier_attempt' })
  }
  const rest = others.filter(({ txid }) => !now.has(txid))
  if (batch.expiresAt.getTime() > nowMs()) return rest
  await refuseUnread(deps, batch)
  recorded.skipped.push(...rest.map(({ id }) => ({ id, why: 'expired' })))
  return []
}

/** Those of these transactions that are payouts already, also of an attempt that has ended. */
async function readRecorded(
  { db }: Offline,
  payouts: readonly SignedPayout[],
): Promise<Set<string>> {
  const txids = payouts.map(({ txid }) => txid)
  const rows = await db
    .selectFrom('payouts')
    .select('txid')
    .where('txid', '=', anyOf(txids, 'text'))
    .where('state', '<>', 'expired')
    .execute()
  return new Set(rows.map(({ txid }) => txid))
}

/** Once imported, nobody can import it again, so it must have reached its end in our record. */
async function refuseUnread(
  { db, tron }: Offline,
  { batch, expiresAt }: SignedBatch,
): Promise<void> {
  const reach = await readReach(db, tron)
  if (reach && reach.at.getTime() > expiresAt.getTime() + DEAD_MARGIN_MS) return
  throw new BatchRefused(
    `Batch ${batch} has expired, but the scan of final blocks hasn't reached its end. ` +
      'Import it again when the scan has caught up.',
  )
}

const notRecorded = (refused: readonly string[]): string =>
  `The chain has the payouts of withdrawals ${refused.join(', ')}, but we can't record them. ` +
  'Approve each one that is pending, and import the file again. Record any other as sent in the ' +
  'console, and explain its transfer: npm run payouts -- explain'
