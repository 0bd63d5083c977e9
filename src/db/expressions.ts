import {
  expressionBuilder,
  sql,
  type Expression,
  type RawBuilder,
  type SqlBool,
  type AliasedRawBuilder,
} from 'kysely'
import type { Database } from './types.ts'

// Typed expressions that the query builder lacks, without column names.

/** Starts a query that becomes part of another. */
export const subquery = expressionBuilder<Database>()

/** The argument of `where`. */
export type Condition = Expression<SqlBool>

type ListType =
  | 'int'
  | 'bigint'
  | 'text'
  | 'smallint'
  | 'uuid'
  | 'jsonb'
  | 'timestamptz'
  | 'boolean'

type Unit = 'days' | 'hours' | 'mins' | 'secs'

/** The start of the transaction, by the database's clock. */
export const now = sql<Date>`now()`

export const fromNow = (unit: Unit, amount: number | Expression<number>): RawBuilder<Date> =>
  sql`now() + make_interval(${sql.raw(unit)} => ${amount})`

export const ago = (unit: Unit, amount: number | Expression<number>): RawBuilder<Date> =>
  sql`now() - make_interval(${sql.raw(unit)} => ${amount})`

/**
 * Whether a time is before another one that has passed. A time to come counts as well: it is from
 * before the database's clock was set back, and nobody knows how long ago that was.
 */
export const isBefore = (at: Expression<Date | null>, than: Expression<Date>): Condition =>
  sql`(${at} < ${than} or ${at} > now() + interval '1 minute')`

/**
 * The seconds since a time that a worker keeps at now. One to come is from before the database's
 * clock was set back, and nobody knows how long ago that was, so it counts as just as long ago.
 */
export const secondsSince = (at: Expression<unknown>): RawBuilder<number> =>
  sql`abs(extract(epoch from clock_timestamp() - (${at})))::float8`

/** `count(*)` as a number. Otherwise the driver returns a bigint. */
export const countAll = sql<number>`count(*)::int`

/**
 * For `=`: matches any of the values. It is one parameter however many there are, so the statement
 * keeps its text and its prepared plan.
 */
export const anyOf = <T extends number | bigint | string>(
  values: readonly T[] | Expression<readonly T[]>,
  type: ListType,
): RawBuilder<T> => sql`any(${values}::${sql.raw(type)}[])`

/** A condition as a boolean column. */
export const is = (condition: Expression<SqlBool>): RawBuilder<boolean> => sql`(${condition})`

/** Lower-case text, to match the indexes on names and addresses. */
export const lower = (text: Expression<string | null> | string): RawBuilder<string> =>
  sql`lower(${text})`

/** A condition that is true for every row. */
export const everyRow: Condition = sql`true`

/** A bigint sum that is 0 without rows. Otherwise the sum of bigint columns is numeric. */
export const sumOf = (
  amount: Expression<bigint | number | null>,
  where: Condition = everyRow,
): RawBuilder<bigint> =>
  where === everyRow
    ? sql`coalesce(sum(${amount}), 0)::bigint`
    : sql`coalesce(sum(${amount}) filter (where ${where}), 0)::bigint`

/** A constant in the statement's text. Unlike a parameter, partial indexes and plans know it. */
export const lit = <T extends string | number | bigint | boolean>(value: T): RawBuilder<T> =>
  sql.lit(value)

/**
 * Added to a change, it makes the COMMIT return without waiting for the disk or the standby. Only
 * for data that a crash may lose.
 */
export const unawaited = sql`set_config('synchronous_commit', 'off', true)`.as('setting')

/**
 * A parameter whose value PostgreSQL doesn't look at while it plans. Otherwise it compares a plan
 * for this value with one for any value, and if the first one seems cheaper, plans the statement
 * again for each call.
 */
export const unseen = <T>(value: T | Expression<T>, type: 'int' | `${ListType}[]`): RawBuilder<T> =>
  sql`(select ${value}::${sql.raw(type)})`

type List<T> = { values: readonly T[] | Expression<readonly T[]>; type: ListType }

type ItemOf<L extends List<unknown>> = L extends {
  values: readonly (infer T)[] | Expression<readonly (infer T)[]>
}
  ? T
  : never

/**
 * Lists as a table with one column for each. Each list is one unseen parameter, however long, so
 * the number of values doesn't change the plan.
 */
export function given<Name extends string, Lists extends Record<string, List<unknown>>>(
  name: Name,
  lists: Lists,
): AliasedRawBuilder<{ [C in keyof Lists]: ItemOf<Lists[C]> }, Name> {
  const columns = Object.keys(lists).map((column) => sql.ref(column))
  const values = Object.values(lists).map(({ values: list, type }) => unseen(list, `${type}[]`))
  const alias = sql`${sql.ref(name)}(${sql.join(columns)})`
  return sql<{
    [C in keyof Lists]: ItemOf<Lists[C]>
  }>`unnest(${sql.join(values)})`.as<Name>(alias)
}
