import { merge, type Counted, type Group, type Histograms } from './groups.ts'

type Measure = keyof Histograms

/** The number of members of one plan and month with one amount. */
export type MemberCount = {
  readonly plan: number
  /** The month of their first joining fee, such as 2026-11. */
  readonly month: string
  readonly measure: Measure
  readonly amount: bigint
  readonly members: number
}

/** The histograms of all, of each plan (the highest that was paid for), and of each month. */
export type MemberHistograms = {
  readonly all: Histograms
  readonly plans: readonly Group<number>[]
  readonly months: readonly Group<string>[]
}

const asCounted = (rows: readonly MemberCount[]): Counted[] =>
  merge([rows.map(({ amount, members }) => ({ cents: amount, members }))])

export function histogramsOf(rows: readonly MemberCount[]): MemberHistograms {
  const of = (test: (row: MemberCount) => boolean): Histograms => {
    const own = Map.groupBy(rows.filter(test), ({ measure }) => measure)
    const counted = (measure: Measure) => asCounted(own.get(measure) ?? [])
    return { result: counted('result'), paid: counted('paid'), rewards: counted('rewards') }
  }
  const by = <K extends number | string>(keyOf: (row: MemberCount) => K): Group<K>[] =>
    [...new Set(rows.map(keyOf))]
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((key) => ({ keys: [key], histograms: of((row) => keyOf(row) === key) }))
  return {
    all: of(() => true),
    plans: by(({ plan }) => plan),
    months: by(({ month }) => month),
  }
}
