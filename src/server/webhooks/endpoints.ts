import { sql } from 'kysely'
import type { z } from 'zod'
import { MAX_WEBHOOKS } from '../../contract/fields/limits.ts'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { webhookEventTypes, type WebhookEventType } from '../../contract/fields/webhook-types.ts'
import type { changedWebhook, newWebhook, Webhook } from '../../contract/subjects/webhooks.ts'
import { fromNow, lit, now, subquery } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { seal } from '../auth/sealed.ts'
import type { Context } from '../context.ts'
import { countRows } from '../lists/list.ts'
import { checkUrl } from './check-url.ts'
import { lockLanes, resume } from './lanes.ts'
import { recordChange, type From } from './record-change.ts'
import { newSecret, olderOf, overlapEnd, SECRETS } from './sign.ts'

const COLUMNS = [
  'no',
  'url',
  'description',
  'events',
  'enabled',
  'from_seq',
  ...SECRETS,
  'created_by',
  'created_at',
  'failing_since',
  'disabled_at',
  'disabled_by',
  'failed_at',
] as const
type Row = RowOf<'webhook_endpoints', (typeof COLUMNS)[number]>
type Answer = z.infer<typeof Webhook>
type WithSecret = { webhook: Answer; secret: string }

/** For how long the previous secret signs as well. */
const OVERLAP_HOURS = 24

type Counts = { pending: number; failed: number }

/** The number of open and failed deliveries of each endpoint. */
async function countDeliveries(
  db: Db | Tx,
  endpoints: readonly Row[],
): Promise<Map<number, Counts>> {
  const counts = new Map<number, Counts>()
  for (const { no } of endpoints) {
    const count = (state: 'pending' | 'failed') =>
      countRows(
        db,
        sql`(${subquery
          .selectFrom('webhook_deliveries')
          .select('event_no')
          .where('endpoint_no', '=', no)
          .where('state', '=', lit(state))})`,
      )
    counts.set(no, { pending: await count('pending'), failed: await count('failed') })
  }
  return counts
}

const isKnown = (type: string): type is WebhookEventType =>
  webhookEventTypes.some((known) => known === type)

const show = (row: Row, counts: Counts | undefined): Answer => ({
  id: String(row.no),
  url: row.url,
  description: row.description,
  events: row.events.filter(isKnown),
  enabled: row.enabled,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  failing_since: row.failing_since?.toISOString() ?? null,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  disabled_by: row.disabled_by,
  previous_secret_until: overlapEnd(row),
  pending: counts?.pending ?? 0,
  failed: counts?.failed ?? 0,
})

/** Every endpoint, oldest first. */
export async function listWebhooks(db: Db): Promise<Answer[]> {
  const rows = await db.selectFrom('webhook_endpoints').select(COLUMNS).orderBy('no').execute()
  const counts = await countDeliveries(db, rows)
  return rows.map((row) => show(row, counts.get(row.no)))
}

/** One endpoint, locked against changes. Rejects with `not_found` if there is none. */
export async function lockWebhook(tx: Tx, no: number): Promise<Row> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select(COLUMNS)
    .where('no', '=', no)
    .forUpdate()
    .executeTakeFirst()
  return requireFound(row)
}

async function showOne(tx: Tx, row: Row): Promise<Answer> {
  return show(row, (await countDeliveries(tx, [row])).get(row.no))
}

/**
 * The command after which a newly enabled endpoint gets events. If it is the only endpoint, nothing
 * has read the log for a while, and the cursor moves there first.
 */
async function startHere(tx: Tx): Promise<bigint> {
  await tx.selectFrom('webhook_cursor').select('seq').forUpdate().execute()
  // One statement, so that all three values fit together.
  const here = await tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('commands')
        .select(({ fn }) => fn.max('seq').as('n'))
        .as('seq'),
      eb
        .selectFrom('members')
        .select(({ fn }) => fn.max('no').as('n'))
        .as('member'),
      eb
        .selectFrom('profiles')
        .select(({ fn }) => fn.max('no').as('n'))
        .as('profile'),
    ])
    .executeTakeFirstOrThrow()
  const seq = here.seq ?? 0n
  await tx
    .updateTable('webhook_cursor')
    .set({ seq, member_no: here.member ?? 0, profile_no: here.profile ?? 0 })
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhook_endpoints').where('disabled_by', 'is', null))),
    )
    .execute()
  return seq
}

const reachOf = ({ config }: Pick<Context, 'config'>) => ({ allowLoopback: !config.production })

type Where = Pick<Context, 'db' | 'config'>

/** Adds an endpoint. Returns its secret, which nobody can read later. */
export async function addWebhook(
  context: Where,
  form: z.output<typeof newWebhook>,
  by: From,
): Promise<WithSecret> {
  const url = await checkUrl(form.url, reachOf(context))
  const secret = newSecret()
  const sealed = seal(context.config.authSecret, Buffer.from(secret, 'utf8'))
  return await context.db.transaction().execute(async (tx) => {
    const from_seq = await startHere(tx)
    // The cursor's lock admits one admin at a time.
    const all = await tx.selectFrom('webhook_endpoints').select('no').execute()
    if (all.length >= MAX_WEBHOOKS) throw reject('too_many_webhooks')
    const { description, events } = form
    const row = await tx
      .insertInto('webhook_endpoints')
      .values({ url, description, events, from_seq, secret: sealed, created_by: by.operator })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await recordChange(tx, context.config, by, { action: 'add webhook', no: row.no, after: row })
    return { webhook: await showOne(tx, row), secret }
  })
}

/** Changes an endpoint. Enabling it again clears its failures, and so does a new URL. */
export async function changeWebhook(
  context: Where,
  no: number,
  form: z.output<typeof changedWebhook>,
  by: From,
): Promise<Answer> {
  const url = form.url === undefined ? undefined : await checkUrl(form.url, reachOf(context))
  return await context.db.transaction().execute(async (tx) => {
    const start = form.enabled === true ? await startHere(tx) : 0n
    const before = await lockWebhook(tx, no)
    const { description = before.description, events = before.events } = form
    const changes = { url: url ?? before.url, description, events }
    const moved = changes.url === before.url ? {} : { failing_since: null }
    const row = await tx
      .updateTable('webhook_endpoints')
      .set({ ...changes, ...moved, ...switched(before, form.enabled, start, by) })
      .where('no', '=', no)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    if (row.enabled && !before.enabled) {
      await lockLanes(tx)
      await resume(tx, no)
    }
    await recordChange(tx, context.config, by, { action: 'change webhook', no, before, after: row })
    return await showOne(tx, row)
  })
}

/**
 * The columns to set when an endpoint is enabled or disabled. If we disabled it, it missed no
 * events.
 */
function switched(before: Row, wanted: boolean | undefined, start: bigint, by: From) {
  const { disabled_by: operator, from_seq: since } = before
  if (wanted === undefined || wanted === before.enabled) return {}
  if (!wanted) return { enabled: false, disabled_at: now, disabled_by: by.operator }
  const fresh = { failing_since: null, disabled_at: null, disabled_by: null }
  return { enabled: true, from_seq: operator === null ? since : start, ...fresh }
}

/**
 * Gives an endpoint a new secret. The previous one signs as well for a day. So does the one that
 * was in use before the first change of that day: the other system may not have the ones between.
 */
export async function rollSecret(context: Where, no: number, by: From): Promise<WithSecret> {
  const secret = newSecret()
  const sealed = seal(context.config.authSecret, Buffer.from(secret, 'utf8'))
  return await context.db.transaction().execute(async (tx) => {
    const before = await lockWebhook(tx, no)
    const row = await tx
      .updateTable('webhook_endpoints')
      .set({
        secret: sealed,
        previous_secret: before.secret,
        previous_until: fromNow('hours', OVERLAP_HOURS),
        ...olderOf(before),
      })
      .where('no', '=', no)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await recordChange(tx, context.config, by, { action: 'roll webhook secret', no })
    return { webhook: await showOne(tx, row), secret }
  })
}

/** Removes an endpoint. Its pending deliveries are never sent and expire. */
export async function removeWebhook({ db, config }: Where, no: number, by: From): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await lockWebhook(tx, no)
    await tx.deleteFrom('webhook_endpoints').where('no', '=', no).execute()
    await recordChange(tx, config, by, { action: 'remove webhook', no, before: row })
  })
}
