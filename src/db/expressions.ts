import {
  expressionBuilder,
  sql,
  type Expression,
  type RawBuilder,
  type SqlBool,
  type AliasedRawBuilder,
} from 'kysely'
import type { Database } from './types.ts'

// What the query builder has no word for, as typed expressions without any column's name.

/** Starts a query that becomes part of another. */
export const subquery = expressionBuilder<Database>()

/** What a `where` takes. */
export type Condition = Expression<SqlBool>

type ListType = 'int' | 'bigint' | 'text' | 'smallint' | 'uuid' | 'jsonb' | 'timestamptz'

type Unit = 'days' | 'hours' | 'mins' | 'secs'

/** When the transaction began, by the database's clock. */
export const now = sql<Date>`now()`

export const fromNow = (unit: Unit, amount: number): RawBuilder<Date> =>
  sql`now() + make_interval(${sql.raw(unit)} => ${amount})`

export const ago = (unit: Unit, amount: number): RawBuilder<Date> =>
  sql`now() - make_interval(${sql.raw(unit)} => ${amount})`

/** `count(*)` as a number. The driver gives bigint for it otherwise. */
export const countAll = sql<number>`count(*)::int`

/**
 * For `=`: matches any of the values. One parameter however many there are, so the statement keeps
 * its text and its prepared plan.
 */
export const anyOf = <T extends number | bigint | string>(
  values: readonly T[] | Expression<readonly T[]>,
  type: ListType,
): RawBuilder<T> => sql`any(${values}::${sql.raw(type)}[])`

/** A condition as a column. */
export const is = (condition: Expression<SqlBool>): RawBuilder<boolean> => sql`(${condition})`

/** Text in lower case, as the indexes on names and addresses have it. */
export const lower = (text: Expression<string | null> | string): RawBuilder<string> =>
  sql`lower(${text})`

/** A condition that every row meets. */
export const everyRow: Condition = sql`true`

/** A condition that no row meets. */
export const noRow: Condition = sql`false`

/** A sum that is 0 without rows, as bigint. The sum of bigint columns is numeric otherwise. */
export const sumOf = (
  amount: Expression<bigint | number | null>,
  where: Condition = everyRow,
): RawBuilder<bigint> =>
  where === everyRow
    ? sql`coalesce(sum(${amount}), 0)::bigint`
    : sql`coalesce(sum(${amount}) filter (where ${where}), 0)::bigint`

/**
 * A fixed value in the statement's text. Partial indexes and plans know it, unlike a parameter.
 */
export const lit = <T extends string | number | bigint | boolean>(value: T): RawBuilder<T> =>
  sql.lit(value)

/**
 * Joined to a change: its COMMIT doesn't wait for the disk or the standby. For what a crash may
 * lose.
 */
export const unawaited = sql`set_config('synchronous_commit', 'off', true)`.as('setting')

type List<T> = { values: readonly T[] | Expression<readonly T[]>; type: ListType }

type ItemOf<L extends List<unknown>> = L extends {
  values: readonly (infer T)[] | Expression<readonly (infer T)[]>
}
  ? T
  : never

/** Lists as a table: a column for each, and one parameter however long it is. */
export function given<Name extends string, Lists extends Record<string, List<unknown>>>(
  name: Name,
  lists: Lists,
): AliasedRawBuilder<{ [C in keyof Lists]: ItemOf<Lists[C]> }, Name> {
  const columns = Object.keys(lists).map((column) => sql.ref(column))
  const values = Object.values(lists).map(
    ({ values: list, type }) => sql`${list}::${sql.raw(type)}[]`,
  )
  const alias = sql`${sql.ref(name)}(${sql.join(columns)})`
  return sql<{
    [C in keyof Lists]: ItemOf<Lists[C]>
  }>`unnest(${sql.join(values)})`.as<Name>(alias)
}
