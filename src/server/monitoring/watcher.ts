import { nowMs } from '../../clock/clock.ts'
import type { Context } from '../context.ts'
import { startLoggingEntries } from '../audit/log-entries.ts'
import { publishDueDrafts } from '../catalog/publish-drafts.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { checkAlerts } from './alerts.ts'
import { takeSnapshot } from './snapshots.ts'
import { emailAuditHead } from './email-audit-head.ts'

const EVERY_MS = 60_000
const DUE_EVERY_MS = 5_000

/** Runs monitoring: snapshots, alerts by email, the audit log's lines, and scheduled catalogs. */
export function startWatcher(context: Context): Worker {
  const { db, config, log, stopping } = context
  const since = new Date(nowMs())
  const watching = repeat({ name: 'watcher', everyMs: EVERY_MS, log, stopping }, async () => {
    await takeSnapshot(db)
    await checkAlerts(db, config, since)
    await emailAuditHead({ db, log }, config.alertEmail)
  })
  const publishing = repeat({ name: 'catalogs', everyMs: DUE_EVERY_MS, log, stopping }, () =>
    publishDueDrafts(context),
  )
  const logging = startLoggingEntries(context)
  return {
    async stop() {
      await Promise.all([watching.stop(), publishing.stop(), logging.stop()])
    },
  }
}
