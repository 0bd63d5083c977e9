import type { Context } from '../context.ts'
import { startMailWorker } from '../mail/send-mails.ts'
import type { StopList } from './stop-list.ts'

type Worker = { stop(): Promise<void> }

/** Starts what works without being asked: mails, rates, the chain in, the payouts out. */
export function startWorkers(context: Context, stops: StopList): void {
  const { config, db, log } = context
  const from = { from: config.mailFrom, host: new URL(config.publicUrl).hostname }
  const workers: Record<string, Worker> = {
    mails: startMailWorker(db, { smtpUrl: config.smtpUrl ?? '', ...from }, log),
  }
  for (const [name, worker] of Object.entries(workers)) stops.add(name, () => worker.stop())
}
