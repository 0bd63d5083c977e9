import type { Db } from '../../db/types.ts'
import { parseAddress } from '../../tron/encoding/address.ts'
import type { Context } from '../context.ts'
import { readSpareTrx } from '../chain/spare-trx.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'

/**
 * Refuses a transfer that nobody may credit: one worth too little, or held USDT while USDT isn't
 * worth a dollar. Accepts a transfer that doesn't exist, because the rules refuse that.
 */
export async function requireCreditable(db: Db, transfer: number): Promise<void> {
  const why = await whyNotCreditable(db, await readTransfer(db, transfer))
  if (why !== null) throw reject(why)
}

async function whyNotCreditable(
  db: Db,
  row: Transfer,
): Promise<'too_small' | 'usdt_closed' | null> {
  if (row?.state === 'too_small' || row?.state === 'dust') return 'too_small'
  const isClosed = row?.state === 'unattributed' && row.held === 'usdt_price'
  return isClosed && !(await isUsdtOpen(db)) ? 'usdt_closed' : null
}

/** Refuses what a member may not accept, as far as the database shows without a node. */
export async function requireRecordedByMember(db: Db, transfer: number): Promise<void> {
  const row = await readTransfer(db, transfer)
  const isLate = row?.state === 'unattributed' && row.held === 'late_rate'
  const why = isLate ? 'needs_review' : await whyNotCreditable(db, row)
  if (why !== null) throw reject(why)
}

/** Long enough for the next round of the scan. */
const SCAN_MS = 8_000

/**
 * Refuses transfers that a member may not accept alone, with 409 `needs_review`. Refuses what a
 * contract sent with 503 while the nodes or the scan can't tell whether the address holds it.
 */
export async function requireByMember(
  { db, tron }: Pick<Context, 'db' | 'tron'>,
  transfer: number,
): Promise<void> {
  const row = await readTransfer(db, transfer)
  if (row?.state !== 'unattributed') return
  if (row.held === 'late_rate') throw reject('needs_review')
  if (row.held !== 'contract') return
  // A receipt written by a contract counts once the address holds the coins.
  const address = parseAddress(row.to_address)
  if (!address.ok) throw reject('needs_review')
  const reading = { since: Number(row.block_number), waitMs: SCAN_MS }
  const spare = await readSpareTrx({ db, tron }, address.address, reading)
  if (spare === null) throw reject('chain_unavailable')
  if (spare < 0n) throw reject('needs_review')
}

type Transfer = Awaited<ReturnType<typeof readTransfer>>

const readTransfer = (db: Db, transfer: number) =>
  db
    .selectFrom('transfers')
    .select(['state', 'held', 'to_address', 'block_number'])
    .where('no', '=', transfer)
    .executeTakeFirst()
