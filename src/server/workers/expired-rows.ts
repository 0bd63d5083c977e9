import { sql, type RawBuilder } from 'kysely'
import { IMPORT_KEPT_DAYS } from '../../contract/fields/limits.ts'
import { ago, fromNow, lit, lower, subquery } from '../../db/expressions.ts'
import type { Database } from '../../db/types.ts'

// How to find the rows that expire. The retention table says which.

/** The most rows that one statement deletes. */
export const MAX_ROWS = 5_000

/** Each tree has tiles or leaves, tens of megabytes for a million members. */
export const MAX_TREES = 2

type TableName = keyof Database
export type Age = readonly [unit: 'days' | 'hours', amount: number]

/**
 * Whether the earliest of the columns is longer ago than the age. A single column isn't wrapped in
 * `least()`, which no index would match.
 */
const isOver = (ends: readonly string[], [unit, amount]: Age): RawBuilder<boolean> => {
  const columns = sql.join(ends.map((column) => sql.ref(column)))
  return sql`${ends.length === 1 ? columns : sql`least(${columns})`} < ${ago(unit, amount)}`
}

/** Rows that expire some time after the first of `ends`. */
export const expired = <T extends TableName>(
  table: T,
  ends: readonly (keyof Database[T] & string)[],
  age: Age,
  most = MAX_ROWS,
): RawBuilder<unknown> =>
  sql`select ctid from ${sql.table(table)} where ${isOver(ends, age)} limit ${most}`

/** Tables with numbered rows. */
type Numbered = {
  [T in TableName]: Database[T] extends { no: unknown } ? T : never
}[TableName]

/** The same for tables whose numbers follow time: looks only at some rows after the given one. */
export const expiredInOrder =
  <T extends Numbered>(table: T, ends: readonly (keyof Database[T] & string)[], age: Age) =>
  (no: bigint): RawBuilder<unknown> =>
    sql`select ctid from (select ctid, * from ${sql.table(table)} where ${sql.ref('no')} > ${no}
      order by ${sql.ref('no')} limit ${MAX_ROWS}) as next where ${isOver(ends, age)}`

/** All rows of each hour except the first. */
export const beyondFirstOfHour = <T extends TableName>(
  table: T,
  key: keyof Database[T] & string,
  age: Age,
): RawBuilder<unknown> => {
  const [own, other] = [sql.ref(`each.${key}`), sql.ref(`other.${key}`)]
  return sql`select ctid from ${sql.table(table)} as each where ${isOver([`each.${key}`], age)}
    and exists (select from ${sql.table(table)} as other
      where ${other} < ${own} and ${other} >= date_bin(interval '1 hour', ${own}, 'epoch'))
    order by ${own} limit ${MAX_ROWS}`
}

/** Those from before the database set the time may have reported one to come. */
export const endedProcesses = subquery
  .selectFrom('processes')
  .select(sql`ctid`.as('ctid'))
  .where((eb) =>
    eb.or([eb('seen_at', '<', ago('days', 1)), eb('seen_at', '>', fromNow('days', 1))]),
  )
  .limit(MAX_ROWS)

/** Imports that ended long enough ago. */
const endedImports = subquery
  .selectFrom('member_imports')
  .select('no')
  .where((eb) =>
    eb.or([
      eb('finished_at', '<', ago('days', IMPORT_KEPT_DAYS)),
      eb.and([
        eb('state', '=', lit('discarded')),
        eb('decided_at', '<', ago('days', IMPORT_KEPT_DAYS)),
      ]),
    ]),
  )

/** Their rows that have names. The index of both tables skips the others. */
export const namedRows = (table: 'member_import_rows' | 'member_import_corrections') =>
  sql`select ctid from ${sql.table(table)} where ${sql.ref('import_no')} in ${endedImports}
    and ${lower(sql.ref('username'))} > '' limit ${MAX_ROWS}`

/** The month of a day stored as text. */
const monthOf = (day: string) => sql`left(${sql.ref(day)}, 7)`

/** Trees of liabilities, except the last one of each month, which we keep longer. */
export const lateTrees = subquery
  .selectFrom('liability_days as tree')
  .select(sql`tree.ctid`.as('ctid'))
  .where((eb) =>
    eb.or([
      isOver(['tree.built_at'], ['days', 400]),
      eb.and([
        isOver(['tree.built_at'], ['days', 14]),
        eb.exists(
          eb
            .selectFrom('liability_days as later')
            .select('later.no')
            .whereRef('later.day', '>', 'tree.day')
            .where(monthOf('later.day'), '=', monthOf('tree.day')),
        ),
      ]),
    ]),
  )
  .limit(MAX_TREES)
