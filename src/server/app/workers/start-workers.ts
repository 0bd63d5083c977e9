import type { Config } from '../../config/config.ts'
import { roles } from '../../config/roles.ts'
import type { Context } from '../../context.ts'
import type { Watch } from '../../deposit/chain-watcher.ts'
import { readVenues } from '../../rate/feed.ts'
import { refuseDepositKey } from '../../payout/payout-wallet.ts'
import { storePayoutHold } from '../../pins/payout-hold.ts'
import { startNetworkCheck } from '../../startup/pins.ts'
import type { StopList } from '../../startup/stop-list.ts'
import { startSharedWorkers } from './shared-workers.ts'
import { startSingleWorkers } from './single-workers.ts'

/** Throws BadConfig if a setting is wrong that a standby uses only when it takes over. */
export function requireWorkerSettings(config: Config): void {
  if (roles[config.part].followsChain) readVenues(config)
}

/**
 * Starts background work, if this process's role includes it.
 * @throws BadConfig for a payout key that a standby would refuse when it takes over
 */
export async function startWorkers(
  context: Context & Required<Watch>,
  stops: StopList,
): Promise<void> {
  const { db, config } = context
  const { followsChain, sendsEmails } = roles[config.part]
  if (followsChain && config.payoutKey) await refuseDepositKey(db, config.payoutKey)
  if (sendsEmails) startSharedWorkers(context, stops)
  if (!followsChain) return
  await storePayoutHold(db, config)
  const network = await startNetworkCheck(context)
  stops.add('network check', () => network.stop())
  await startSingleWorkers(context, stops)
}
