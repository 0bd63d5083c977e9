import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/types.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { merge, type Counted, type Group, type Histograms } from './groups.ts'

type Row = { plan: number; month: string; amount: bigint; members: number }
type Measure = keyof Histograms

/** Results and fees in cents, rounded down, which never makes a loss smaller. */
const AMOUNTS: Record<Measure, RawBuilder<bigint>> = {
  result: sql`floor((rewards - paid - charges) / 10000.0)::bigint`,
  paid: sql`floor(paid / 10000.0)::bigint`,
  rewards: sql`rewards`,
}

/** Members who paid a joining fee, by plan, month of their first fee, and amount. */
async function count(tx: Tx, measure: Measure): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select plan, to_char(first_paid_at at time zone 'UTC', 'YYYY-MM') as month,
      ${AMOUNTS[measure]} as amount, count(*)::int as members
    from member_results where first_paid_at is not null and member_no <> ${HOUSE}
    group by 1, 2, 3`.execute(tx)
  return rows
}

const asCounted = (rows: readonly Row[]): Counted[] =>
  merge([rows.map(({ amount, members }) => ({ cents: amount, members }))])

/** The histograms of all, of each plan (the highest that was paid for), and of each month. */
export async function readHistograms(tx: Tx) {
  const rows = {
    result: await count(tx, 'result'),
    paid: await count(tx, 'paid'),
    rewards: await count(tx, 'rewards'),
  }
  const of = (test: (row: Row) => boolean): Histograms => ({
    result: asCounted(rows.result.filter(test)),
    paid: asCounted(rows.paid.filter(test)),
    rewards: asCounted(rows.rewards.filter(test)),
  })
  const by = <K extends number | string>(keyOf: (row: Row) => K): Group<K>[] =>
    [...new Set(rows.result.map(keyOf))]
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((key) => ({ keys: [key], histograms: of((row) => keyOf(row) === key) }))
  return {
    all: of(() => true),
    plans: by(({ plan }) => plan),
    months: by(({ month }) => month),
  }
}
