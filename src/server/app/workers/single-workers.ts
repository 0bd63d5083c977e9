import { directUrlOf } from '../../config/config.ts'
import { roles } from '../../config/roles.ts'
import type { Context } from '../../context.ts'
import { startReconciler } from '../../custody/reconciliation/reconciler.ts'
import { startChainWatcher, type Watch } from '../../deposit/chain-watcher.ts'
import { startAssigning } from '../../deposit/incoming/deposit-address.ts'
import { startImports } from '../../imports/run-imports.ts'
import { openSingleJobs } from '../../leader/single-jobs.ts'
import { startWatcher } from '../../monitoring/watcher.ts'
import { startFinishingClosings } from '../../own-data/finish-closings.ts'
import { startPayoutWorker } from '../../payout/payout-worker.ts'
import { startRateFeed } from '../../rate/feed.ts'
import type { StopList } from '../../startup/stop-list.ts'
import { startTransparency } from '../../transparency/worker.ts'
import { startReturningDisputed } from '../../withdrawal/return-disputed.ts'

/** Each of these runs in one process at a time. */
export async function startSingleWorkers(
  context: Context & Required<Watch>,
  stops: StopList,
): Promise<void> {
  const { config, log } = context
  const jobs = openSingleJobs(directUrlOf(config), 'jobs', log, stops)
  await jobs.add({ name: 'rate feed', start: () => startRateFeed(context) })
  await jobs.add({ name: 'chain watcher', start: () => startChainWatcher(context) })
  // A process that serves members assigns their addresses itself.
  if (!roles[config.part].serves) {
    await jobs.add({ name: 'deposit addresses', start: () => startAssigning(context) })
  }
  await jobs.add({ name: 'imports', start: () => startImports(context) })
  await jobs.add({
    name: 'disputed withdrawals',
    start: () => startReturningDisputed(context),
  })
  await jobs.add({ name: 'closings', start: () => startFinishingClosings(context) })
  await jobs.add({ name: 'payouts', start: () => startPayoutWorker(context) })
  await jobs.add({ name: 'reconciler', start: () => startReconciler(context) })
  await jobs.add({ name: 'watcher', start: () => startWatcher(context) })
  await jobs.add({ name: 'transparency', start: () => startTransparency(context) })
}
