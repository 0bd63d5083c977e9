import type { Kysely, Transaction } from 'kysely'

/**
 * Every table as the code sees it. One interface for each table, by hand, in one file for each
 * room that owns the migration; `tests/db` compares them with the migrated database, column by
 * column, so that they cannot drift. `bigint` columns arrive as bigint, never as number.
 */
export interface Database {}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
