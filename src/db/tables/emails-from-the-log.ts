// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface EmailsFromTheLogTables {
  /** How far emails about activations follow the command log. */
  activation_email_cursor: {
    is_only: Generated<boolean>
    seq: bigint
    profile_no: number
  }
}
