import { PLAN_NAMES } from '../../../domain/money/catalog.ts'
import { BOARD_SIZE } from '../../../domain/network/board.ts'
import { completedAfter, medianDays, sortAges, type Age, type Estimate } from './survival.ts'

// The figures of boards, from their ages alone. The daily sheet reads the ages from tables, and an
// auditor counts them from the log's entries.

/** Boards that took their seat in a quarter (2026-Q1), `days` after they reached a level. */
export type BoardAge = Age & { plan: number; quarter: string; level: number }

export type BoardCounts = {
  boards: number
  complete: number
  /** Boards with 0 to 6 positions taken. */
  byLevel: number[]
  /** The fewest seats that complete all open boards: each takes two positions. */
  morePlaces: number
}

const countOf = (ages: readonly BoardAge[], level: number, what: 'completed' | 'open'): number =>
  ages.reduce((sum, age) => sum + (age.level === level ? age[what] : 0), 0)

/** Counts boards by age. An open board counts at its level and at each level below. */
export function countAges(ages: readonly BoardAge[]): BoardCounts {
  const complete = countOf(ages, 0, 'completed')
  const levels = Array.from({ length: BOARD_SIZE }, (_, level) => level)
  const reached = levels.map((level) => countOf(ages, level, 'open'))
  const open = reached.map((count, level) => count - (reached[level + 1] ?? 0))
  const missing = open.reduce((sum, count, level) => sum + count * (BOARD_SIZE - level), 0)
  return {
    boards: complete + (reached[0] ?? 0),
    complete,
    byLevel: [...open, complete],
    morePlaces: Math.ceil(missing / 2),
  }
}

/** The ages since the seats were taken, which the curves are made of. */
const sinceStart = (ages: readonly BoardAge[]): Age[] =>
  sortAges(ages.filter(({ level }) => level === 0))

const HORIZON_DAYS = [7, 30, 90, 180, 365]

/** The share of boards in thousandths that are complete after `days`, with the 95 % interval. */
export type Share = { days: number; share: number; low: number; high: number; at_risk: number }

type Counted = { boards: number; complete: number; curve: (Share | null)[] }

/** How the boards of one plan fared until the end of a day, without the company's boards. */
export type PlanBoards = Counted & {
  plan: string
  /** Boards with 0 to 6 positions taken. */
  by_level: number[]
  /**
   * The number of days after which half of the boards are complete; null while more than half
   * aren't.
   */
  median_days: number | null
  /** The most boards that all taken seats could complete. */
  most_complete: number
  /** The fewest seats that must be taken before all open boards can be complete. */
  more_places: number
  /** By the quarter in which the seat was taken: 2026-Q1. */
  quarters: (Counted & { quarter: string })[]
}

const thousandths = (share: number): number => Math.round(share * 1000)

export const showShare = ({ days, share, low, high, atRisk }: Estimate): Share => ({
  days,
  share: thousandths(share),
  low: thousandths(low),
  high: thousandths(high),
  at_risk: atRisk,
})

function count(ages: readonly BoardAge[]): Counted {
  const { boards, complete } = countAges(ages)
  const curve = completedAfter(sinceStart(ages), HORIZON_DAYS)
  return { boards, complete, curve: curve.map((each) => each && showShare(each)) }
}

/** How the boards of each plan fared. `places` has the number of seats by plan. */
export const describeBoards = (
  ages: readonly BoardAge[],
  places: ReadonlyMap<number, number>,
): PlanBoards[] =>
  PLAN_NAMES.map((plan, number) => {
    const own = ages.filter((each) => each.plan === number)
    const quarters = [...new Set(own.map(({ quarter }) => quarter))].toSorted()
    const { byLevel, morePlaces } = countAges(own)
    return {
      plan,
      ...count(own),
      by_level: byLevel,
      median_days: medianDays(sinceStart(own)),
      most_complete: Math.floor((places.get(number) ?? 0) / (BOARD_SIZE / 2)),
      more_places: morePlaces,
      quarters: quarters.map((quarter) => ({
        quarter,
        ...count(own.filter((each) => each.quarter === quarter)),
      })),
    }
  })
