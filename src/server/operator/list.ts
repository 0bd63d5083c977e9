import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/types.ts'
import { toCsv } from '../http/csv.ts'
import { pageOf, type Page, type PageQuery } from '../http/paging.ts'

const maxCsvRows = 50_000

type Surroundings = { request: FastifyRequest; reply: FastifyReply }
type Query = PageQuery & { format?: 'json' | 'csv' | undefined }

/** A list as the operators' console shows it: a page, or the whole as CSV. */
export async function answerList<T extends object>(
  { request, reply }: Surroundings,
  query: Query,
  count: number,
  read: (limit: number, offset: number) => Promise<T[]>,
): Promise<Page<T> | FastifyReply> {
  if (query.format !== 'csv') return await pageOf(count, query, request.url, read)
  const rows = count === 0 ? [] : await read(maxCsvRows, 0)
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', 'attachment; filename="twofold.csv"')
    .send(toCsv(rows))
}

/** How many rows a table expression with its condition has. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
  return rows[0]?.count ?? 0
}
