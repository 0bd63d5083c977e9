// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface CountsTables {
  /** The profiles and seats of each plan up to the mark. */
  plan_counts: {
    plan: number
    profiles: number
    imported: number
    seats: number
  }

  /** What happened on each day, of the rows up to the mark. */
  day_counts: {
    day: Date
    what: string
    amount: bigint
  }

  /** The last member, profile, seat, and journal that plan_counts and day_counts include. */
  counts_mark: {
    is_only: Generated<boolean>
    member_no: number
    profile_no: number
    ordinal: number
    journal_no: bigint
  }
}
