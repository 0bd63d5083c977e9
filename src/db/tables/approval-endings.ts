// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface ApprovalEndingsTables {
  /** Operators who got a new password, until the ledger withdraws their approvals. */
  approval_endings: {
    no: GeneratedAlways<number>
    operator: string
    ended_by: string
    request_id: string
    reason: string
    at: Generated<Date>
  }
}
