import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import type { BlockHead } from '../../tron/block-reads.ts'
import { membersByAddress } from './addresses.ts'
import type { ChainTransfer } from './chain-transfer.ts'

export type Cursor = { solidNumber: number; solidId: string; headNumber: number }

export async function readCursor(db: Db, network: string): Promise<Cursor | null> {
  const row = await db
    .selectFrom('chain_cursors')
    .select(['solid_number', 'solid_id', 'head_number'])
    .where('network', '=', network)
    .executeTakeFirst()
  if (!row) return null
  const { solid_number: solid, solid_id: solidId, head_number: head } = row
  return { solidNumber: Number(solid), solidId, headNumber: Number(head) }
}

/** Begins to follow a chain after a block. Nothing before it can be ours: no address existed. */
export async function startCursor(db: Db, network: string, block: BlockHead): Promise<void> {
  await db
    .insertInto('chain_cursors')
    .values({
      network,
      solid_number: BigInt(block.number),
      solid_id: block.id,
      solid_at: new Date(block.timeMs),
      head_number: BigInt(block.number),
    })
    .onConflict((conflict) => conflict.column('network').doNothing())
    .execute()
}

/**
 * Records what arrived for us in solid blocks and moves the cursor past them, in one commit.
 * False when another process moved the cursor first: then nothing is recorded here.
 */
export async function recordBlocks(
  db: Db,
  network: string,
  after: number,
  last: BlockHead,
  transfers: readonly ChainTransfer[],
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('chain_cursors')
      .set({
        solid_number: BigInt(last.number),
        solid_id: last.id,
        solid_at: new Date(last.timeMs),
        head_number: sql`greatest(head_number, ${last.number})`,
        checked_at: new Date(),
      })
      .where('network', '=', network)
      .where('solid_number', '=', BigInt(after))
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) return false
    await addArrivals(tx, await ours(tx, transfers))
    return true
  })
}

/** Those transfers that pay to a member's address or to a wallet of the house. */
async function ours(tx: Tx, transfers: readonly ChainTransfer[]): Promise<ChainTransfer[]> {
  if (transfers.length === 0) return []
  const receivers = [...new Set(transfers.map(({ to }) => to))]
  const members = await membersByAddress(tx, receivers)
  const wallets = await ownWallets(tx)
  return transfers.filter(({ to }) => members.has(to) || wallets.has(to))
}

/** The house's own wallets; there are a handful. */
export async function ownWallets(db: Db | Tx): Promise<Set<string>> {
  const rows = await db.selectFrom('own_wallets').select('address').limit(100).execute()
  return new Set(rows.map(({ address }) => address))
}

const ROWS_PER_STATEMENT = 1_000

async function addArrivals(tx: Tx, transfers: readonly ChainTransfer[]): Promise<void> {
  for (let start = 0; start < transfers.length; start += ROWS_PER_STATEMENT) {
    const rows = transfers.slice(start, start + ROWS_PER_STATEMENT).map(toRow)
    await tx
      .insertInto('arrivals')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const toRow = (transfer: ChainTransfer) => ({
  network: transfer.network,
  txid: transfer.txid,
  asset: transfer.asset,
  log_index: transfer.logIndex,
  from_address: transfer.from,
  to_address: transfer.to,
  amount: transfer.amount,
  block_number: BigInt(transfer.blockNumber),
  block_at: transfer.blockAt,
  attributable: transfer.attributable,
})
