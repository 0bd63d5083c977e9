import type { FastifyReply } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { pageSize } from '../../contract/limits.ts'
import type { Db } from '../../db/types.ts'
import { linkTo, type Page, type PageQuery, type Sort } from '../http/paging.ts'
import { cursorNumber } from '../http/page-cursor.ts'
import { reject } from '../../contract/reject.ts'
import { sendCsv, type Surroundings } from './export-list.ts'

// Lists of the console. `next` names the key of the last row, and the database goes on from there
// by its index: no page costs more than the first. Pages by number serve the first 10,000 rows.

/** Counting further would read the table for a figure that nobody pages to. */
const maxCounted = 10_000

type Query = PageQuery & { after?: string | undefined; format?: 'json' | 'csv' | undefined }

export type List<T> = {
  /** How many rows there are, up to `maxCounted`. */
  count: () => Promise<number>
  /** Rows in order, from an offset, or after the row whose key is given. */
  read: (limit: number, offset: number, after: string | undefined) => Promise<T[]>
  keyOf: (row: T) => string
}

/** A list as the operators' console shows it: a page, or the whole as CSV, which is audited. */
export async function answerList<T extends object>(
  call: Surroundings,
  query: Query,
  list: List<T>,
): Promise<Page<T> | FastifyReply> {
  if (query.format === 'csv') return await sendCsv(call, list)
  const size = query.page_size ?? pageSize.default
  const page = query.page ?? 1
  const count = await list.count()
  const last = Math.max(1, Math.ceil(count / size))
  if (query.after === undefined && page > last) throw reject('page_not_found')
  const offset = query.after === undefined ? (page - 1) * size : 0
  const rows =
    count === 0 && query.after === undefined ? [] : await list.read(size + 1, offset, query.after)
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

/** How many rows a table expression with its condition has, counted to 10,000 or less. */
export async function countRows(
  db: Db,
  from: RawBuilder<unknown>,
  most = maxCounted,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${most}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** The condition that a row comes after the one of a key: of a lower number, or a higher one. */
export function beyond(
  column: RawBuilder<unknown>,
  after: string | undefined,
  sort: Sort = 'newest',
): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  return sort === 'oldest'
    ? sql`${column} > ${cursorNumber(after)}`
    : sql`${column} < ${cursorNumber(after)}`
}

/** A list in the order of its rows' numbers, which are their ids; the newest comes first. */
export const numbered = <T extends { id: string }>(
  db: Db,
  from: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  read: (condition: RawBuilder<unknown>, limit: number, offset: number, sort: Sort) => Promise<T[]>,
  sort: Sort = 'newest',
): List<T> => ({
  count: () => countRows(db, sql`${from} where ${condition}`),
  read: (limit, offset, after) =>
    read(sql`${condition} and ${beyond(column, after, sort)}`, limit, offset, sort),
  keyOf: ({ id }) => id,
})
