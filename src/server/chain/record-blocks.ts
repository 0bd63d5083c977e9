import { now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { BlockHead, ReadBlock } from '../../tron/block/block-reads.ts'
import { transferRow, transfersIn, type ChainTransfer } from './chain-transfer.ts'
import { readOwners } from '../addresses/whose-address.ts'
import { recordTransactions } from './record-transactions.ts'

export type Cursor = {
  finalNumber: number
  finalId: string
  finalAt: Date
  headNumber: number
}

export async function readCursor(db: Db, network: string): Promise<Cursor | null> {
  const row = await db
    .selectFrom('chain_cursors')
    .select(['final_number', 'final_id', 'final_at', 'head_number'])
    .where('network', '=', network)
    .executeTakeFirst()
  if (!row) return null
  const { final_number: final, final_id: finalId, final_at: finalAt, head_number: head } = row
  return { finalNumber: Number(final), finalId, finalAt, headNumber: Number(head) }
}

/**
 * Begins to follow a chain after a block. Nothing earlier can be ours, because no address existed.
 */
export async function startCursor(db: Db, network: string, block: BlockHead): Promise<void> {
  await db
    .insertInto('chain_cursors')
    .values({
      network,
      final_number: BigInt(block.number),
      final_id: block.id,
      final_at: new Date(block.timeMs),
      head_number: BigInt(block.number),
      record_from: BigInt(block.number),
    })
    .onConflict((conflict) => conflict.column('network').doNothing())
    .execute()
}

/**
 * Records our incoming and outgoing transfers in final blocks and moves the cursor past those
 * blocks, in one commit. The blocks must follow the cursor and each other. Returns false, and
 * records nothing, if another process moved the cursor first.
 */
export async function recordBlocks(
  db: Db,
  network: string,
  blocks: readonly ReadBlock[],
): Promise<boolean> {
  const [first, last] = [blocks.at(0), blocks.at(-1)]
  if (!first || !last) return false
  return db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('chain_cursors')
      .set((eb) => ({
        final_number: BigInt(last.number),
        final_id: last.id,
        final_at: new Date(last.timeMs),
        head_number: eb.fn<bigint>('greatest', ['head_number', eb.val(BigInt(last.number))]),
        checked_at: now,
      }))
      .where('network', '=', network)
      .where('final_number', '=', BigInt(first.number - 1))
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) return false
    // Read this under the cursor's lock, so that we don't miss a wallet added meanwhile.
    const transfers = transfersIn(network, blocks)
    const parties = transfers.flatMap(({ from, to }) => [from, to])
    const senders = blocks.flatMap(({ transactions }) => transactions.map(({ owner }) => owner))
    const ours = await readOwners(tx, [...parties, ...senders.filter((each) => each !== undefined)])
    await addIncoming(
      tx,
      transfers.filter(({ to }) => ours.has(to)),
    )
    await recordTransactions(tx, network, blocks, ours)
    return true
  })
}

const ROWS_PER_STATEMENT = 1_000

async function addIncoming(tx: Tx, transfers: readonly ChainTransfer[]): Promise<void> {
  for (let start = 0; start < transfers.length; start += ROWS_PER_STATEMENT) {
    const rows = transfers.slice(start, start + ROWS_PER_STATEMENT).map(transferRow)
    await tx
      .insertInto('incoming_transfers')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
