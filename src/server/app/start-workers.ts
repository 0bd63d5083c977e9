import { directUrlOf } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import type { Context } from '../context.ts'
import { startChainWatcher } from '../deposit/chain-watcher.ts'
import { openSingleJobs } from '../leader/single-jobs.ts'
import { startEmailWorker } from '../email/send-emails.ts'
import { expireAccessChanges } from '../staff/expire-access-changes.ts'
import { startForgetting } from '../workers/forget.ts'
import { startRateFeed } from '../rate/feed.ts'
import { startReconciler } from '../custody/reconciler.ts'
import { startRewardDays } from '../history/roll-up-rewards.ts'
import { startWatcher } from '../monitoring/watcher.ts'
import { startPayoutWorker } from '../payout/payout-worker.ts'
import { startNetworkCheck } from '../startup/pins.ts'
import type { StopList } from '../startup/stop-list.ts'

/** Starts background work, if that is this process's role. */
export async function startWorkers(context: Context, stops: StopList): Promise<void> {
  const { followsChain, sendsEmails } = roles[context.config.part]
  if (sendsEmails) startEmails(context, stops)
  if (followsChain) await startSingleJobs(context, stops)
}

/** Any number of processes may do these. */
function startEmails(context: Context, stops: StopList): void {
  const { config, db, log } = context
  const from = { from: config.emailFrom, host: new URL(config.publicUrl).hostname }
  const emails = startEmailWorker(db, { smtpUrl: config.smtpUrl ?? '', ...from }, log)
  stops.add('emails', () => emails.stop())
  const forgetting = startForgetting(context, expireAccessChanges)
  stops.add('forgetting', () => forgetting.stop())
  const rewardDays = startRewardDays(context)
  stops.add('reward days', () => rewardDays.stop())
}

/** Each of these runs in one process at a time. */
async function startSingleJobs(context: Context, stops: StopList): Promise<void> {
  const { config, log } = context
  const network = await startNetworkCheck(context)
  stops.add('network check', () => network.stop())
  const jobs = openSingleJobs(directUrlOf(config), 'jobs', log, stops)
  await jobs.add({ name: 'rate feed', start: () => startRateFeed(context) })
  await jobs.add({ name: 'chain watcher', start: () => startChainWatcher(context) })
  await jobs.add({ name: 'payouts', start: () => startPayoutWorker(context) })
  await jobs.add({ name: 'reconciler', start: () => startReconciler(context) })
  await jobs.add({ name: 'watcher', start: () => startWatcher(context) })
}
