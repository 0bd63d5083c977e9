// Kaplan and Meier's estimate: how many of a hundred boards are complete after so many days, when
// most boards are still open. An open board counts among those at risk for as long as it has been
// seen, and says nothing about later days.

/** Boards that were complete after `days`, and boards that have been open for `days`. */
export type Age = { days: number; completed: number; open: number }

/** Shares are between 0 and 1. The interval contains the true share in 95 of 100 cases. */
export type Estimate = { days: number; share: number; low: number; high: number; atRisk: number }

/** With fewer boards than this at risk, an estimate is too uncertain to show. */
const FEWEST_AT_RISK = 30

const Z = 1.959963984540054

type Step = { days: number; completed: number; atRisk: number }

/** The days on which boards became complete, with the number of boards at risk. Ages ascend. */
function stepsOf(ages: readonly Age[]): Step[] {
  let atRisk = ages.reduce((sum, { completed, open }) => sum + completed + open, 0)
  return ages.map(({ days, completed, open }) => {
    const step = { days, completed, atRisk }
    atRisk -= completed + open
    return step
  })
}

/** Ages in ascending order, one for each day. */
export function sortAges(ages: Iterable<Age>): Age[] {
  const byDays = new Map<number, Age>()
  for (const { days, completed, open } of ages) {
    const sum = byDays.get(days) ?? { days, completed: 0, open: 0 }
    byDays.set(days, { days, completed: sum.completed + completed, open: sum.open + open })
  }
  return [...byDays.values()].toSorted((a, b) => a.days - b.days)
}

/**
 * The share that is complete after `days`, among those that weren't complete after `after` days.
 */
function estimate(steps: readonly Step[], days: number, after: number): Estimate {
  let [left, variance] = [1, 0]
  for (const step of steps) {
    if (step.days <= after || step.days > days) continue
    left *= 1 - step.completed / step.atRisk
    variance += step.completed / (step.atRisk * (step.atRisk - step.completed))
  }
  const atRisk = steps.find((step) => step.days >= days)?.atRisk ?? 0
  // On the log-log scale, so that the interval stays between 0 and 1.
  const spread = Math.exp((Z * Math.sqrt(variance)) / Math.log(left))
  const isExact = left === 0 || left === 1
  const [most, least] = isExact ? [left, left] : [left ** spread, left ** (1 / spread)]
  return { days, share: 1 - left, low: 1 - most, high: 1 - least, atRisk }
}

const known = (each: Estimate): Estimate | null => (each.atRisk < FEWEST_AT_RISK ? null : each)

/** The share that is complete after each number of days, however few boards are at risk. */
export function estimateAfter(ages: readonly Age[], horizons: readonly number[]): Estimate[] {
  const steps = stepsOf(ages)
  return horizons.map((days) => estimate(steps, days, -1))
}

/** The same, with null where too few boards are at risk. */
export const completedAfter = (
  ages: readonly Age[],
  horizons: readonly number[],
): (Estimate | null)[] => estimateAfter(ages, horizons).map(known)

/** The number of days after which half were complete; null while more than half aren't. */
export function medianDays(ages: readonly Age[]): number | null {
  let left = 1
  for (const { days, completed, atRisk } of stepsOf(ages)) {
    left *= 1 - completed / atRisk
    if (left <= 0.5) return days
  }
  return null
}

/**
 * For a board that has been open for `days`: the number of boards that were open for as long, and
 * how many of them were complete after some more days.
 */
export function completedLater(
  ages: readonly Age[],
  days: number,
  horizons: readonly number[],
): { of: number; within: (Estimate | null)[] } {
  const steps = stepsOf(ages)
  const of = steps.find((step) => step.days >= days)?.atRisk ?? 0
  return { of, within: horizons.map((more) => known(estimate(steps, days + more, days))) }
}
