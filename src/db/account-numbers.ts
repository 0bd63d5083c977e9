import { sql, type RawBuilder } from 'kysely'
import { wallet } from '../domain/ledger/account.ts'

// The numbers of members' accounts in SQL, as in `domain/ledger/account.ts`.

/** The wallet of the member whose number is in a column, such as `m.no`. */
export const walletOf = (column: string): RawBuilder<bigint> =>
  sql`(${sql.lit(wallet(0))} + 2 * ${sql.ref(column)}::bigint)`

/** The member whose wallet's number is in a column. */
export const ownerOfWallet = (column: string): RawBuilder<bigint> =>
  sql`((${sql.ref(column)} - ${sql.lit(wallet(0))}) / 2)`
