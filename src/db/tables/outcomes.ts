// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface OutcomesTables {
  /**
   * Boards that aren't complete, by the day (UTC) on which they had as many positions taken as
   * the level says. A board counts at its level and at each below.
   */
  board_open: {
    plan: number
    quarter: string
    level: number
    since: Date
    open: number
  }

  /** Complete boards, by how many days after each level they were complete. */
  board_ages: {
    plan: number
    quarter: string
    level: number
    age_days: number
    completed: number
  }

  /** The last seat that board_open and board_ages include. */
  board_mark: {
    is_only: Generated<boolean>
    ordinal: number
  }
}
