import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { showShare, type Share } from './board-figures.ts'
import { readBoardAges } from './read-boards.ts'
import { completedLater, sortAges } from './survival.ts'

const HORIZON_DAYS = [30, 90, 365]

/** An open board: the number of its taken positions, and since when. */
export type OpenBoard = { plan: number; level: number; since: Date }

export type Odds = {
  level: number
  /** For how many days the board has had this many positions. */
  days: number
  /** How many of the plan's boards had as many positions for as long. */
  of: number
  /**
   * The share of these that was complete after some days, without days that too few boards have
   * reached.
   */
  within: Share[]
}

/**
 * How similar boards of the same plan developed, among those whose seat was taken in the last four
 * quarters.
 */
export async function readOdds(db: Db, { plan, level, since }: OpenBoard): Promise<Odds> {
  const { rows } = await sql<{ today: string; days: number; earliest: string }>`
    select today::text, to_char(today - interval '9 months', 'YYYY-"Q"Q') as earliest,
      greatest(today - (${since}::timestamptz at time zone 'UTC')::date, 0) as days
    from (select (now() at time zone 'UTC')::date as today) clock`.execute(db)
  const [{ today, days, earliest } = { today: '', days: 0, earliest: '' }] = rows
  const ages = await readBoardAges(db, today, { plan, level, sinceQuarter: earliest })
  const { of, within } = completedLater(sortAges(ages), days, HORIZON_DAYS)
  const known = within.flatMap((each, at) =>
    each ? [{ ...showShare(each), days: HORIZON_DAYS[at] ?? 0 }] : [],
  )
  return { level, days, of, within: known }
}
