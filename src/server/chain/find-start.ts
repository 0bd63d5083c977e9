import type { Db } from '../../db/types.ts'
import type { BlockHead } from '../../tron/block/block-reads.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'

/** We only want the blocks' times, whatever is in them. */
const nothing = () => Promise.resolve(new Set<string>())

/**
 * The block after which a new cursor begins. That is the final head if no address has been assigned
 * yet. Otherwise it is a block older than the first address, so that we miss no payment to it.
 * Throws if the nodes can't tell.
 */
export async function findStart(db: Db, tron: TronNodes, final: BlockHead): Promise<BlockHead> {
  const first = await db
    .selectFrom('deposit_addresses')
    .select('created_at')
    .orderBy('address_index')
    .limit(1)
    .executeTakeFirst()
  if (!first || first.created_at.getTime() > final.timeMs) return final
  // Our clock and the chain's may differ slightly.
  const startMs = first.created_at.getTime() - 60_000
  let [low, high] = [0, final.number]
  let found: BlockHead | undefined
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const block = await tron.finalBlocks(middle, middle, nothing)
    const head = block.ok ? block.value[0] : undefined
    if (!head) throw new Error(`block ${middle} cannot be read`)
    if (head.timeMs <= startMs) {
      found = head
      low = middle + 1
    } else high = middle
  }
  if (found) return found
  const genesis = await tron.finalBlocks(0, 0, nothing)
  const head = genesis.ok ? genesis.value[0] : undefined
  if (!head) throw new Error('the first block cannot be read')
  return head
}
