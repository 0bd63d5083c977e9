import { sql } from 'kysely'
import type { Tx } from '../../../db/types.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { merge, type Counted, type Group, type Histograms } from './groups.ts'

type Measure = keyof Histograms
type Row = { plan: number; month: string; measure: Measure; amount: bigint; members: number }

/**
 * Members who paid a joining fee, by plan, month of their first fee, and amount. Results and fees
 * are in cents, rounded down, which never makes a loss smaller.
 */
async function countMembers(tx: Tx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select plan, to_char(first_paid_at at time zone 'UTC', 'YYYY-MM') as month, measure, amount,
      count(*)::int as members
    from member_results, lateral (values
      ('result', floor((rewards - paid - charges) / 10000.0)::bigint),
      ('paid', floor(paid / 10000.0)::bigint),
      ('rewards', rewards)) as measured(measure, amount)
    where first_paid_at is not null and member_no <> ${HOUSE}
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

const asCounted = (rows: readonly Row[]): Counted[] =>
  merge([rows.map(({ amount, members }) => ({ cents: amount, members }))])

/** The histograms of all, of each plan (the highest that was paid for), and of each month. */
export async function readHistograms(tx: Tx) {
  const rows = await countMembers(tx)
  const of = (test: (row: Row) => boolean): Histograms => {
    const own = Map.groupBy(rows.filter(test), ({ measure }) => measure)
    const counted = (measure: Measure) => asCounted(own.get(measure) ?? [])
    return { result: counted('result'), paid: counted('paid'), rewards: counted('rewards') }
  }
  const by = <K extends number | string>(keyOf: (row: Row) => K): Group<K>[] =>
    [...new Set(rows.map(keyOf))]
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((key) => ({ keys: [key], histograms: of((row) => keyOf(row) === key) }))
  return {
    all: of(() => true),
    plans: by(({ plan }) => plan),
    months: by(({ month }) => month),
  }
}
