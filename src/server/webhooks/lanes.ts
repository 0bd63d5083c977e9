import { expressionBuilder, sql } from 'kysely'
import { ago, anyOf, fromNow, lit, now } from '../../db/expressions.ts'
import type { Database, Db, Tx } from '../../db/types.ts'
import { WEBHOOK_KEPT_DAYS } from '../workers/ended-deliveries.ts'

// The deliveries of one member to one endpoint are a lane: each waits until the previous one has
// ended. Only the first has a time to be sent.

/** The advisory lock that keeps lanes in order. */
const LANES = 7_960_366

/** Held while deliveries are added. A delivery that ended meanwhile wouldn't see its successor. */
export const lockLanes = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(${sql.lit(LANES)})`.execute(tx)

/**
 * Held while a delivery ends. It doesn't wait for the disk. If a crash loses the mark, we send the
 * event again, just as after a crash before the mark.
 */
export const shareLanes = (tx: Tx) =>
  sql`select pg_advisory_xact_lock_shared(${sql.lit(LANES)}),
    set_config('synchronous_commit', 'off', true)`.execute(tx)

const RETRY_DAYS = 3

type NewEvent = { readonly no: bigint; readonly type: string; readonly member: number }

/**
 * Adds deliveries of new events, which have the highest numbers so far, to the endpoints that
 * subscribe to them. An endpoint that we disabled for failing also gets them, for the time after it
 * is enabled again. Only an operator stops its events. Needs `lockLanes`.
 * @param only the one endpoint that gets them, whatever types it subscribed to
 */
export async function addDeliveries(
  tx: Tx,
  events: readonly (NewEvent & { readonly seq: bigint })[],
  only: number | null = null,
): Promise<void> {
  const [numbers, types] = [events.map(({ no }) => no), events.map(({ type }) => type)]
  const [members, seqs] = [events.map(({ member }) => member), events.map(({ seq }) => seq)]
  await sql`
    insert into webhook_deliveries (endpoint_no, event_no, member_no, next_at, retry_until)
    select e.no, v.no, v.member,
      case when row_number() over (partition by e.no, v.member order by v.no) > 1
        or exists (select from webhook_deliveries d where d.endpoint_no = e.no
          and d.member_no = v.member and d.state = 'pending') then null else now() end,
      now() + make_interval(days => ${RETRY_DAYS})
    from unnest(${numbers}::bigint[], ${types}::text[], ${members}::int[], ${seqs}::bigint[])
        as v (no, type, member, seq)
      join webhook_endpoints e on e.disabled_by is null and case when ${only}::int is null
        then v.type = any(e.events) and v.seq > e.from_seq else e.no = ${only}::int end`.execute(tx)
}

/**
 * Releases the first delivery of each lane, unless it is in flight or already released.
 * @param members whose lanes; null for all
 */
export async function releaseFirst(
  tx: Tx,
  endpoint: number,
  members: readonly number[] | null,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: now })
    .where('endpoint_no', '=', endpoint)
    .where('next_at', 'is', null)
    .where('event_no', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries as first')
        .select(({ fn }) => fn.min('first.event_no').as('event_no'))
        .where('first.endpoint_no', '=', endpoint)
        .$if(members !== null, (query) =>
          query.where('first.member_no', '=', anyOf(members ?? [], 'int')),
        )
        .where('first.state', '=', lit('pending'))
        .groupBy('first.member_no'),
    )
    .execute()
}

/**
 * Restarts the retry period of an endpoint's open deliveries. While the endpoint was disabled, the
 * first deliveries of lanes may have expired, so others come first now. Needs `lockLanes`.
 */
export async function resume(tx: Tx, endpoint: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ retry_until: fromNow('days', RETRY_DAYS) })
    .where('endpoint_no', '=', endpoint)
    .where('state', '=', lit('pending'))
    .execute()
  await releaseFirst(tx, endpoint, null)
}

/**
 * Makes ended deliveries pending again, in their places. Later ones wait for them, unless they are
 * in flight. Needs `lockLanes`.
 */
export async function reopen(tx: Tx, endpoint: number, events: readonly bigint[]): Promise<number> {
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set({
      state: 'pending',
      attempts: 0,
      next_at: null,
      leased_until: null,
      ended_at: null,
      retry_until: fromNow('days', RETRY_DAYS),
    })
    .where('endpoint_no', '=', endpoint)
    .where('event_no', '=', anyOf(events, 'bigint'))
    .where('state', '<>', lit('pending'))
    .returning('member_no')
    .execute()
  const members = [...new Set(rows.map(({ member_no: member }) => member))]
  await holdLater(tx, endpoint, members)
  await releaseFirst(tx, endpoint, members)
  return rows.length
}

/**
 * Sends a pending delivery now if it waits for a retry, and the first delivery of its lane if that
 * one has no time to be sent. Needs `lockLanes`.
 */
export async function sendNow(tx: Tx, endpoint: number, event: bigint): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: now })
    .where('endpoint_no', '=', endpoint)
    .where('event_no', '=', event)
    .where('state', '=', lit('pending'))
    .where('next_at', 'is not', null)
    .where(isNotInFlight)
    .execute()
  const { member_no: member } = await tx
    .selectFrom('webhook_deliveries')
    .select('member_no')
    .where('endpoint_no', '=', endpoint)
    .where('event_no', '=', event)
    .executeTakeFirstOrThrow()
  await releaseFirst(tx, endpoint, [member])
}

/** The most deliveries that one transaction ends. */
const MAX_ENDED = 5_000

/**
 * Ends deliveries that are too old to keep, and releases the next ones of their lanes. Everything
 * behind a pending delivery waits for it, so only ended ones are deleted.
 */
export async function endExpired(db: Db, stopping?: AbortSignal): Promise<void> {
  const endpoints = await db.selectFrom('webhook_endpoints').select('no').orderBy('no').execute()
  for (const { no } of endpoints) {
    let ended = MAX_ENDED
    while (ended === MAX_ENDED) {
      if (stopping?.aborted === true) return
      ended = await db.transaction().execute((tx) => endOldest(tx, no))
    }
  }
}

async function endOldest(tx: Tx, endpoint: number): Promise<number> {
  await lockLanes(tx)
  const rows = await tx
    .with('oldest', (query) =>
      query
        .selectFrom('webhook_deliveries')
        .select(['event_no', 'created_at'])
        .where('endpoint_no', '=', endpoint)
        .where('state', '=', lit('pending'))
        .orderBy('event_no')
        .limit(MAX_ENDED),
    )
    .updateTable('webhook_deliveries')
    .from('oldest')
    .set({ state: 'failed', ended_at: now, next_at: null, leased_until: null })
    .where('endpoint_no', '=', endpoint)
    .whereRef('webhook_deliveries.event_no', '=', 'oldest.event_no')
    .where('oldest.created_at', '<', ago('days', WEBHOOK_KEPT_DAYS))
    .where(isNotInFlight)
    .returning('member_no')
    .execute()
  if (rows.length === 0) return 0
  await releaseFirst(tx, endpoint, [...new Set(rows.map(({ member_no: member }) => member))])
  return rows.length
}

const deliveryColumns = expressionBuilder<Database, 'webhook_deliveries'>()

const isNotInFlight = deliveryColumns.or([
  deliveryColumns('leased_until', 'is', null),
  deliveryColumns('leased_until', '<=', now),
])

/** Makes everything behind an earlier pending delivery of its lane wait for it. */
async function holdLater(tx: Tx, endpoint: number, members: readonly number[]): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: null })
    .where('endpoint_no', '=', endpoint)
    .where('member_no', '=', anyOf(members, 'int'))
    .where('state', '=', lit('pending'))
    .where(isNotInFlight)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries as earlier')
          .where('earlier.endpoint_no', '=', endpoint)
          .whereRef('earlier.member_no', '=', 'webhook_deliveries.member_no')
          .where('earlier.state', '=', lit('pending'))
          .whereRef('earlier.event_no', '<', 'webhook_deliveries.event_no'),
      ),
    )
    .execute()
}
