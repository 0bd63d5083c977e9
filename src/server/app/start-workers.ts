import { roles } from '../config/roles.ts'
import type { Context } from '../context.ts'
import { startChainWatcher } from '../deposit/chain-watcher.ts'
import { startPublisher } from '../events/publish.ts'
import { startEmailWorker } from '../email/send-emails.ts'
import { expireAccessChanges } from '../staff/expire-access-changes.ts'
import { startForgetting } from '../workers/forget.ts'
import { startRateFeed } from '../rate/feed.ts'
import { startReconciler } from '../custody/reconciler.ts'
import { startWatcher } from '../monitoring/watcher.ts'
import { startPayoutWorker } from '../payout/payout-worker.ts'
import { startNetworkCheck } from '../startup/pins.ts'
import type { StopList } from '../startup/stop-list.ts'

/** Starts background work, if that is this process's role: emails, rates, transfers, payouts. */
export async function startWorkers(context: Context, stops: StopList): Promise<void> {
  const { config, db, book, log } = context
  if (!roles[config.part].works) return
  const from = { from: config.emailFrom, host: new URL(config.publicUrl).hostname }
  const emails = startEmailWorker(db, { smtpUrl: config.smtpUrl ?? '', ...from }, log)
  stops.add('emails', () => emails.stop())
  // A worker without a web part needs this too, to notify the processes that have one.
  const stopPublisher = startPublisher(book, db, (error) => log.warn({ err: error }, 'not told'))
  stops.add('publisher', () => Promise.resolve(stopPublisher()))
  const rate = await startRateFeed(context)
  stops.add('rate feed', () => rate.stop())
  const network = await startNetworkCheck(context)
  stops.add('network check', () => network.stop())
  const watcher = await startChainWatcher(context)
  stops.add('chain watcher', () => watcher.stop())
  const payouts = await startPayoutWorker(context)
  stops.add('payouts', () => payouts.stop())
  const reconciler = startReconciler(context)
  stops.add('reconciler', () => reconciler.stop())
  const house = startWatcher(context)
  stops.add('watcher', () => house.stop())
  const forgetting = startForgetting(context, expireAccessChanges)
  stops.add('forgetting', () => forgetting.stop())
}
