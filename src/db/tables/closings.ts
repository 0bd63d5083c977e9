// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface ClosingsTables {
  /** Members who closed their account, or asked to. Support deletes the row to reopen it. */
  account_closings: {
    member_no: number
    token_hash: Buffer | null
    asked_at: Generated<Date>
    expires_at: Date
    closed_at: Date | null
  }
}
