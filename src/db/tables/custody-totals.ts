// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface CustodyTotalsTables {
  /** The sums of what address_checks says that we hold on chain. */
  custody_totals: {
    is_only: Generated<boolean>
    chain_trx: bigint
    chain_usdt: bigint
  }
}
