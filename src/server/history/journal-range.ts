import { sql, type Expression, type RawBuilder } from 'kysely'

/**
 * The number of the first journal of a time or later. Lists of an account are in the order of
 * journals, so their index finds a period by these numbers.
 */
export const journalSince = (at: Date | Expression<Date>): RawBuilder<bigint> =>
  sql`journal_since(${at})`
