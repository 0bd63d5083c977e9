// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface MemberImportsTables {
  /** Files of members to import: one admin proposes, another approves. */
  member_imports: {
    no: GeneratedAlways<number>
    name: string
    sha256: string
    state: Generated<'proposed' | 'approved' | 'finished' | 'discarded'>
    proposed_by: string
    proposed_at: Generated<Date>
    decided_by: string | null
    decided_at: Date | null
    finished_at: Date | null
  }

  /** The members of an import, and the state of each row. */
  member_import_rows: {
    import_no: number
    line: number
    depth: number
    username: string
    email: string
    sponsor: string | null
    sponsor_no: number | null
    plans: number
    side: number | null
    language: 'en' | 'es'
    referral_code: string
    state: Generated<'waiting' | 'done' | 'failed'>
    member_no: number | null
    failure: string | null
    invited_at: Date | null
    skipped_by: string | null
    skipped_at: Date | null
    skip_reason: string | null
  }
}
