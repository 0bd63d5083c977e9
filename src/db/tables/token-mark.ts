// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface TokenMarkTables {
  /** The worker has deleted the refresh tokens of sessions that ended at this time or before. */
  token_mark: {
    is_only: Generated<boolean>
    ended_at: Date
  }
}
