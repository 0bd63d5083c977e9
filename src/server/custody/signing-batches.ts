import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/types.ts'
import type { SigningBatches } from '../../db/tables/money.ts'
import type { TronNodes } from '../../tron/nodes.ts'
import {
  readPayoutFile,
  readSignedFile,
  writePayoutFile,
  type PayoutFile,
  type PayoutOrder,
  type SignedPayout,
} from '../../tron/payout-file.ts'
import { checkSignedPayouts } from '../../tron/sign-payouts.ts'

/** The file, or the moment, is not one that can be used; the message is for the operator. */
export class BatchRefused extends Error {
  override name = 'BatchRefused'
}

export type BatchKind = SigningBatches['kind']

/** Long enough to carry a file to another machine and back; the chain takes no more than 24 h. */
const VALID_FOR_MS = 23 * 3_600_000

/**
 * Writes orders for a signer without network and keeps them, so that what comes back can be
 * compared byte for byte. Equal orders would be one transaction: only the first stays.
 */
export async function exportBatch(
  { db, tron }: { db: Db; tron: TronNodes },
  kind: BatchKind,
  orders: readonly PayoutOrder[],
  rateE8: bigint | null,
): Promise<string> {
  const solid = await tron.solidHead()
  if (!solid.ok) throw new BatchRefused(`The chain cannot be read: ${solid.trouble.kind}.`)
  const payouts = distinct(orders)
  if (payouts.length === 0) throw new BatchRefused('There is nothing to sign.')
  const timestampMs = Date.now()
  const file: PayoutFile = {
    batch: `${kind}-${new Date(timestampMs).toISOString()}-${randomBytes(4).toString('hex')}`,
    usdtContract: tron.usdtContract,
    refBlockId: solid.value.id,
    timestampMs,
    expirationMs: solid.value.timeMs + VALID_FOR_MS,
    payouts,
  }
  const text = writePayoutFile(file)
  await db
    .insertInto('signing_batches')
    .values({ batch: file.batch, kind, orders: text, rate_e8: rateE8 })
    .execute()
  return text
}

function distinct(orders: readonly PayoutOrder[]): PayoutOrder[] {
  const first = new Map<string, PayoutOrder>()
  for (const order of orders) if (!first.has(nameOf(order))) first.set(nameOf(order), order)
  return [...first.values()]
}

const nameOf = ({ asset, from, to, amount }: PayoutOrder): string =>
  `${asset} ${from} ${to} ${amount}`

export type SignedBatch = {
  batch: string
  kind: BatchKind
  rateE8: bigint | null
  expiresAt: Date
  payouts: SignedPayout[]
}

/**
 * Reads what the signer gave back. Refused whole when it is not exactly what was exported, when a
 * signature is not the payer's, when it was imported before or has expired.
 */
export async function readSignedBatch(db: Db, text: string): Promise<SignedBatch> {
  const signed = readSignedFile(text)
  const row = await db
    .selectFrom('signing_batches')
    .selectAll()
    .where('batch', '=', signed.batch)
    .executeTakeFirst()
  if (!row) throw new BatchRefused(`No batch ${signed.batch} was exported here.`)
  if (row.imported_at) throw new BatchRefused(`Batch ${signed.batch} was imported before.`)
  const wrong = checkSignedPayouts(readPayoutFile(row.orders), signed)
  if (wrong !== undefined) throw new BatchRefused(`Batch ${signed.batch} is refused: ${wrong}.`)
  const { expirationMs } = readPayoutFile(row.orders)
  if (expirationMs <= Date.now()) throw new BatchRefused(`Batch ${signed.batch} has expired.`)
  return {
    batch: row.batch,
    kind: row.kind,
    rateE8: row.rate_e8,
    expiresAt: new Date(expirationMs),
    payouts: signed.payouts,
  }
}

/** A batch is imported once: what was not stored from it is exported anew. */
export async function markImported(db: Db, batch: string): Promise<void> {
  await db
    .updateTable('signing_batches')
    .set({ imported_at: new Date() })
    .where('batch', '=', batch)
    .execute()
}
