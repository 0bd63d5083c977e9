import type { BlockHead, ReadBlock } from '../../tron/block/block-reads.ts'
import type { Result, Trouble } from '../../tron/node/trouble.ts'
import { findStart } from '../chain/find-start.ts'
import { readCursor, recordBlocks, startCursor, type Cursor } from '../chain/record-blocks.ts'
import { openConcern } from '../chain/record-transactions.ts'
import { isStale, type ScanPace } from '../chain/scan-pace.ts'
import type { WatchLease } from '../chain/watch-lease.ts'
import type { Context } from '../context.ts'
import { pauseForReplacedBlock } from '../pauses/pauses.ts'
import { creditIncoming, type CreditDeps } from './incoming/credit-transfers.ts'

export type Scanning = Pick<Context, 'db' | 'book' | 'tron' | 'log' | 'stopping'> &
  Pick<CreditDeps, 'onDeposit'>

/** What the nodes answered. Throws if they couldn't. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`the chain cannot be read: ${describe(result.trouble)}`)
}

const describe = ({ kind, detail }: Trouble): string => `${kind}, ${detail}`

/** How far we have read the chain. If we haven't yet, decides where to start. */
export async function readOrStart({ db, tron }: Scanning, network: string): Promise<Cursor> {
  const known = await readCursor(db, network)
  if (known) return known
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
export async function scanBlocks(
  context: Scanning,
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
  { db, tron }: Scanning,
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
