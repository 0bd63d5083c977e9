import { aheadMs, CLOCK_TOLERANCE_MS, nowMs } from '../../clock/clock.ts'
import { sql } from 'kysely'
import { ago, lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { RATE_MAX_AGE_MS } from '../rate/queries.ts'
import { route, type Route } from '../http/route.ts'

/** We read a final block every few seconds, so a minute of silence means trouble. */
const CHAIN_MS = 60_000

type Check = 'ok' | 'degraded' | 'down'
export type Health = { database: Check; chain: Check; mail: Check; rate: Check; clock: Check }

/** The health of the product's own parts and of external systems. */
export async function checkHealth({ db, book }: Context): Promise<Health> {
  const [database, mail, chain, rate] = await Promise.all([
    checkDatabase(db, book.status().isRefusing),
    checkEmails(db),
    isFresh(
      db.selectFrom('chain_cursors').select(({ fn }) => fn.max('checked_at').as('at')),
      CHAIN_MS,
    ),
    isFresh(
      db.selectFrom('live_rates').select(({ fn }) => fn.max('as_of').as('at')),
      RATE_MAX_AGE_MS,
    ),
  ])
  return { database, mail, chain, rate, clock: checkClock() }
}

/** Down without the database; degraded while an external system is. */
export function statusOf(health: Health): Check {
  if (health.database === 'down') return 'down'
  return Object.values(health).every((check) => check === 'ok') ? 'ok' : 'degraded'
}

type Newest = { executeTakeFirst(): Promise<{ at: Date | null } | undefined> }

/**
 * An external system is healthy if it has answered recently. A time to come is from before the
 * database's clock was set back.
 */
async function isFresh(newest: Newest, maxAgeMs: number): Promise<Check> {
  try {
    const at = (await newest.executeTakeFirst())?.at
    return at && Math.abs(nowMs() - at.getTime()) <= maxAgeMs ? 'ok' : 'degraded'
  } catch {
    return 'degraded'
  }
}

/** It may answer although it can't write, for example on a full disk. */
async function checkDatabase(db: Db, isRefusing: boolean): Promise<Check> {
  return await sql`select 1`.execute(db).then(
    () => (isRefusing ? 'degraded' : 'ok'),
    () => 'down',
  )
}

/** The process itself goes by the database's clock, but its logs and certificates don't. */
const checkClock = (): Check => (Math.abs(aheadMs()) <= CLOCK_TOLERANCE_MS ? 'ok' : 'degraded')

// Email is late if one due ten minutes ago has failed to go out.
async function checkEmails(db: Db): Promise<Check> {
  try {
    const late = await db
      .selectFrom('emails')
      .select('no')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('attempts', '>', lit(0))
      .where('created_at', '<', ago('mins', 10))
      .limit(1)
      .executeTakeFirst()
    return late ? 'degraded' : 'ok'
  } catch {
    return 'degraded'
  }
}

export const healthRoutes: Route[] = [
  route('getLiveness', () => Promise.resolve({ status: 'ok' })),
  // For load balancers. It doesn't ask the database: a failover would remove every process at once.
  route('getServing', async ({ drain, reply }) => {
    if (drain.signal.aborted) return reply.code(503).send({ status: 'draining' })
    return { status: 'ok' }
  }),
  route('getReadiness', async ({ context, reply }) => {
    const checks = await checkHealth(context)
    const status = statusOf(checks)
    return status === 'down' ? reply.code(503).send({ status, checks }) : { status, checks }
  }),
]
