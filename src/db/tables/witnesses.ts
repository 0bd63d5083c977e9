// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface WitnessesTables {
  /** That witnesses saw a checkpoint, and that it only adds to the one they saw before. */
  log_cosignatures: {
    size: bigint
    witness: string
    line: string
    added_at: Generated<Date>
  }

  /** What we held and owed at random times between two sheets, so coins lent for a moment show. */
  reserve_readings: {
    no: GeneratedAlways<number>
    read_at: Generated<Date>
    body: string
  }
}
