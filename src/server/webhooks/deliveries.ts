import { nowMs } from '../../clock/clock.ts'
import { expressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import type { WebhookDelivery } from '../../contract/subjects/webhooks.ts'
import { TEST_EVENT } from '../../contract/subjects/webhook-events.ts'
import { lit, type Condition } from '../../db/expressions.ts'
import type { Database, Db, RowOf, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { cursorNumber } from '../http/page-cursor.ts'
import { countRows, type List } from '../lists/list.ts'
import type { Slice } from '../http/paging.ts'
import { lockWebhook } from './endpoints.ts'
import { addDeliveries, lockLanes, reopen, sendNow } from './lanes.ts'
import { insertEvents, makeEvent, numberAfter } from './queue-events.ts'

type Answer = z.infer<typeof WebhookDelivery>
type State = Answer['state']
type Row = RowOf<
  'webhook_deliveries',
  | 'endpoint_no'
  | 'event_no'
  | 'member_no'
  | 'state'
  | 'attempts'
  | 'next_at'
  | 'last_at'
  | 'status'
  | 'answer'
  | 'failure'
  | 'created_at'
> &
  RowOf<'webhook_events', 'public_id' | 'kind' | 'body'>

const columns = expressionBuilder<Database, 'webhook_deliveries'>()

/** Deliveries with their events, which we look up only for the rows shown, newest first. */
const readRows = (
  db: Db | Tx,
  condition: Condition,
  { limit = 1, offset = 0 }: Slice = {},
): Promise<Row[]> =>
  db
    .selectFrom(
      db
        .selectFrom('webhook_deliveries')
        .select([
          'webhook_deliveries.endpoint_no',
          'webhook_deliveries.event_no',
          'webhook_deliveries.member_no',
          'webhook_deliveries.state',
          'webhook_deliveries.attempts',
          'webhook_deliveries.next_at',
          'webhook_deliveries.last_at',
          'webhook_deliveries.status',
          'webhook_deliveries.answer',
          'webhook_deliveries.failure',
          'webhook_deliveries.created_at',
        ])
        .where(condition)
        .orderBy('webhook_deliveries.event_no', 'desc')
        .limit(limit)
        .offset(offset)
        .as('page'),
    )
    .innerJoin('webhook_events', 'webhook_events.no', 'page.event_no')
    .select([
      'page.endpoint_no',
      'page.event_no',
      'page.member_no',
      'page.state',
      'page.attempts',
      'page.next_at',
      'page.last_at',
      'page.status',
      'page.answer',
      'page.failure',
      'page.created_at',
    ])
    .select(['webhook_events.public_id', 'webhook_events.kind', 'webhook_events.body'])
    .orderBy('page.event_no', 'desc')
    .execute()

const show = (row: Row): Answer => ({
  id: String(row.event_no),
  event_id: row.public_id,
  type: row.kind,
  member_id: row.member_no === 0 ? null : String(row.member_no),
  state: row.state,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  last_at: row.last_at?.toISOString() ?? null,
  next_at: row.next_at?.toISOString() ?? null,
  status: row.status,
  answer: row.answer,
  failure: row.failure,
  body: row.body,
})

const ofEndpoint = (endpoint: number): Condition =>
  columns('webhook_deliveries.endpoint_no', '=', endpoint)

/** Rejects with `not_found` unless there is such an endpoint. */
export async function requireWebhook(db: Db, endpoint: number): Promise<void> {
  const query = db.selectFrom('webhook_endpoints').select('no').where('no', '=', endpoint)
  requireFound(await query.executeTakeFirst())
}

/** The deliveries of an endpoint, newest first. */
export function deliveryList(db: Db, endpoint: number, state: State | undefined): List<Answer> {
  const own = ofEndpoint(endpoint)
  const filter = state ? columns.and([own, columns('state', '=', lit(state))]) : own
  return {
    count: () => countRows(db, sql`(select from webhook_deliveries where ${filter})`),
    read: async ({ after, ...slice }) => {
      const beyond = (key: string) =>
        columns.and([filter, columns('webhook_deliveries.event_no', '<', cursorNumber(key))])
      const rows = await readRows(db, after ? beyond(after) : filter, slice)
      return rows.map(show)
    },
    keyOf: ({ id }) => id,
  }
}

async function showOne(tx: Tx, endpoint: number, event: bigint): Promise<Answer> {
  const own = columns.and([ofEndpoint(endpoint), columns('event_no', '=', event)])
  return show(requireFound((await readRows(tx, own))[0]))
}

/** Locks an endpoint that is enabled. */
async function lockEnabled(tx: Tx, endpoint: number): Promise<void> {
  const { enabled } = await lockWebhook(tx, endpoint)
  if (!enabled) throw reject('webhook_disabled')
}

const object = (endpoint: number): string => `webhook ${endpoint}`

/** Queues a test event for one endpoint. */
export function sendTest(db: Db, endpoint: number, by: By): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    // Lock in the same order as when events are queued: cursor, endpoint, lanes.
    const cursor = await tx
      .selectFrom('webhook_cursor')
      .select('event_no')
      .forUpdate()
      .executeTakeFirstOrThrow()
    await lockEnabled(tx, endpoint)
    const no = numberAfter(cursor.event_no) + 1n
    await tx.updateTable('webhook_cursor').set({ event_no: no }).execute()
    const at = new Date(nowMs())
    const about = { type: TEST_EVENT, at, member: null, data: { test: true } }
    const event = { ...makeEvent(no, about), member: 0 }
    await insertEvents(tx, [event])
    await lockLanes(tx)
    await addDeliveries(tx, [{ ...event, seq: 0n }], endpoint)
    await audit(tx, [{ ...by, action: 'test webhook', object: object(endpoint) }])
    return await showOne(tx, endpoint, no)
  })
}

/**
 * Queues an event for an endpoint again. A pending one is sent at once, unless it waits for an
 * earlier one.
 */
export function replayOne(db: Db, endpoint: number, event: bigint, by: By): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    await lockEnabled(tx, endpoint)
    await showOne(tx, endpoint, event)
    await lockLanes(tx)
    const reopened = await reopen(tx, endpoint, [event])
    if (reopened === 0) await sendNow(tx, endpoint, event)
    const after = { event: String(event) }
    await audit(tx, [{ ...by, action: 'replay webhook', object: object(endpoint), after }])
    return await showOne(tx, endpoint, event)
  })
}

const REPLAYED_AT_ONCE = 10_000

/** Queues the oldest failed deliveries of an endpoint again. Returns how many. */
export function replayFailed(db: Db, endpoint: number, since: Date, by: By): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockEnabled(tx, endpoint)
    await lockLanes(tx)
    const rows = await tx
      .selectFrom('webhook_deliveries')
      .select('event_no')
      .where('endpoint_no', '=', endpoint)
      .where('state', '=', lit('failed'))
      .where('created_at', '>=', since)
      .orderBy('event_no')
      .limit(REPLAYED_AT_ONCE)
      .execute()
    const numbers = rows.map(({ event_no: no }) => no)
    const queued = await reopen(tx, endpoint, numbers)
    const after = { since: since.toISOString(), queued }
    await audit(tx, [{ ...by, action: 'replay webhook', object: object(endpoint), after }])
    return queued
  })
}
