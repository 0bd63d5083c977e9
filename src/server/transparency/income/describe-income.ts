import { formatUsd } from '../../../domain/money/money.ts'
import { PLAN_NAMES } from '../../../domain/money/catalog.ts'
import type { Json } from '../../../proof/canonical.ts'
import { describeGroup, membersIn, mergeSmall, type Histograms } from './groups.ts'
import type { MemberHistograms } from './histograms.ts'

// The income statement, from sums and histograms alone. The daily sheet reads them from tables, and
// an auditor counts them from the log's entries.

/** What the seats of one plan cost and paid. */
type Places = {
  readonly plan: number
  readonly places: number
  readonly fees: bigint
  readonly rewards: bigint
}

export type IncomeSums = {
  readonly registered: number
  /** The sum of all results, and the number of members who paid a joining fee. */
  readonly together: bigint
  readonly payers: number
  /** What the house's accounts kept, including the plan margin. */
  readonly kept: bigint
  readonly margin: bigint
  readonly histograms: MemberHistograms
  readonly places: readonly Places[]
}

/** @throws unless the sum of members' losses equals what the house kept */
export function describeIncome(sums: IncomeSums): Json {
  const { registered, together, payers, kept, margin, places } = sums
  const { all, plans, months } = sums.histograms
  const planned = places.reduce((sum, { fees, rewards }) => sum + fees - rewards, 0n)
  const counts = Object.values(all).map(membersIn)
  if (together !== -kept || planned !== margin || counts.some((each) => each !== payers)) {
    throw new Error(`members lost ${-together}, the house kept ${kept}; margin ${margin}`)
  }
  return {
    v: 1,
    registered,
    together: formatUsd(together),
    house_kept: formatUsd(kept),
    all: describeGroup(all),
    plans: mergeSmall(plans).map(({ keys, histograms }) => ({
      plans: keys.map((key) => PLAN_NAMES[key] ?? ''),
      ...describeGroup(histograms),
    })),
    months: mergeSmall(months).map(({ keys, histograms }) => showMonths(keys, histograms)),
    places: places.map(({ plan, places: count, fees, rewards }) => ({
      plan: PLAN_NAMES[plan] ?? '',
      places: count,
      fees: formatUsd(fees),
      paid_out: formatUsd(rewards),
      kept: formatUsd(fees - rewards),
    })),
  }
}

const showMonths = (keys: readonly string[], histograms: Histograms) => ({
  from: keys[0] ?? '',
  to: keys.at(-1) ?? '',
  ...describeGroup(histograms),
})
