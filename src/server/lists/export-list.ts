import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { CallContract } from '../../contract/endpoint.ts'
import type { CallName } from '../../contract/routes.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { brandSlug } from '../brand/brand.ts'
import { csvHead, csvLines } from '../http/csv.ts'
import { byOperator } from '../http/limit-key.ts'
import { requireProof } from '../http/require-proof.ts'
import { csvHeadOf } from './csv-heads.ts'
import { CSV_STEP, type Surroundings, record } from './record-export.ts'
import { requireOpen } from './require-open.ts'

type Rows<T> = {
  read: (limit: number, offset: number, after: string | undefined) => Promise<T[]>
  keyOf: (row: T) => string
}

/** The shape of a list's rows in the contract. The file has exactly these columns. */
function rowShape(name: CallName): z.ZodObject {
  const { answer }: CallContract = calls[name]
  const results: unknown = answer instanceof z.ZodObject ? answer.shape['results'] : undefined
  const row = results instanceof z.ZodArray ? results.element : undefined
  if (!(row instanceof z.ZodObject)) throw new Error(`${name} is not a list of rows`)
  return row
}

/**
 * Sends a whole list as a file, page by page, so that a long one costs little memory. If reading
 * fails, the connection breaks, so nobody takes a part for the whole. It also breaks once the
 * operator has lost the session or the role, because a slow reader's file can take hours. It
 * requires a recent step-up, counts toward a daily limit, and goes into the audit log before the
 * first row leaves. We email staff about a large one.
 */
export async function exportList<T extends object>(
  call: Surroundings,
  list: Rows<T>,
  language: Language | undefined,
): Promise<FastifyReply> {
  const { name, operator, limiter, request, reply } = call
  requireProof(operator)
  await limiter.count('export', byOperator(operator.username), reply)
  const first = await list.read(CSV_STEP, 0, undefined)
  const object = (request.url.split('?')[0] ?? '').replace(/^\/api\/operator\/|\/$/g, '')
  await record(call, object, first.length)
  const shape = rowShape(name)
  const file = object.replace(/[^a-z0-9]+/gi, '-')
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${brandSlug()}-${file}.csv"`)
    .send(Readable.from(csvParts(whileAllowed(list, call), shape, first, language)))
}

/** The same list. It checks the operator again before each further page. */
const whileAllowed = <T>(list: Rows<T>, { context, operator }: Surroundings): Rows<T> => ({
  ...list,
  read: async (...page) => {
    await requireOpen(context, operator)
    return await list.read(...page)
  },
})

async function* csvParts<T extends object>(
  list: Rows<T>,
  shape: z.ZodObject,
  first: T[],
  language: Language | undefined,
): AsyncGenerator<string> {
  const columns = Object.keys(shape.shape)
  const cut = (rows: T[]) => rows.map((row) => shape.parse(row))
  const heads = columns.map((column) => csvHeadOf(column, language))
  yield csvHead(first.length === 0 ? [] : heads)
  for (let rows = first; ;) {
    yield csvLines(columns, cut(rows))
    const end = rows.at(-1)
    if (rows.length < CSV_STEP || end === undefined) return
    rows = await list.read(CSV_STEP, 0, list.keyOf(end))
  }
}
