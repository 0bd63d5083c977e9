// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface PlanCountsTables {
  /** The profiles and seats of each plan up to the mark. */
  plan_counts: {
    plan: number
    profiles: number
    imported: number
    seats: number
  }

  /** The last profile and the last seat that plan_counts includes. */
  plan_counts_mark: {
    is_only: Generated<boolean>
    profile_no: number
    ordinal: number
  }
}
