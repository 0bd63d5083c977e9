import { lit } from '../../../db/expressions.ts'
import type { Tx } from '../../../db/types.ts'
import { describeBoards, type PlanBoards } from './board-figures.ts'
import { countBoards, MOST_SEATS } from './count-boards.ts'
import { readBoardAges } from './read-boards.ts'

/**
 * The seats of each plan, of the house too: its places pay into boards like any other. Imported
 * seats pay into none.
 */
async function countPlaces(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('seats')
    .innerJoin('profiles', 'profiles.no', 'seats.profile_no')
    .select(({ fn }) => ['seats.plan', fn.countAll<bigint>().as('places')])
    .where('profiles.imported', '=', lit(false))
    .groupBy('seats.plan')
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
  return describeBoards(ages, places)
}
