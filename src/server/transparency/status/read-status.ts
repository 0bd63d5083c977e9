import { sql, type Expression } from 'kysely'
import type { z } from 'zod'
import type { ServiceStatus } from '../../../contract/subjects/transparency.ts'
import { ago, countAll, lit, now, secondsSince } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'

type Status = z.infer<typeof ServiceStatus>

/** The most rows to read for waiting times: enough for a month with 27 events an hour. */
const MOST_ROWS = 20_000

const MINUTE_MS = 60_000
const WINDOW_MINUTES = 30 * 24 * 60

type Wait = { count: number; p50: number | null; p95: number | null }

const seconds = (length: Expression<unknown>) =>
  sql<number | null>`extract(epoch from ${length})::int`

const since = (moment: Expression<Date | null>) => seconds(sql`now() - ${moment}`)

/** The median and the 95th percentile of some durations, by nearest rank. */
const ranks = (length: Expression<number | null>) => [
  countAll.as('count'),
  sql<number | null>`percentile_disc(0.5) within group (order by ${length})`.as('p50'),
  sql<number | null>`percentile_disc(0.95) within group (order by ${length})`.as('p95'),
]

const readWithdrawals = (db: Db): Promise<Wait | undefined> =>
  db
    .selectFrom(
      db
        .selectFrom('withdrawals')
        .select((eb) => [
          'processed_at as ended_at',
          seconds(eb('processed_at', '-', eb.ref('requested_at'))).as('length'),
        ])
        .where('state', '=', lit('confirmed'))
        .orderBy('no', 'desc')
        .limit(MOST_ROWS)
        .as('newest'),
    )
    .select((eb) => ranks(eb.ref('length')))
    .where('ended_at', '>', ago('days', 30))
    .$castTo<Wait>()
    .executeTakeFirst()

const readDeposits = (db: Db): Promise<Wait | undefined> =>
  db
    .selectFrom(
      db
        .selectFrom('transfers')
        .select((eb) => [
          'state',
          'settled_at as ended_at',
          seconds(eb('settled_at', '-', eb.ref('block_at'))).as('length'),
        ])
        .orderBy('no', 'desc')
        .limit(MOST_ROWS)
        .as('newest'),
    )
    .select((eb) => ranks(eb.ref('length')))
    .where('state', '=', lit('credited'))
    .where('ended_at', '>', ago('days', 30))
    .$castTo<Wait>()
    .executeTakeFirst()

/** Reporting a proof again doesn't count twice. */
const failedProofs = (db: Db) =>
  db
    .selectFrom('proof_reports')
    .select(['member_no', 'day'])
    .distinct()
    .where('reported_at', '>', ago('days', 30))

/** Uptime, waiting times, and lags. Reads the newest rows by index, whatever the history. */
async function readStatus(db: Db): Promise<Status> {
  const recent = db.selectFrom('service_minutes').where('minute', '>', ago('days', 30))
  const open = db
    .selectFrom('withdrawals')
    .where('state', 'in', [lit('pending'), lit('approved'), lit('sent')])
  const [row, withdrawals, deposits] = await Promise.all([
    db
      .selectNoFrom([
        now.as('at'),
        recent.select(countAll.as('count')).$asScalar().as('up_minutes'),
        db
          .selectFrom('service_minutes')
          .select(({ fn }) => fn.min('minute').as('at'))
          .$asScalar()
          .as('first_at'),
        recent
          .select(({ fn }) => fn.max('minute').as('at'))
          .$asScalar()
          .as('last_at'),
        open.select(countAll.as('count')).$asScalar().as('waiting'),
        open
          .select(({ fn }) => since(fn.min('requested_at')).as('age'))
          .$asScalar()
          .as('oldest'),
        db
          .selectFrom('chain_cursors')
          .select(({ fn }) =>
            sql<number | null>`${secondsSince(fn.max('final_at'))}::int`.as('age'),
          )
          .$asScalar()
          .as('lag'),
        db
          .selectFrom('day_sheets')
          .select(({ fn }) => fn.max('day').as('day'))
          .$asScalar()
          .as('newest'),
        db
          .selectFrom(failedProofs(db).as('reports'))
          .select(countAll.as('count'))
          .$asScalar()
          .as('failed'),
      ])
      .executeTakeFirstOrThrow(),
    readWithdrawals(db),
    readDeposits(db),
  ])
  const nowMs = row.at.getTime()
  const lastMs = row.last_at?.getTime() ?? 0
  // An outage may have begun before the window. Then the window itself is the start.
  const current = Math.floor(nowMs / MINUTE_MS)
  const first = Math.floor((row.first_at?.getTime() ?? 0) / MINUTE_MS)
  const minutes = Math.min(current - first + 1, WINDOW_MINUTES)
  return {
    at: row.at.toISOString(),
    up: nowMs - lastMs < 2 * MINUTE_MS,
    uptime: {
      minutes: row.first_at === null ? 0 : minutes,
      up: row.up_minutes ?? 0,
    },
    withdrawals: { ...show(withdrawals), waiting: row.waiting ?? 0, oldest_seconds: row.oldest },
    deposits: show(deposits),
    chain_lag_seconds: row.lag,
    newest_sheet: row.newest,
    failed_proofs: row.failed ?? 0,
  }
}

const show = ({ count, p50, p95 }: Wait = { count: 0, p50: null, p95: null }) => ({
  count,
  p50_seconds: p50,
  p95_seconds: p95,
})

const kept = new WeakMap<Db, { at: number; status: Promise<Status> }>()

/** The status, read at most once a minute, because anyone may request it at any rate. */
export function recentStatus(db: Db): Promise<Status> {
  const known = kept.get(db)
  if (known && performance.now() - known.at < MINUTE_MS) return known.status
  const status = readStatus(db)
  kept.set(db, { at: performance.now(), status })
  status.catch(() => kept.delete(db))
  return status
}
