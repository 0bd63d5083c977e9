import { nowMs } from '../../clock/clock.ts'
import type { Db } from '../../db/types.ts'
import {
  readPayoutFile,
  readSignedFile,
  type FileKind,
  type SignedPayout,
  type SignedPayoutFile,
} from '../../tron/signer/payout-file.ts'
import { checkSignedPayouts } from '../../tron/signer/sign-payouts.ts'
import { refuseEnded } from './batch-ends.ts'
import { BatchRefused } from './batch-refused.ts'
import { readSent } from './sent-early.ts'

export type SignedBatch = {
  batch: string
  kind: FileKind
  rateE8: bigint | null
  exportedAt: Date
  expiresAt: Date
  payouts: SignedPayout[]
}

/**
 * Reads a signed file. Refuses the whole file if it isn't exactly what we exported, if a signature
 * isn't the payer's, if it was imported before, or if it has expired and nothing of it is on the
 * chain.
 */
export async function readSignedBatch(db: Db, text: string): Promise<SignedBatch> {
  const signed = readSignedFile(text)
  const row = await db
    .selectFrom('signing_batches')
    .select(['batch', 'kind', 'orders', 'rate_e8'])
    .select('exported_at')
    .where('batch', '=', signed.batch)
    .executeTakeFirst()
  if (!row) throw new BatchRefused(noBatch(signed.batch))
  await refuseEnded(db, row.batch)
  const exported = readPayoutFile(row.orders)
  const wrong = checkSignedPayouts(exported, signed)
  if (wrong !== undefined) throw new BatchRefused(`Batch ${signed.batch} is refused: ${wrong}.`)
  const { expirationMs } = exported
  // Nobody can send the rest of it, but what is on the chain has to be recorded.
  if (expirationMs <= nowMs() && !(await isAnySent(db, signed))) {
    throw new BatchRefused(`Batch ${signed.batch} has expired.`)
  }
  return {
    batch: row.batch,
    kind: row.kind,
    rateE8: row.rate_e8,
    exportedAt: row.exported_at,
    expiresAt: new Date(expirationMs),
    payouts: signed.payouts,
  }
}

const noBatch = (batch: string): string =>
  `No batch ${batch} was exported here. If a restore has lost it, record what it paid in the ` +
  'console and explain these transfers. To export again before it ends, leave out its ' +
  'withdrawals: npm run payouts -- export --without NO,NO'

const isAnySent = async (db: Db, { payouts }: SignedPayoutFile): Promise<boolean> =>
  (
    await readSent(
      db,
      payouts.map(({ txid }) => txid),
    )
  ).size > 0
