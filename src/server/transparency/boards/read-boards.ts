import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { BOARD_SIZE } from '../../../domain/network/board.ts'
import { sortAges, type Age } from './survival.ts'

/** Boards that took their seat in a quarter (2026-Q1), `days` after they reached a level. */
export type BoardAge = Age & { plan: number; quarter: string; level: number }

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

export type BoardCounts = {
  boards: number
  complete: number
  /** Boards with 0 to 6 positions taken. */
  byLevel: number[]
  /** How many more places complete all open boards at the least: each takes two positions. */
  morePlaces: number
}

const countOf = (ages: readonly BoardAge[], level: number, what: 'completed' | 'open'): number =>
  ages.reduce((sum, age) => sum + (age.level === level ? age[what] : 0), 0)

/** Counts the boards of some ages. A board that is open counts at its level and at each below. */
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

/** From the day a seat was taken: the ages that curves are made of. */
export const sinceStart = (ages: readonly BoardAge[]): Age[] =>
  sortAges(ages.filter(({ level }) => level === 0))
