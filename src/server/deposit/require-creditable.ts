import type { Db } from '../../db/types.ts'
import { requireAddress } from '../../tron/encoding/address.ts'
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

type Chain = Pick<Context, 'db' | 'tron'>

/**
 * Refuses transfers that a member may not accept alone, with 409 `needs_review`. Refuses what a
 * contract sent with 503 while the nodes or the scan can't tell whether the address holds it.
 */
export async function requireByMember(chain: Chain, transfer: number): Promise<void> {
  const row = await readTransfer(chain.db, transfer)
  if (row?.state !== 'unattributed') return
  if (row.held === 'late_rate' || !(await isHeldByAddress(chain, row))) throw reject('needs_review')
}

/** Refuses TRX from a contract that its address doesn't hold, also for operators. */
export async function requireHeldCoins(chain: Chain, transfer: number): Promise<void> {
  const row = await readTransfer(chain.db, transfer)
  if (row?.state !== 'unattributed') return
  if (!(await isHeldByAddress(chain, row))) throw reject('coins_missing')
}

/** What a contract sent, according to its own receipt, counts once the address holds the coins. */
async function isHeldByAddress({ db, tron }: Chain, row: NonNullable<Transfer>): Promise<boolean> {
  if (row.held !== 'contract') return true
  const reading = { since: Number(row.block_number), waitMs: SCAN_MS }
  const spare = await readSpareTrx({ db, tron }, requireAddress(row.to_address), reading)
  if (spare === null) throw reject('chain_unavailable')
  return spare >= 0n
}

type Transfer = Awaited<ReturnType<typeof readTransfer>>

const readTransfer = (db: Db, transfer: number) =>
  db
    .selectFrom('transfers')
    .select(['state', 'held', 'to_address', 'block_number'])
    .where('no', '=', transfer)
    .executeTakeFirst()
