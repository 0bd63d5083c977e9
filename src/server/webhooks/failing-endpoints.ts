import { ago, is, lit, now, unawaited } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { audit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { webhookDisabledEmail } from '../email/staff-emails.ts'

/** An endpoint that failed for this long without any success is disabled. */
const FAILING_DAYS = 5
/**
 * After a day without a failure, the next failure begins a new streak. We may have had nothing to
 * send, or been down. We try a waiting event at least four times a day.
 */
const QUIET_DAYS = 1
/** How precisely we record the last failure. */
const NOTED_HOURS = 1
type Recorder = Pick<Context, 'db' | 'log'> & {
  readonly config: Pick<Context['config'], 'alertEmail'>
}
type Endpoint = RowOf<'webhook_endpoints', 'no' | 'url'>

/**
 * Decides by the row's current value, because another request may have failed meanwhile, and the
 * URL may be another one.
 */
export async function recordSuccess({ db }: Recorder, { no, url }: Endpoint): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .from(unawaited)
    .set({ failing_since: null })
    .where('no', '=', no)
    .where('url', '=', url)
    .where('failing_since', 'is not', null)
    .execute()
}

/**
 * Records the first failure of a streak, and then one an hour. All requests to the endpoint share
 * the row, so we don't hold its lock until the change is on disk. A crash may lose the last change
 * of a streak, and the next answer makes up for it.
 */
export async function recordFailure(
  { db, config, log }: Recorder,
  { no, url }: Endpoint,
): Promise<void> {
  const row = await db
    .updateTable('webhook_endpoints')
    .from(unawaited)
    .set((eb) => ({
      failing_since: eb
        .case()
        .when('failed_at', '>', ago('days', QUIET_DAYS))
        .then(eb.fn.coalesce('failing_since', now))
        .else(now)
        .end(),
      failed_at: now,
    }))
    .where('no', '=', no)
    // A request to the previous URL says nothing about this one.
    .where('url', '=', url)
    .where((eb) =>
      eb.or([
        eb('failing_since', 'is', null),
        eb('failed_at', 'is', null),
        eb('failed_at', '<', ago('hours', NOTED_HOURS)),
      ]),
    )
    .returning((eb) => is(eb('failing_since', '<', ago('days', FAILING_DAYS))).as('isOver'))
    .executeTakeFirst()
  if (row?.isOver && (await disable(db, no, config.alertEmail)))
    log.warn({ webhook: no }, 'the webhook kept failing and is disabled')
}

/** Disables an endpoint that seems abandoned, and emails the admins. False if it didn't. */
async function disable(db: Db, no: number, to: string): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const [row] = await tx
      .updateTable('webhook_endpoints')
      .set({ enabled: false, disabled_at: now, disabled_by: null })
      .where('no', '=', no)
      .where('enabled', '=', lit(true))
      .where('failing_since', '<', ago('days', FAILING_DAYS))
      .returning(['url', 'description'])
      .execute()
    if (!row) return false
    const by = { operator: 'webhooks', requestId: 'webhooks' }
    const reason = `It failed for ${FAILING_DAYS} days.`
    await audit(tx, [{ ...by, action: 'disable webhook', object: `webhook ${no}`, reason }])
    const { host } = new URL(row.url)
    const content = webhookDisabledEmail(row.description || host, host, FAILING_DAYS)
    await enqueueEmails(tx, [{ to, kind: 'security', content }])
    return true
  })
}
