// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface SolvencyTables {
  /** Signed statements that a reserve wallet is ours. */
  reserve_statements: {
    no: GeneratedAlways<number>
    address: string
    day: string
    text: string
    signature: string
    added_by: string
    added_at: Generated<Date>
  }

  /** The trees over deposit addresses with coins, one for each attempt at a sheet. */
  reserve_trees: {
    no: GeneratedAlways<number>
    day: string
    secret: Buffer
    root: Buffer | null
    built_at: Generated<Date>
  }

  /** What deposit addresses held at the cut, in the order of a tree. */
  reserve_leaves: {
    tree_no: number
    no: number
    address: string
    trx: bigint
    usdt: bigint
  }

  /** Addresses of a sealed day that a later block drew. Auditors look them up on the chain. */
  reserve_samples: {
    day: string
    block_number: bigint
    block_id: string
    body: string
    drawn_at: Generated<Date>
  }

  /** Transactions whose memo holds a day's checkpoint. Stored before they are sent. */
  anchors: {
    no: GeneratedAlways<number>
    day: string
    size: bigint
    memo: string
    txid: string
    signed_hex: string
    expires_at: Date
    state: Generated<'stored' | 'confirmed' | 'failed' | 'expired'>
    block_number: bigint | null
    created_at: Generated<Date>
    settled_at: Date | null
  }
}
