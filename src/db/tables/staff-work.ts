// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface StaffWorkTables {
  /** New values for rows that failed: one admin proposes, another approves. */
  member_import_corrections: {
    no: GeneratedAlways<number>
    import_no: number
    line: number
    username: string
    email: string
    sponsor: string | null
    sponsor_no: number | null
    plans: number
    side: number | null
    language: 'en' | 'es'
    state: Generated<'proposed' | 'approved' | 'discarded'>
    proposed_by: string
    proposed_at: Generated<Date>
    decided_by: string | null
    decided_at: Date | null
  }

  /** Filters of lists that operators keep under a name. */
  operator_views: {
    no: GeneratedAlways<number>
    operator: string
    list: string
    name: string
    search: string
    is_default: Generated<boolean>
    created_at: Generated<Date>
  }
}
