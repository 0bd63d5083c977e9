import { sql } from 'kysely'
import { anyOf, now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { audit } from '../audit/audit.ts'
import { BatchRefused } from './batch-refused.ts'

// A file is exported and discarded in one transaction, and imported in many. So both sides lock the
// view `signing_files`, until the end of their transaction, also through a pooler.

/** Waits for payouts that are being stored, and keeps others away until the transaction ends. */
export const lockFiles = async (tx: Tx): Promise<void> =>
  void (await sql`select lock_signing_files(true, true)`.execute(tx))

/** Keeps files as they are until the transaction ends. False if one is changing at the moment. */
export async function shareFiles(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select lock_signing_files(false, false) as free`.execute(tx)
  return rows[0]?.free === true
}

/** Waits until no file is changing. An import of many moves may take long. */
export const awaitFiles = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select lock_signing_files(false, true)`.execute(tx)
  })

/** Those of these batches that were neither imported nor discarded. */
export async function readOpenBatches(tx: Tx, batches: readonly string[]): Promise<Set<string>> {
  if (batches.length === 0) return new Set()
  const rows = await tx
    .selectFrom('signing_batches')
    .select('batch')
    .where('batch', '=', anyOf(batches, 'text'))
    .where('imported_at', 'is', null)
    .where('discarded_at', 'is', null)
    .execute()
  return new Set(rows.map(({ batch }) => batch))
}

/** Refuses a batch that was imported or discarded. */
export async function refuseEnded(db: Db | Tx, batch: string): Promise<void> {
  const row = await db
    .selectFrom('signing_batches')
    .select(['imported_at', 'discarded_at'])
    .where('batch', '=', batch)
    .executeTakeFirst()
  if (row?.imported_at) throw new BatchRefused(`Batch ${batch} was imported before.`)
  if (row?.discarded_at) throw new BatchRefused(`Batch ${batch} was discarded.`)
}

/** The worker's own payouts are valid for as long. It has to send hundreds of them. */
const LEAST_LEFT_MINUTES = 10

/** Refuses payouts that we might not send before they expire, and would need a new approval. */
export async function refuseLate(
  db: Db,
  { batch, expiresAt }: { readonly batch: string; readonly expiresAt: Date },
): Promise<void> {
  const { rows } = await sql<{ late: boolean }>`
    select ${expiresAt} < now() + make_interval(mins => ${LEAST_LEFT_MINUTES}) as late`.execute(db)
  if (rows[0]?.late !== true) return
  throw new BatchRefused(
    `Batch ${batch} ends at ${expiresAt.toISOString()}, too soon to send its payouts. ` +
      'Once it has ended, export again.',
  )
}

type Import = {
  batch: string
  operator: string
  /** Payouts or moves that were on the chain. */
  found?: number
  stored: number
  skipped: number
}

/** A batch is imported only once. Export again what it didn't store. */
export async function markImported(tx: Tx, { batch, operator, ...after }: Import): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('signing_batches')
    .set({ imported_at: now })
    .where('batch', '=', batch)
    .where('imported_at', 'is', null)
    .where('discarded_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) {
    await refuseEnded(tx, batch)
    throw new BatchRefused(`There is no batch ${batch}.`)
  }
  const entry = { operator, action: 'import batch', object: batch, after }
  await audit(tx, [{ ...entry, requestId: 'command line' }])
}

/** Discards a batch. Nobody can import it anymore, and its withdrawals can be exported again. */
export async function discardBatch(tx: Tx, batch: string): Promise<boolean> {
  await lockFiles(tx)
  const { numUpdatedRows } = await tx
    .updateTable('signing_batches')
    .set({ discarded_at: now })
    .where('batch', '=', batch)
    .where('imported_at', 'is', null)
    .where('discarded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Discards a batch after its file couldn't be written, as on a full disk. Nobody can sign it, and
 * it would keep its withdrawals or addresses out of other files for a day.
 */
export async function discardUnwritten(db: Db, batch: string, operator: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await discardBatch(tx, batch))) return
    const reason = 'The file could not be written.'
    const entry = { operator, action: 'discard batch', object: batch, reason }
    await audit(tx, [{ ...entry, requestId: 'command line' }])
  })
}
