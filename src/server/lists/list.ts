import type { FastifyReply } from 'fastify'
import { sql, type Expression } from 'kysely'
import { countAll, subquery, type Condition } from '../../db/expressions.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { pageSize } from '../../contract/fields/limits.ts'
import type { Db, Database, Tx } from '../../db/types.ts'
import {
  linkTo,
  type ListSlice,
  type Page,
  type PageQuery,
  type Slice,
  type Sort,
} from '../http/paging.ts'
import { cursorNumber } from '../http/page-cursor.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { exportList } from './export-list.ts'
import type { Surroundings } from './record-export.ts'

// The console's lists. `next` holds the last row's key, and the database continues from there by
// its index, so every page costs the same as the first. Numbered pages cover the first 10,000 rows.

/** Counting further would read the whole table for a number that nobody pages to. */
export const MAX_COUNTED = 10_000

type Query = PageQuery & {
  after?: string | undefined
  format?: 'json' | 'csv' | undefined
  language?: Language | undefined
}

export type List<T> = {
  /** How many rows there are, up to `MAX_COUNTED` or a lower limit of the list. */
  count: () => Promise<number>
  /** Rows in the list's order. */
  read: (slice: ListSlice) => Promise<T[]>
  keyOf: (row: T) => string
}

/** A list for the operators' console: a page, or the whole list as CSV, which we audit. */
export async function answerList<T extends object>(
  call: Surroundings,
  query: Query,
  list: List<T>,
): Promise<Page<T> | FastifyReply> {
  if (query.format === 'csv') return await exportList(call, list, query.language)
  const size = query.page_size ?? pageSize.default
  const page = query.page ?? 1
  const count = await list.count()
  const last = Math.max(1, Math.ceil(count / size))
  if (query.after === undefined && page > last) throw reject('page_not_found')
  const { after } = query
  const offset = after === undefined ? (page - 1) * size : 0
  const isEmpty = count === 0 && after === undefined
  const rows = isEmpty ? [] : await list.read({ limit: size + 1, offset, after })
  const results = rows.slice(0, size)
  const end = rows.length > size ? results.at(-1) : undefined
  const { url } = call.request
  return {
    count,
    next: end ? linkTo(url, 'after', list.keyOf(end)) : null,
    previous: query.after === undefined && page > 1 ? linkTo(url, 'page', String(page - 1)) : null,
    results,
  }
}

/** The number of rows of a query, up to 10,000. */
export async function countRows(
  db: Db | Tx,
  query: Expression<unknown>,
  most = MAX_COUNTED,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${countAll} as count from (select from ${query} found limit ${most}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

type Numbered = {
  [Table in keyof Database]: Database[Table] extends { no: unknown } ? Table : never
}[keyof Database]

/** The condition for rows after the one with a key, by lower or higher number. */
function beyond(table: Numbered, after: string, sort: Sort): Condition {
  const column = sql.ref(`${table}.no`)
  const number = cursorNumber(after)
  return sort === 'oldest' ? sql`${column} > ${number}` : sql`${column} < ${number}`
}

/** Reads rows of a table that match a condition, in the order of their numbers. */
type ReadRows<T> = (db: Db, condition: Condition, slice: Slice) => Promise<T[]>

/** A list ordered by row number, which is the id. Newest first. */
export const numbered = <T extends { id: string }>(
  db: Db,
  table: Numbered,
  condition: Condition,
  read: ReadRows<T>,
  sort: Sort = 'newest',
): List<T> => ({
  count: () => countRows(db, sql`(select from ${sql.table(table)} where ${condition})`),
  read: ({ limit, offset = 0, after }) => {
    const further = after === undefined ? [] : [beyond(table, after, sort)]
    return read(db, subquery.and([condition, ...further]), { limit, offset, sort })
  },
  keyOf: ({ id }) => id,
})

/** Rows that match a condition and, if columns are given, have one of the values in one of them. */
export type ValueFilter = { where: Condition; any: readonly ColumnValues[] }

/** A column and an SQL array of values. */
type ColumnValues = { column: string; values: Expression<unknown> }

/**
 * The same list by values of columns that have an index. It reads the rows of each value alone.
 * With all values in one condition, the planner may read all later rows to find old ones.
 */
export function numberedByValue<T extends { id: string }>(
  db: Db,
  table: Numbered,
  { where, any }: ValueFilter,
  read: ReadRows<T>,
  sort: Sort = 'newest',
): List<T> {
  if (any.length === 0) return numbered(db, table, where, read, sort)
  const has = any.map(
    ({ column, values }) => sql<boolean>`${sql.ref(`${table}.${column}`)} = any(${values})`,
  )
  return {
    ...numbered(db, table, subquery.and([where, subquery.or(has)]), read, sort),
    read: ({ limit, offset = 0, after }) => {
      const own = after === undefined ? where : subquery.and([where, beyond(table, after, sort)])
      const order = sql`order by no ${sql.raw(sort === 'oldest' ? 'asc' : 'desc')}`
      const first = sql`${order} limit ${limit + offset}`
      const each = any.map(({ column, values }) => {
        const rows = sql`select no from ${sql.table(table)}
          where ${sql.ref(`${table}.${column}`)} = given.wanted and ${own} ${first}`
        return sql`(select own.no from unnest(${values}) as given (wanted)
          cross join lateral (${rows}) own ${first})`
      })
      const numbers = sql`select no from (${sql.join(each, sql` union `)}) found
        ${order} limit ${limit} offset ${offset}`
      return read(db, sql`${sql.ref(`${table}.no`)} = any(array(${numbers}))`, { limit, sort })
    },
  }
}
