import type { Context } from '../context.ts'
import { repeat, type Worker } from '../jobs/repeat.ts'
import { maxBlocksPerRead } from '../../tron/nodes.ts'
import type { BlockHead } from '../../tron/block-reads.ts'
import type { Result } from '../../tron/trouble.ts'
import { transfersIn } from './chain-transfer.ts'
import { checkNewAddresses } from './addresses.ts'
import { acceptOldTransfers, expireDeposits } from './deposit-deadlines.ts'
import { findStart } from './find-start.ts'
import { openHeadView, type HeadView } from './follow-head.ts'
import { readCursor, recordBlocks, startCursor, type Cursor } from './record-blocks.ts'
import { settleArrivals } from './settle-arrivals.ts'

type Watch = Pick<Context, 'config' | 'db' | 'book' | 'tron' | 'log' | 'stopping'>
export type WatchOptions = { everyMs?: number; autoAcceptMs?: number }

/** Nodes are asked as often as blocks come; in development somebody waits for the answer. */
const EVERY_MS = { production: 3_000, development: 1_000 }
const FAR_BEHIND = 50

/**
 * Follows the chain: records what arrives in solid blocks, gives it to the book, shows what is on
 * its way, ends requests whose lock is over. Goes on where it stopped, whatever stopped it.
 */
export async function startChainWatcher(
  context: Watch,
  options: WatchOptions = {},
): Promise<Worker> {
  const { config, log, stopping } = context
  const usual = config.production ? EVERY_MS.production : EVERY_MS.development
  const watcher = openWatcher(context, options.autoAcceptMs)
  const everyMs = options.everyMs ?? usual
  return repeat({ name: 'chain watcher', everyMs, log, stopping }, () => watcher.round())
}

/** One round after the other, for whoever keeps the time. */
export function openWatcher(context: Watch, autoAcceptMs?: number): { round(): Promise<void> } {
  const { db, tron, stopping } = context
  let network: string | undefined
  let view: HeadView | undefined
  return {
    async round() {
      // What is recorded already needs no node to be booked.
      await settleArrivals(context, stopping)
      network ??= must(await tron.chainName())
      view ??= openHeadView({ db, tron, network })
      const solid = must(await tron.solidHead())
      const cursor = (await readCursor(db, network)) ?? (await begin(context, network, solid))
      const reached = await catchUp(context, network, cursor, solid)
      if (stopping.aborted) return
      await expireDeposits(context, reached.at)
      await acceptOldTransfers(context, autoAcceptMs)
      await checkNewAddresses(context)
      await view.refresh(reached.number)
    },
  }
}

function must<T>(result: Result<T>): T {
  if (result.ok) return result.value
  const { kind, detail } = result.trouble
  throw new Error(`the chain cannot be read: ${kind}, ${detail}`)
}

async function begin({ db, tron }: Watch, network: string, solid: BlockHead): Promise<Cursor> {
  await startCursor(db, network, await findStart(db, tron, solid))
  const cursor = await readCursor(db, network)
  if (!cursor) throw new Error('the cursor was not made')
  return cursor
}

/** Records all blocks up to the solid head, a bounded range at a time, and settles each range. */
async function catchUp(
  context: Watch,
  network: string,
  from: Cursor,
  solid: BlockHead,
): Promise<{ number: number; at: Date }> {
  const { db, tron, log, stopping } = context
  let cursor = { number: from.solidNumber, id: from.solidId }
  let at = new Date(0)
  while (cursor.number < solid.number && !stopping.aborted) {
    const left = solid.number - cursor.number
    if (left > FAR_BEHIND) log.info({ block: cursor.number, left }, 'catching up with the chain')
    const last = Math.min(cursor.number + maxBlocksPerRead, solid.number)
    const blocks = must(await tron.solidBlocks(cursor.number + 1, last))
    const [first, end] = [blocks.at(0), blocks.at(-1)]
    if (!first || !end) break
    // A solid block that does not follow the one we stand on: another chain, or a lying node.
    if (first.number !== cursor.number + 1 || first.parentId !== cursor.id) {
      throw new Error(`block ${first.number} does not follow block ${cursor.number} as recorded`)
    }
    const transfers = transfersIn(network, blocks)
    if (!(await recordBlocks(db, network, cursor.number, end, transfers))) break
    await settleArrivals(context, stopping)
    cursor = { number: end.number, id: end.id }
    at = new Date(end.timeMs)
  }
  if (cursor.number === solid.number) at = new Date(solid.timeMs)
  return { number: cursor.number, at }
}
