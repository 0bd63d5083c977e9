import type { RowOf, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import type { Config } from '../config/config.ts'
import { reportAccess, reportChange } from '../email/report-access.ts'

type Row = RowOf<'webhook_endpoints'>

/** An operator, where they are signed in, and the request. */
export type From = By & { readonly device: string; readonly address: string }

/**
 * An endpoint in the audit log. We leave out its path, which may hold a password of the other
 * system.
 */
const audited = (row: Row | undefined) =>
  row && {
    host: new URL(row.url).origin,
    description: row.description,
    events: row.events,
    enabled: row.enabled,
  }

type Change = {
  readonly action: 'add webhook' | 'change webhook' | 'remove webhook' | 'roll webhook secret'
  readonly no: number
  readonly before?: Row
  readonly after?: Row
}

/**
 * Audits a change of an endpoint. It also emails the alert mailbox, because this may be an intruder
 * who gets our events or their secret, or keeps them from the other system.
 */
export async function recordChange(
  tx: Tx,
  config: Pick<Config, 'alertEmail' | 'rateLimits'>,
  { operator, requestId, device, address }: From,
  change: Change,
): Promise<void> {
  const { action, no, before, after } = change
  const figures = { before: audited(before), after: audited(after) }
  await audit(tx, [{ operator, requestId, action, object: `webhook ${no}`, ...figures }])
  for (const { what, takesAway } of reportsOf(change)) {
    const report = takesAway ? reportAccess : reportChange
    await report(tx, config, operator, what, { device, address })
  }
}

const hostOf = (row: Row): string => new URL(row.url).host

type Report = { readonly what: string; readonly takesAway?: boolean }

/** What the alert mailbox reads. A new description alone isn't worth an email. */
function reportsOf({ action, no, before, after }: Change): Report[] {
  if (action === 'roll webhook secret')
    return [{ what: `rolled the secret of webhook ${no}, and saw the new one` }]
  if (!after) {
    const what = before && `removed webhook ${no}, which sent events to ${hostOf(before)}`
    return what ? [{ what, takesAway: true }] : []
  }
  if (!before) return [{ what: `added webhook ${no}, which sends events to ${hostOf(after)}` }]
  const reports: Report[] = []
  if (after.url !== before.url) reports.push({ what: `moved webhook ${no} to ${hostOf(after)}` })
  if (after.enabled !== before.enabled) {
    const what = `${after.enabled ? 'enabled' : 'disabled'} webhook ${no}`
    reports.push({ what, takesAway: !after.enabled })
  }
  if (after.events.toSorted().join() !== before.events.toSorted().join())
    reports.push({ what: `changed which events webhook ${no} sends` })
  return reports
}
