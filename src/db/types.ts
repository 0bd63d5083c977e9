import type { Kysely, Transaction } from 'kysely'
import type { BookTables } from './tables/book.ts'
import type { ConsoleTables } from './tables/console.ts'
import type { CustodyTables } from './tables/custody.ts'
import type { MoneyTables } from './tables/money.ts'
import type { PeopleTables } from './tables/people.ts'

/**
 * Every table as the code sees it: one interface for each table, by hand, in one file for each
 * group of migrations. `tests/db` compares them with the migrated database, column by column, so
 * that they cannot drift. `bigint` columns arrive as bigint, never as number.
 */
export interface Database
  extends BookTables, ConsoleTables, CustodyTables, MoneyTables, PeopleTables {}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
