import { lit } from '../../../db/expressions.ts'
import type { Tx } from '../../../db/types.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { describeBoards, type BoardAge, type PlanBoards } from './board-figures.ts'
import { advanceBoardCounts, MOST_SEATS } from './board-counts.ts'
import { readBoardAges } from './read-boards.ts'

/**
 * The seats of each plan: those whose boards are counted, and the house's, whose places pay into
 * boards like any other. Imported seats pay into none.
 */
async function countPlaces(tx: Tx, ages: readonly BoardAge[]): Promise<Map<number, number>> {
  const ofHouse = await tx
    .selectFrom('profiles')
    .innerJoin('seats', 'seats.profile_no', 'profiles.no')
    .select(({ fn }) => ['seats.plan', fn.countAll<bigint>().as('places')])
    .where('profiles.member_no', '=', lit(HOUSE))
    .where('profiles.imported', '=', lit(false))
    .groupBy('seats.plan')
    .execute()
  const places = new Map(ofHouse.map(({ plan, places: count }) => [plan, Number(count)]))
  for (const { plan, level, completed, open } of ages) {
    if (level === 0) places.set(plan, (places.get(plan) ?? 0) + completed + open)
  }
  return places
}

/**
 * How boards fared as the transaction sees the ledger, for the end of `day` (YYYY-MM-DD, UTC). It
 * counts new seats first.
 */
export async function freezeBoards(tx: Tx, day: string): Promise<PlanBoards[]> {
  while ((await advanceBoardCounts(tx, MOST_SEATS)) > 0);
  const ages = await readBoardAges(tx, day)
  const places = await countPlaces(tx, ages)
  return describeBoards(ages, places)
}
