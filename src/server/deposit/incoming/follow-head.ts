import { ago, is, lit, now } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import type { ReadBlock } from '../../../tron/block/block-reads.ts'
import { MAX_BLOCKS_PER_READ, type TronNodes } from '../../../tron/quorum/nodes.ts'
import { memberOf, readOwners } from '../../addresses/whose-address.ts'
import { openBlockAge, type BlockAgeParts } from '../../chain/block-age.ts'
import { transfersIn } from '../../chain/chain-transfer.ts'
import { recordPending } from '../../chain/record-pending.ts'

/** How long we show a payment that someone looked up before it was in a block. */
const hourAgo = ago('hours', 1)

/**
 * Whether anyone waits for pending transfers, or some are left. Following them costs requests for
 * every block.
 */
async function isPendingWanted({ db, network }: View): Promise<boolean> {
  const row = await db
    .selectNoFrom((eb) =>
      is(
        eb.or([
          eb.exists(eb.selectFrom('deposit_requests').where('state', '=', lit('open'))),
          eb.exists(eb.selectFrom('pending_transfers').where('network', '=', network)),
        ]),
      ).as('wanted'),
    )
    .executeTakeFirst()
  return row?.wanted === true
}

/** Follows the blocks that aren't final yet, to show pending transfers and measure clocks. */
export type HeadView = { refresh(finalNumber: number): Promise<void> }

export type HeadParts = BlockAgeParts & { tron: TronNodes; network: string }

export function openHeadView({ db, tron, network, ...parts }: HeadParts): HeadView {
  const age = openBlockAge({ db, tron, ...parts })
  let blocks: ReadBlock[] = []
  let shown = ''

  /** Reads new blocks. A block that doesn't follow the previous one means a fork: start over. */
  async function read(finalNumber: number, headNumber: number): Promise<boolean> {
    const lowest = Math.max(finalNumber + 1, headNumber - MAX_BLOCKS_PER_READ + 1)
    blocks = blocks.filter(({ number }) => number >= lowest && number <= headNumber)
    const last = blocks.at(-1)
    if (last?.number === headNumber) return true
    const next = await tron.headBlocks(last ? last.number + 1 : lowest, headNumber)
    if (!next.ok) return false
    const [first] = next.value
    if (last && first && first.parentId !== last.id) {
      blocks = []
      return read(finalNumber, headNumber)
    }
    blocks = [...blocks, ...next.value]
    return true
  }

  return {
    async refresh(finalNumber) {
      await age.measure()
      if (!(await isPendingWanted({ db, network }))) {
        blocks = []
        shown = ''
        return
      }
      const head = await tron.head()
      if (!head.ok) return
      const before = blocks.at(-1)
      // The same height with another id is also a fork.
      if (before?.number === head.value.number && before.id !== head.value.id) blocks = []
      if (!(await read(finalNumber, head.value.number))) return
      await markHead(db, network, head.value.number)
      const form = blocks.map(({ id }) => id).join()
      if (form === shown) return
      await replacePending({ db, network }, blocks)
      shown = form
    },
  }
}

async function markHead(db: Db, network: string, head: number): Promise<void> {
  await db
    .updateTable('chain_cursors')
    .set({ head_number: BigInt(head), checked_at: now })
    .where('network', '=', network)
    .execute()
}

type View = { db: Db; network: string }

/** Replaces transfers seen in blocks. Those not in a block yet are kept for an hour. */
async function replacePending({ db, network }: View, blocks: readonly ReadBlock[]): Promise<void> {
  const transfers = transfersIn(network, blocks).filter(({ attributable }) => attributable)
  const owners = await readOwners(
    db,
    transfers.map(({ to }) => to),
  )
  const pending = transfers.flatMap((transfer) => {
    const member = memberOf(owners, transfer.to)
    return member === undefined ? [] : [{ member, transfer }]
  })
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('pending_transfers')
      .where('network', '=', network)
      .where((eb) =>
        eb.or([
          eb('block_number', 'is not', null),
          eb('seen_at', '<', hourAgo),
          eb.exists(
            eb.selectFrom('transfers').whereRef('transfers.txid', '=', 'pending_transfers.txid'),
          ),
        ]),
      )
      .execute()
    await recordPending(tx, pending.slice(0, 5_000))
  })
}
