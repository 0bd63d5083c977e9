import { sql, type RawBuilder } from 'kysely'
import { ago } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Trends } from '../../contract/subjects/monitoring.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { DEPOSIT_FEES, PLAN_MARGIN, WITHDRAWAL_FEES } from '../../domain/ledger/account.ts'
import { DIAMOND, PLAN_NAMES } from '../../domain/money/catalog.ts'
import { ORIGINS } from '../../domain/ledger/event.ts'
import { formatDecimal, formatUnits, formatUsd } from '../../domain/money/money.ts'
import { HOUSE } from '../../domain/ledger/state.ts'

type TrendsAnswer = z.infer<typeof Trends>

type DayRow = {
  day: string
  joins: number
  activations: number
  boards: number[] | null
  deposit_fees: bigint | null
  withdrawal_fees: bigint | null
  margin: bigint | null
}

type PointRow = RowOf<'solvency_snapshots'>

const MAX_POINTS = 400

/** Each day (UTC) of a period with its activity and solvency. */
export async function readTrends(db: Db, days: number): Promise<TrendsAnswer> {
  const [byDay, points] = await Promise.all([readDays(db, days), readPoints(db, days)])
  return {
    days: byDay.map((row) => ({
      day: row.day,
      joins: row.joins,
      activations: row.activations,
      boards: PLAN_NAMES.map((plan, i) => ({ plan, completed: row.boards?.[i] ?? 0 })),
      deposit_fees: formatUsd(row.deposit_fees ?? 0n),
      withdrawal_fees: formatUsd(row.withdrawal_fees ?? 0n),
      margin: formatUsd(row.margin ?? 0n),
    })),
    solvency: points.map((row) => ({
      at: row.at.toISOString(),
      owed: formatUsd(row.owed_micros),
      trx: formatUnits(row.trx_units),
      usdt: formatUnits(row.usdt_units),
      value_usd: row.value_micros === null ? null : formatUsd(row.value_micros),
      ratio: ratioOf(row),
    })),
  }
}

function ratioOf({ value_micros: value, owed_micros: owed }: PointRow): string | null {
  return value === null || owed === 0n ? null : formatDecimal((value * 10_000n) / owed, 2, 4)
}

const utcDay = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'UTC')::date`

/** What an account received on day `d`. */
const fees = (account: number) => sql`
  select sum(p.amount)::bigint from postings p join journals j on j.no = p.journal_no
  where p.account_no = ${account} and p.journal_no between span.first_no and span.last_no
    and j.at >= d.begins and j.at < d.ends`

/**
 * Members' completed boards by day. A board of Bronze to Platinum creates an upgrade at once, so we
 * count upgrades. A Diamond board may create nothing, so we count its seats: the four positions of
 * its second level fill after those of the first.
 */
const boardsDone = (begins: RawBuilder<unknown>) => sql`
  select ${utcDay(sql`created_at`)} as day, plan - 1 as plan, count(*)::int as n
  from profiles where created_at >= ${begins} and origin = ${ORIGINS.indexOf('upgrade')}
    and not (select board.imported from profiles board where board.no = profiles.origin_no)
  group by 1, 2
  union all select ${utcDay(sql`full_at`)}, ${DIAMOND}, count(*)::int from (
    select max(below.taken_at) as full_at from seats board
    join profiles own on own.no = board.profile_no and own.member_no <> ${HOUSE}
      and not own.imported
    join seats child on child.parent_no = board.profile_no
    join seats below on below.parent_no = child.profile_no
    where board.plan = ${DIAMOND} group by board.profile_no having count(*) = 4) diamond
  where full_at >= ${begins} group by 1`

// Journal numbers follow time, so the postings of a period are a range of numbers.
async function readDays(db: Db, days: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with period as (
      select (now() at time zone 'UTC')::date - ${days - 1}::int + i as day
      from generate_series(0, ${days - 1}::int) i),
    d as (select day, day::timestamp at time zone 'UTC' as begins,
      (day + 1)::timestamp at time zone 'UTC' as ends from period),
    joined as (select ${utcDay(sql`joined_at`)} as day, count(*)::int as n from members
      where joined_at >= (select min(begins) from d) and no > 1 group by 1),
    taken as (select ${utcDay(sql`taken_at`)} as day, count(*)::int as n
      from seats join profiles on profiles.no = seats.profile_no and not profiles.imported
      where taken_at >= (select min(begins) from d) and parent_no is not null group by 1),
    completed as (
      select day, array_agg(n order by plan) as boards from (
        select d.day, plan, coalesce(n, 0) as n from d cross join generate_series(0, 4) plan
        left join (${boardsDone(sql`(select min(begins) from d)`)}) done using (day, plan)) each
      group by day)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(joined.n, 0) as joins,
      coalesce(taken.n, 0) as activations, completed.boards,
      (${fees(DEPOSIT_FEES)}) as deposit_fees, (${fees(WITHDRAWAL_FEES)}) as withdrawal_fees,
      (${fees(PLAN_MARGIN)}) as margin
    from d left join joined using (day) left join taken using (day)
    left join completed using (day)
    left join lateral (select min(no) as first_no, max(no) as last_no from journals
      where at >= d.begins and at < d.ends) span on true
    order by d.day`.execute(db)
  return rows
}

async function readPoints(db: Db, days: number): Promise<PointRow[]> {
  const rows = await db
    .with('points', (query) =>
      query
        .selectFrom('solvency_snapshots')
        .select(['at', 'owed_micros', 'trx_units', 'usdt_units', 'value_micros'])
        .select(({ fn }) => [
          fn
            .agg<bigint>('row_number')
            .over((over) => over.orderBy('at', 'desc'))
            .as('row_no'),
          fn.countAll<bigint>().over().as('total'),
        ])
        .where('at', '>', ago('days', days)),
    )
    .selectFrom('points')
    .select(['at', 'owed_micros', 'trx_units', 'usdt_units', 'value_micros'])
    .where((eb) => {
      const step = sql`greatest(1, ceil(${eb.ref('total')}::numeric / ${MAX_POINTS})::bigint)`
      return sql<boolean>`(${eb.ref('row_no')} - 1) % ${step} = 0`
    })
    .orderBy('at')
    .execute()
  return rows
}
