import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { openAddressCheck } from './incoming/addresses.ts'
import { isNetworkWrong } from '../pauses/pauses.ts'
import { acceptOldTransfers, expireDeposits } from './deposit-deadlines.ts'
import { openHeadView, type HeadParts, type HeadView } from './incoming/follow-head.ts'
import { openNodeWatch } from '../chain/node-watch.ts'
import { openScanPace } from '../chain/scan-pace.ts'
import { creditIncoming } from './incoming/credit-transfers.ts'
import { must, readOrStart, scanBlocks, type Scanning } from './scan-blocks.ts'
import { openWatchLease, type WatchLease } from '../chain/watch-lease.ts'

export type Watch = Scanning & Pick<Context, 'config'> & Pick<HeadParts, 'onBlockAge'>

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
      const cursor = await readOrStart(context, network)
      if (lease && !(await lease.take(network))) return
      const reached = await scanBlocks(context, { network, pace, lease }, cursor)
      if (stopping.aborted) return
      await expireDeposits(context, reached.finalAt)
      await acceptOldTransfers(context, autoAcceptMs)
      await newAddresses.look(reached.finalNumber)
      await view.refresh(reached.finalNumber)
    },
  }
}
