import type { RowOf, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import type { Config } from '../config/config.ts'
import { reportChange } from '../email/report-access.ts'

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
 * Audits a change of an endpoint. If events go to another URL from now on, it also emails the alert
 * mailbox, because this may be an intruder.
 */
export async function recordChange(
  tx: Tx,
  config: Pick<Config, 'alertEmail' | 'rateLimits'>,
  { operator, requestId, device, address }: From,
  { action, no, before, after }: Change,
): Promise<void> {
  const figures = { before: audited(before), after: audited(after) }
  await audit(tx, [{ operator, requestId, action, object: `webhook ${no}`, ...figures }])
  if (!after || after.url === before?.url) return
  const did = before ? `moved webhook ${no}` : `added webhook ${no}, which sends events`
  const what = `${did} to ${new URL(after.url).host}`
  await reportChange(tx, config, operator, what, { device, address })
}
