import { sql } from 'kysely'
import { ago } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Trends } from '../../contract/subjects/monitoring.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { formatDecimal, formatUnits, formatUsd, micros } from '../../domain/money/money.ts'
import { DAY_PARTS, SPAN_AFTER_MARK, TREND_ACCOUNTS } from '../book/rows/counted-rows.ts'

type TrendsAnswer = z.infer<typeof Trends>

type PointRow = RowOf<'solvency_snapshots'>

const MAX_POINTS = 400

/** Each day (UTC) of a period with its activity and solvency. */
export async function readTrends(db: Db, days: number): Promise<TrendsAnswer> {
  const [byDay, points] = await Promise.all([readDays(db, days), readPoints(db, days)])
  return {
    days: byDay,
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

type CountRow = { readonly day: string; readonly what: string | null; readonly amount: bigint }

/** Each day (UTC) of a period with what happened on it, in one statement. */
async function readDays(db: Db, days: number): Promise<TrendsAnswer['days']> {
  const { rows } = await sql<CountRow>`
    with ${sql.raw(SPAN_AFTER_MARK)},
    period as (
      select (now() at time zone 'UTC')::date - ${days - 1}::int + i as day
      from generate_series(0, ${days - 1}::int) i)
    select to_char(period.day, 'YYYY-MM-DD') as day, what, sum(amount)::bigint as amount
    from period left join (
      select day, what, amount from day_counts
      where day >= (now() at time zone 'UTC')::date - ${days - 1}::int
      union all (${sql.raw(DAY_PARTS)})) parts using (day)
    group by period.day, what order by period.day`.execute(db)
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, counts]) => {
    const amountOf = (what: string): bigint =>
      counts.find((count) => count.what === what)?.amount ?? 0n
    const income = (account: number) => formatUsd(micros(amountOf(`account ${account}`)))
    return {
      day,
      joins: Number(amountOf('joins')),
      activations: Number(amountOf('activations')),
      boards: PLAN_NAMES.map((name, plan) => ({
        plan: name,
        completed: Number(amountOf(`board ${plan}`)),
      })),
      deposit_fees: income(TREND_ACCOUNTS.deposit_fees),
      withdrawal_fees: income(TREND_ACCOUNTS.withdrawal_fees),
      margin: income(TREND_ACCOUNTS.margin),
    }
  })
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
