import { pageSize } from '../../contract/fields/limits.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { OwnList } from '../../db/own-list.ts'
import type { Db } from '../../db/types.ts'

export type PageQuery = { page?: number | undefined; page_size?: number | undefined }
/** Whether a list starts with its newest row or, as queues do, with the longest-waiting one. */
export type Sort = 'newest' | 'oldest'

/** The order of a list whose numbers grow over time. */
export const inOrder = (sort: Sort): 'asc' | 'desc' => (sort === 'oldest' ? 'asc' : 'desc')

/** Which of the rows that match a condition to read. */
export type Slice<Order = Sort> = {
  readonly limit?: number
  readonly offset?: number
  readonly sort?: Order
}

/** Which rows of a list to read: from an offset, or after the row with the given key. */
export type ListSlice = {
  readonly limit: number
  readonly offset?: number
  readonly after?: string | undefined
}

export type Page<T> = {
  count: number
  next: string | null
  previous: string | null
  results: T[]
}

/**
 * One page of a list. `url` is the request's own path and query, so the links to other pages keep
 * its filters. Refuses a page beyond the end with 404, except the first, whose rows are read while
 * they are counted.
 */
export async function pageOf<T>(
  counted: number | Promise<number>,
  query: PageQuery,
  url: string,
  read: (limit: number, offset: number) => Promise<T[]>,
): Promise<Page<T>> {
  const page = query.page ?? 1
  const size = query.page_size ?? pageSize.default
  const isRead = page === 1 && counted !== 0
  const [found, first] = await Promise.all([counted, isRead ? read(size, 0) : null])
  // A first row may have come between the two statements.
  const count = Math.max(found, first?.length ?? 0)
  const last = Math.max(1, Math.ceil(count / size))
  if (page > last) throw reject('page_not_found')
  return {
    count,
    next: page < last ? linkTo(url, 'page', String(page + 1)) : null,
    previous: page > 1 ? linkTo(url, 'page', String(page - 1)) : null,
    results: first ?? (count === 0 ? [] : await read(size, (page - 1) * size)),
  }
}

/** The request's own path and query with a different list position. */
export function linkTo(url: string, by: 'page' | 'after', value: string): string {
  const [path = '', search = ''] = url.split('?')
  const query = new URLSearchParams(search)
  query.delete(by === 'page' ? 'after' : 'page')
  query.set(by, value)
  return `${path}?${query}`
}

type OwnCall = {
  context: { read: Db }
  member: { no: number }
  query: PageQuery
  request: { url: string }
}

/** A page of a member's own rows. */
export const pageOfOwn = <Row, T>(
  list: OwnList<Row>,
  { context: { read }, member, query, request }: OwnCall,
  show: (row: Row) => T,
): Promise<Page<T>> =>
  pageOf(list.count(read, member.no), query, request.url, async (limit, offset) =>
    (await list.read(read, member.no, limit, offset)).map(show),
  )
