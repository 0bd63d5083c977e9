import { randomBytes } from 'node:crypto'
import { expressionBuilder, sql } from 'kysely'
import { now, type Condition } from '../../db/expressions.ts'
import type { Database, Db } from '../../db/types.ts'
import type { RateE8 } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { sealFile } from '../../tron/keys/house-key.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import {
  readPayoutFile,
  readSignedFile,
  writePayoutFile,
  type FileKind,
  type PayoutFile,
  type PayoutOrder,
  type SignedPayout,
} from '../../tron/signer/payout-file.ts'
import { checkSignedPayouts } from '../../tron/signer/sign-payouts.ts'
import { BatchRefused } from './batch-refused.ts'
import { refuseDepositAddress, storeWallet, type OwnWallet } from './own-wallets.ts'

/** Long enough to carry a file to another machine and back. The chain allows at most 24 hours. */
const VALID_FOR_MS = 23 * 3_600_000

export type Exporting = { db: Db; tron: TronNodes; exportKey: Uint8Array }

export type NewBatch = {
  kind: FileKind
  orders: readonly PayoutOrder[]
  rateE8: RateE8 | null
  /** The wallet that pays or that we sweep to. It becomes ours only with the batch. */
  wallet: OwnWallet
}

/**
 * Writes orders for an offline signer, sealed with the house key, and stores them so that we can
 * compare the signed file byte for byte. Equal orders would be the same transaction, so we keep
 * only the first. Stores nothing if it refuses the batch.
 */
export async function exportBatch(
  { db, tron, exportKey }: Exporting,
  { kind, orders, rateE8, wallet }: NewBatch,
): Promise<string> {
  const payouts = distinct(orders)
  if (payouts.length === 0) throw new BatchRefused('There is nothing to sign.')
  const [chain, solid] = [await tron.chainName(), await tron.finalHead()]
  if (!chain.ok) throw new BatchRefused(`The chain cannot be read: ${chain.trouble.kind}.`)
  if (!solid.ok) throw new BatchRefused(`The chain cannot be read: ${solid.trouble.kind}.`)
  const timestampMs = Date.now()
  const file: PayoutFile = {
    kind,
    network: chain.value,
    batch: `${kind}-${new Date(timestampMs).toISOString()}-${randomBytes(4).toString('hex')}`,
    usdtContract: tron.usdtContract,
    refBlockId: solid.value.id,
    timestampMs,
    expirationMs: solid.value.timeMs + VALID_FOR_MS,
    payouts,
  }
  const text = writePayoutFile(file)
  const withdrawals = kind === 'payouts' ? payouts.map(({ id }) => Number(id)) : []
  await db.transaction().execute(async (tx) => {
    // Two simultaneous exports would put one withdrawal or address into two files.
    await sql`lock table signing_batches in share row exclusive mode`.execute(tx)
    if (await isAnyLive(tx, { kind, payouts, withdrawals })) {
      throw new BatchRefused('Another export ran at the same time. Try again.')
    }
    await refuseDepositAddress(tx, wallet.address)
    await storeWallet(tx, wallet)
    await tx
      .insertInto('signing_batches')
      .values({
        batch: file.batch,
        kind,
        orders: text,
        rate_e8: rateE8,
        expires_at: new Date(file.expirationMs),
        withdrawals,
      })
      .execute()
  })
  return sealFile(text, exportKey)
}

const batchColumns = expressionBuilder<Database, 'signing_batches'>()

/** Whether someone may still sign and import a batch. */
export const isLive: Condition = batchColumns.and([
  batchColumns('signing_batches.imported_at', 'is', null),
  batchColumns('signing_batches.discarded_at', 'is', null),
  batchColumns('signing_batches.expires_at', '>', now),
])

async function isAnyLive(
  db: Db,
  { kind, payouts, withdrawals }: Pick<PayoutFile, 'kind' | 'payouts'> & { withdrawals: number[] },
): Promise<boolean> {
  if (kind === 'payouts') {
    const live = await liveWithdrawals(db)
    return withdrawals.some((no) => live.has(no))
  }
  const live = await liveAddresses(db, kind)
  return payouts.some((order) => live.has(movedAddress(kind, order)))
}

/** The deposit address that an order sweeps or tops up. */
export const movedAddress = (kind: FileKind, { from, to }: PayoutOrder): Address =>
  kind === 'top_ups' ? to : from

/** Deposit addresses in a file of this kind that someone may still sign and import. */
export async function liveAddresses(db: Db, kind: FileKind): Promise<Set<Address>> {
  const rows = await db
    .selectFrom('signing_batches')
    .select('orders')
    .where('kind', '=', kind)
    .where(isLive)
    .execute()
  const orders = rows.flatMap((row) => readPayoutFile(row.orders).payouts)
  return new Set(orders.map((order) => movedAddress(kind, order)))
}

/** Withdrawals in a file that someone may still sign and import. */
export async function liveWithdrawals(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('signing_batches').select('withdrawals').where(isLive).execute()
  return new Set(rows.flatMap(({ withdrawals }) => withdrawals))
}

/** Discards a batch. Nobody can import it anymore, and its withdrawals can be exported again. */
export async function discardBatch(db: Db, batch: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('signing_batches')
    .set({ discarded_at: now })
    .where('batch', '=', batch)
    .where('imported_at', 'is', null)
    .where('discarded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
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
  kind: FileKind
  rateE8: bigint | null
  exportedAt: Date
  expiresAt: Date
  payouts: SignedPayout[]
}

/**
 * Reads a signed file. Refuses the whole file if it isn't exactly what we exported, if a signature
 * isn't the payer's, or if it was imported before or has expired.
 */
export async function readSignedBatch(db: Db, text: string): Promise<SignedBatch> {
  const signed = readSignedFile(text)
  const row = await db
    .selectFrom('signing_batches')
    .select(['batch', 'kind', 'orders', 'rate_e8'])
    .select(['exported_at', 'imported_at', 'discarded_at'])
    .where('batch', '=', signed.batch)
    .executeTakeFirst()
  if (!row) throw new BatchRefused(`No batch ${signed.batch} was exported here.`)
  if (row.imported_at) throw new BatchRefused(`Batch ${signed.batch} was imported before.`)
  if (row.discarded_at) throw new BatchRefused(`Batch ${signed.batch} was discarded.`)
  const exported = readPayoutFile(row.orders)
  const wrong = checkSignedPayouts(exported, signed)
  if (wrong !== undefined) throw new BatchRefused(`Batch ${signed.batch} is refused: ${wrong}.`)
  const { expirationMs } = exported
  if (expirationMs <= Date.now()) throw new BatchRefused(`Batch ${signed.batch} has expired.`)
  return {
    batch: row.batch,
    kind: row.kind,
    rateE8: row.rate_e8,
    exportedAt: row.exported_at,
    expiresAt: new Date(expirationMs),
    payouts: signed.payouts,
  }
}

/** A batch is imported only once. Export again what it didn't store. */
export async function markImported(db: Db, batch: string): Promise<void> {
  await db
    .updateTable('signing_batches')
    .set({ imported_at: now })
    .where('batch', '=', batch)
    .execute()
}
