import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import type { BoardAge } from './board-figures.ts'

type Selection = { plan?: number; level?: number; sinceQuarter?: string }

/**
 * Ages of boards as of a day (YYYY-MM-DD, UTC), some thousand rows in years.
 */
export async function readBoardAges(
  db: Db | Tx,
  day: string,
  selection: Selection = {},
): Promise<BoardAge[]> {
  const { plan = null, level = null, sinceQuarter = '' } = selection
  const { rows } = await sql<BoardAge>`
    select * from (
      select plan, quarter, level, age_days as days, completed, 0 as open from board_ages
      union all
      select plan, quarter, level, greatest(${day}::date - since, 0), 0, open from board_open
        where open > 0) ages
    where (${plan}::int is null or plan = ${plan}::int)
      and (${level}::int is null or level = ${level}::int)
      and quarter >= ${sinceQuarter}`.execute(db)
  return rows
}
