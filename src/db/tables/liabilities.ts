// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface LiabilitiesTables {
  /**
   * The trees of what we owe members, one for each attempt at a sheet. The sealed sheet names
   * a root.
   */
  liability_days: {
    no: GeneratedAlways<number>
    day: string
    secret: Buffer
    size: number | null
    root: Buffer | null
    built_at: Generated<Date>
  }

  /**
   * The nodes of a tree of liabilities, 256 to a tile: leaves at level 0, in an order of their
   * own.
   */
  liability_tiles: {
    tree_no: number
    level: number
    no: number
    body: Buffer
  }

  /** Where the leaves of 256 members are in a tree of liabilities. */
  liability_index: {
    tree_no: number
    block_no: number
    body: Buffer
  }

  /** Proofs that failed in a member's browser, with the evidence. The status page counts them. */
  proof_reports: {
    no: GeneratedAlways<bigint>
    member_no: number
    day: string
    failure: string
    evidence: string
    reported_at: Generated<Date>
  }
}
