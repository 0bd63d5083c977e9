import { formatUsd } from '../../../domain/money/money.ts'
import { RESULT_LIMITS } from '../../../proof/groups.ts'

// What a group of members earned, as counts, nearest ranks, and shares. Nothing is averaged,
// annualized, or projected, and nobody is left out.

/** The number of members with one amount, in cents. */
export type Counted = { readonly cents: bigint; readonly members: number }

/** The exact amounts of a group. `rewards` is in micro-dollars, without rounding. */
export type Histograms = {
  readonly result: readonly Counted[]
  readonly paid: readonly Counted[]
  readonly rewards: readonly Counted[]
}

/** Figures of fewer members than this would reveal what individuals earned. */
const FEWEST = 20

const PERCENTS = { p10: 10, p25: 25, p50: 50, p75: 75, p90: 90, p99: 99 } as const

export const membersIn = (counted: readonly Counted[]): number =>
  counted.reduce((sum, { members }) => sum + members, 0)

/** In the order of their amounts, each amount once. */
export function merge(lists: readonly (readonly Counted[])[]): Counted[] {
  const counts = new Map<bigint, number>()
  for (const { cents, members } of lists.flat()) {
    counts.set(cents, (counts.get(cents) ?? 0) + members)
  }
  return [...counts]
    .map(([cents, members]) => ({ cents, members }))
    .toSorted((one, other) => (one.cents < other.cents ? -1 : 1))
}

const mergeHistograms = (groups: readonly Histograms[]): Histograms => ({
  result: merge(groups.map(({ result }) => result)),
  paid: merge(groups.map(({ paid }) => paid)),
  rewards: merge(groups.map(({ rewards }) => rewards)),
})

/** The smallest amount with at least this share of members at or below it (nearest rank). */
export function nearestRank(sorted: readonly Counted[], percent: number): bigint {
  const total = membersIn(sorted)
  const rank = Math.ceil((total * percent) / 100)
  let below = 0
  for (const { cents, members } of sorted) {
    below += members
    if (below >= rank) return cents
  }
  throw new Error('no amounts')
}

const ranks = (sorted: readonly Counted[], toMicros: bigint) =>
  Object.fromEntries(
    Object.entries(PERCENTS).map(([name, percent]) => [
      name,
      formatUsd(nearestRank(sorted, percent) * toMicros),
    ]),
  )

/**
 * The share of all rewards that the highest-earning members received, in hundredths of a percent,
 * rounded down; null without rewards.
 */
function topShare(sorted: readonly Counted[], percent: number): number | null {
  let left = Math.ceil((membersIn(sorted) * percent) / 100)
  let [top, all] = [0n, 0n]
  for (const { cents: amount, members } of sorted.toReversed()) {
    const counted = Math.min(left, members)
    left -= counted
    top += amount * BigInt(counted)
    all += amount * BigInt(members)
  }
  return all === 0n ? null : Number((top * 10_000n) / all)
}

const countWhere = (counted: readonly Counted[], test: (cents: bigint) => boolean): number =>
  membersIn(counted.filter(({ cents }) => test(cents)))

/** A group's figures. Amounts and shares are null for a group too small to show them. */
export function describeGroup({ result, paid, rewards }: Histograms) {
  const members = membersIn(result)
  const counts = {
    members,
    zero_rewards: countWhere(rewards, (amount) => amount === 0n),
    below: countWhere(result, (cents) => cents < 0n),
    even: countWhere(result, (cents) => cents === 0n),
    above: countWhere(result, (cents) => cents > 0n),
  }
  if (members < FEWEST) return { ...counts, details: null }
  const groups = [...RESULT_LIMITS, null].map((limit, index) => {
    const over = index === 0 ? null : (RESULT_LIMITS[index - 1] ?? null)
    return countWhere(
      result,
      (cents) => (over === null || cents > over) && (limit === null || cents <= limit),
    )
  })
  const details = {
    groups,
    result: ranks(result, 10_000n),
    paid: ranks(paid, 10_000n),
    rewards: ranks(rewards, 1n),
    top1_share: topShare(rewards, 1),
    top10_share: topShare(rewards, 10),
  }
  return { ...counts, details }
}

export type Group<K> = { readonly keys: readonly K[]; readonly histograms: Histograms }

/** Merges each group that is too small with the next one, and the last with the one before it. */
export function mergeSmall<K>(groups: readonly Group<K>[]): Group<K>[] {
  const large: Group<K>[] = []
  let waiting: Group<K>[] = []
  const merged = (list: readonly Group<K>[]): Group<K> => ({
    keys: list.flatMap(({ keys }) => keys),
    histograms: mergeHistograms(list.map(({ histograms }) => histograms)),
  })
  for (const group of groups) {
    waiting.push(group)
    const each = merged(waiting)
    if (membersIn(each.histograms.result) < FEWEST) continue
    large.push(each)
    waiting = []
  }
  const last = waiting.length > 0 ? large.pop() : undefined
  return waiting.length > 0 ? [...large, merged(last ? [last, ...waiting] : waiting)] : large
}
