import type { Tx } from '../../../db/types.ts'
import { PLAN_NAMES } from '../../../domain/money/catalog.ts'
import { BOARD_SIZE } from '../../../domain/network/board.ts'
import { countBoards, MOST_SEATS } from './count-boards.ts'
import { countAges, readBoardAges, sinceStart, type BoardAge } from './read-boards.ts'
import { completedAfter, medianDays, type Estimate } from './survival.ts'

const HORIZON_DAYS = [7, 30, 90, 180, 365]

/** Boards in thousandths that are complete after `days`, with the 95 % interval. */
export type Share = { days: number; share: number; low: number; high: number; at_risk: number }

type Counted = { boards: number; complete: number; curve: (Share | null)[] }

/** How the boards of one plan fared, by the end of a day. Boards of the house aren't counted. */
export type PlanBoards = Counted & {
  plan: string
  /** Boards with 0 to 6 positions taken. */
  by_level: number[]
  /** Half of the boards are complete after so many days; null while more than half aren't. */
  median_days: number | null
  /** The most boards that all taken places together can complete. */
  most_complete: number
  /** The least places that must be taken before all open boards can be complete. */
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

/** The seats of each plan, of the house too: its places pay into boards like any other. */
async function countPlaces(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('seats')
    .select(({ fn }) => ['plan', fn.countAll<bigint>().as('places')])
    .groupBy('plan')
    .execute()
  return new Map(rows.map(({ plan, places }) => [plan, Number(places)]))
}

/**
 * How boards fared as the transaction sees the ledger, for the end of `day` (YYYY-MM-DD, UTC). It
 * counts new seats first.
 */
export async function freezeBoards(tx: Tx, day: string): Promise<PlanBoards[]> {
  while ((await countBoards(tx, MOST_SEATS)) > 0);
  const ages = await readBoardAges(tx, day)
  const places = await countPlaces(tx)
  return PLAN_NAMES.map((plan, number) => {
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
}
