import type { Context } from '../context.ts'
import { publishDueDrafts } from '../catalogue/publish-drafts.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { checkAlerts } from './alerts.ts'
import { takeSnapshot } from './snapshots.ts'
import { tellAuditHead } from './email-audit-head.ts'

const everyMs = 60_000
const dueEveryMs = 5_000

/** Runs monitoring: snapshots, alerts by email, and scheduled catalogs. */
export function startWatcher(context: Context): Worker {
  const { db, config, log, stopping } = context
  const since = new Date()
  const watching = repeat({ name: 'watcher', everyMs, log, stopping }, async () => {
    await takeSnapshot(db)
    await checkAlerts(db, config.alertEmail, since)
    await tellAuditHead({ db, log }, config.alertEmail)
  })
  const publishing = repeat({ name: 'catalogues', everyMs: dueEveryMs, log, stopping }, () =>
    publishDueDrafts(context),
  )
  return {
    async stop() {
      await Promise.all([watching.stop(), publishing.stop()])
    },
  }
}
