import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import type { BlockHead, ReadBlock } from '../../tron/block/block-reads.ts'
import type { Result, Trouble } from '../../tron/node/trouble.ts'
import { openAddressCheck } from './incoming/addresses.ts'
import { isNetworkWrong, pauseForReplacedBlock } from '../pauses/pauses.ts'
import { acceptOldTransfers, expireDeposits } from './deposit-deadlines.ts'
import { findStart } from '../chain/find-start.ts'
import { openHeadView, type HeadParts, type HeadView } from './incoming/follow-head.ts'
import { openNodeWatch } from '../chain/node-watch.ts'
import { readCursor, recordBlocks, startCursor, type Cursor } from '../chain/record-blocks.ts'
import { openConcern } from '../chain/record-transactions.ts'
import { isStale, openScanPace, type ScanPace } from '../chain/scan-pace.ts'
import { creditIncoming, type CreditDeps } from './incoming/credit-transfers.ts'
import { openWatchLease, type WatchLease } from '../chain/watch-lease.ts'

export type Watch = Pick<Context, 'config' | 'db' | 'book' | 'tron' | 'log' | 'stopping'> &
  Pick<CreditDeps, 'onDeposit'> &
  Pick<HeadParts, 'onBlockAge'>

/**
 * In production, one request brings the one or two blocks made since the last one, because requests
 * count toward the nodes' daily quota. In development, someone is waiting for the result.
 */
const EVERY_MS = { production: 5_000, development: 1_000 }
/**
 * Follows the chain. Records incoming and outgoing transfers in final blocks, submits incoming ones
 * to the ledger, shows pending ones, and expires requests whose rate lock is over. After any
 * interruption, it continues where it stopped.
 */
export async function startChainWatcher(context: Watch): Promise<Worker> {
  const { config, log, stopping } = context
  const everyMs = config.production ? EVERY_MS.production : EVERY_MS.development
  // Long enough for a slow round or two. After that, another worker replaces one that was killed.
  const lease = openWatchLease(context.db, 3 * everyMs + 1_000)
  const watcher = openWatcher(context, { lease })
  const worker = repeat({ name: 'chain watcher', everyMs, log, stopping }, () => watcher.round())
  return {
    async stop() {
      await worker.stop()
      // Without the database, no other worker can take over. The lease expires on its own.
      await lease
        .release()
        .catch((error: unknown) => log.debug({ err: error }, 'the lease was not released'))
    },
  }
}

/**
 * Runs one round at a time. The caller schedules the rounds.
 * @param options `lease`: with several workers, lets one of them follow the chain
 */
export function openWatcher(
  context: Watch,
  { autoAcceptMs, lease }: { autoAcceptMs?: number | undefined; lease?: WatchLease } = {},
): { round(): Promise<void> } {
  const { db, tron, stopping } = context
  const pace = openScanPace()
  const nodes = openNodeWatch(context)
  const newAddresses = openAddressCheck(context)
  let network: string | undefined
  let view: HeadView | undefined
  return {
    async round() {
      nodes.look()
      // Trust nothing that another network or another token reported.
      if (await isNetworkWrong(db)) return
      // Booking what is already recorded needs no node.
      await creditIncoming(context, stopping)
      network ??= must(await tron.chainName())
      view ??= openHeadView({ ...context, network })
      const cursor = (await readCursor(db, network)) ?? (await begin(context, network))
      if (lease && !(await lease.take(network))) return
      const reached = await catchUp(context, { network, pace, lease }, cursor)
      if (stopping.aborted) return
      await expireDeposits(context, reached.finalAt)
      await acceptOldTransfers(context, autoAcceptMs)
      await newAddresses.look(reached.finalNumber)
      await view.refresh(reached.finalNumber)
    },
  }
}

function must<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`the chain cannot be read: ${describe(result.trouble)}`)
}

const describe = ({ kind, detail }: Trouble): string => `${kind}, ${detail}`

async function begin({ db, tron }: Watch, network: string): Promise<Cursor> {
  const final: BlockHead = must(await tron.finalHead())
  await startCursor(db, network, await findStart(db, tron, final))
  const cursor = await readCursor(db, network)
  if (!cursor) throw new Error('the cursor was not made')
  return cursor
}

type Scan = { network: string; pace: ScanPace; lease: WatchLease | undefined }

/**
 * Records all blocks up to the final head, a piece at a time, and settles each piece. The list of
 * blocks ends at the head, so we spend no request on finding it.
 */
async function catchUp(
  context: Watch,
  { network, pace, lease }: Scan,
  from: Cursor,
): Promise<Cursor> {
  const { db, log, stopping } = context
  let cursor = from
  while (!stopping.aborted) {
    const asked = pace.blocks()
    const blocks = await readPiece(context, cursor, pace)
    if (blocks === 'smaller') continue
    const [first, last] = [blocks.at(0), blocks.at(-1)]
    if (!first || !last) break
    // A final block that doesn't follow our last one: another chain, or a lying node.
    if (first.parentId !== cursor.finalId) {
      await pauseForReplacedBlock(context, { number: cursor.finalNumber, id: cursor.finalId })
      throw new Error(
        `block ${first.number} does not follow block ${cursor.finalNumber}, ${cursor.finalId}: ` +
          'most nodes replaced a final block, then or now',
      )
    }
    if (!(await recordBlocks(db, network, blocks))) break
    await creditIncoming(context, stopping)
    const finalAt = new Date(last.timeMs)
    cursor = { ...cursor, finalNumber: last.number, finalId: last.id, finalAt }
    if (blocks.length < asked) break
    log.info({ block: last.number, at: finalAt }, 'catching up with the chain')
    if (lease && !(await lease.take(network))) break
  }
  return cursor
}

/** The next blocks after the cursor (none at the head), or `smaller` to ask for fewer. */
async function readPiece(
  { db, tron }: Watch,
  { finalNumber, finalAt }: Cursor,
  pace: ScanPace,
): Promise<ReadBlock[] | 'smaller'> {
  const next = finalNumber + 1
  const asked = pace.blocks()
  const blocks = await tron.finalBlocks(next, next + asked - 1, openConcern(db))
  if (!blocks.ok) {
    if (pace.fail(blocks.trouble)) return 'smaller'
    return must(blocks)
  }
  if (blocks.value.length > 0) {
    pace.succeed()
    return blocks.value
  }
  if (isStale(finalAt)) {
    const { number } = must(await tron.finalHead())
    if (number > finalNumber) throw new Error(`no node serves block ${next} of ${number}`)
  }
  return []
}
