import { expressionBuilder, sql } from 'kysely'
import { fromNow, lit, now, subquery, unawaited, type Condition } from '../../db/expressions.ts'
import type { Database, Db } from '../../db/types.ts'
import { latestAfter, latestLease, type BackOff } from '../workers/back-off.ts'
import { releaseFirst, shareLanes } from './lanes.ts'

/** A delivery that this process is sending. */
export type Leased = {
  readonly endpoint: number
  readonly event: bigint
  readonly attempt: number
  /** When the attempt began, as the database writes it. */
  readonly leasedAt: string
  readonly body: string
  /** How much longer we retry it, by the database's clock; 0 if this is the last attempt. */
  readonly leftMs: number
}

export type Room = {
  /** How many may be in flight to an endpoint at once, from all processes together. */
  readonly atOnce: number
  /** The deliveries that this process has in flight there. It may have lost their leases. */
  readonly own: readonly bigint[]
  /** Whether we may take over deliveries whose lease has run out. */
  readonly takeOver: boolean
}

/**
 * Leases due deliveries of an endpoint. None while another process does the same: `webhook_room`
 * lets one at a time count, and doesn't wait. If the process dies, they are due again after the
 * lease.
 */
export async function leaseDeliveries(
  db: Db,
  endpoint: number,
  { atOnce, own, takeOver }: Room,
  leaseMs: number,
): Promise<Leased[]> {
  const { rows } = await sql<Leased>`
    with room as materialized (
      select webhook_room(${endpoint}, ${atOnce}, ${takeOver}) as free),
    due as (
      select event_no from webhook_deliveries d
      where endpoint_no = ${endpoint} and state = 'pending' and next_at <= now()
        and (leased_until is null or ${takeOver}) and event_no <> all(${own}::bigint[])
        -- One that was on its way while an earlier one was reopened waits for it now.
        and not exists (select from webhook_deliveries earlier
          where earlier.endpoint_no = ${endpoint} and earlier.member_no = d.member_no
            and earlier.state = 'pending' and earlier.event_no < d.event_no)
      order by next_at, event_no
      limit (select least(free, ${atOnce - own.length}::int) from room)
      for update skip locked),
    leased as (
      update webhook_deliveries d set attempts = attempts + 1, last_at = now(),
        next_at = now() + make_interval(secs => ${leaseMs / 1000}::float8),
        leased_until = now() + make_interval(secs => ${leaseMs / 1000}::float8)
      from due where d.endpoint_no = ${endpoint} and d.event_no = due.event_no
      returning d.event_no, d.attempts, d.last_at,
        greatest(0, extract(epoch from d.retry_until - now()) * 1000)::float8 as left_ms)
    select ${endpoint}::int as endpoint, l.event_no as event, l.attempts as attempt, v.body,
      l.last_at::text as "leasedAt", l.left_ms as "leftMs"
    from leased l join webhook_events v on v.no = l.event_no order by l.event_no`.execute(db)
  return rows
}

const columns = expressionBuilder<Database, 'webhook_deliveries'>()

/**
 * Whether an attempt is still under way. After a replay, attempts count from one again, so the time
 * tells the old one from the new one.
 */
const isUnderWay = ({ endpoint, event, attempt, leasedAt }: Leased): Condition =>
  columns.and([
    columns('endpoint_no', '=', endpoint),
    columns('event_no', '=', event),
    columns('attempts', '=', attempt),
    columns('last_at', '=', sql<Date>`${leasedAt}::timestamptz`),
    columns('state', '=', lit('pending')),
    columns('leased_until', 'is not', null),
  ])

/**
 * Renews the lease of a delivery. False if another process has it. It doesn't wait for the disk: if
 * a crash loses this, the lease is only shorter.
 */
export async function renewLease(db: Db, leased: Leased, leaseMs: number): Promise<boolean> {
  const until = fromNow('secs', leaseMs / 1000)
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .from(unawaited)
    .set({ next_at: until, leased_until: until })
    .where(isUnderWay(leased))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const enabledEndpoints = subquery
  .selectFrom('webhook_endpoints')
  .select('no')
  .where('enabled', '=', lit(true))

/**
 * After the database's clock was set back, deliveries and leases of killed processes must not wait
 * until it has caught up. A living process renews its leases meanwhile.
 */
export async function bringForward(db: Db, backOff: BackOff, leaseMs: number): Promise<void> {
  const until = fromNow('secs', leaseMs / 1000)
  await db
    .updateTable('webhook_deliveries')
    .set((eb) => {
      const leased = eb.case().when('leased_until', 'is not', null).then(until)
      return { next_at: leased.else(now).end(), leased_until: leased.end() }
    })
    // An index finds these times for each endpoint. Those of disabled ones don't matter.
    .where('endpoint_no', '=', sql<number>`any(array(${enabledEndpoints}))`)
    .where('state', '=', lit('pending'))
    .where('next_at', '>', latestLease)
    .where((eb) =>
      eb.or([
        eb('leased_until', 'is not', null),
        eb('next_at', '>', latestAfter(backOff, eb.ref('attempts'))),
      ]),
    )
    .execute()
}

/** How an attempt ended: the answer, if there was one, and the error. */
export type Ended = {
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly status: number | null
  readonly answer: string
  readonly failure: string
  /** When to retry; ignored if the retry period is over. */
  readonly retryMs: number
}

/**
 * Records how an attempt ended and releases the next event of this member. False if another process
 * has leased the delivery meanwhile: then it does nothing.
 */
export async function endAttempt(db: Db, leased: Leased, ended: Ended): Promise<boolean> {
  const { retryMs, ...outcome } = ended
  const isOver = outcome.state !== 'pending'
  const timing = isOver
    ? { next_at: null, ended_at: now }
    : { next_at: fromNow('secs', Math.min(retryMs, leased.leftMs) / 1000) }
  return await db.transaction().execute(async (tx) => {
    await shareLanes(tx)
    const row = await tx
      .updateTable('webhook_deliveries')
      .set({ ...outcome, ...timing, leased_until: null })
      .where(isUnderWay(leased))
      .returning('member_no')
      .executeTakeFirst()
    if (row && isOver) await releaseFirst(tx, leased.endpoint, [row.member_no])
    return row !== undefined
  })
}

/** Gives back deliveries that this process didn't get to send, as if it had never leased them. */
export async function returnLease(db: Db, leased: Leased): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ attempts: leased.attempt - 1, next_at: now, leased_until: null })
    .where(isUnderWay(leased))
    .execute()
}
