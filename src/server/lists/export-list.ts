import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { CallContract } from '../../contract/endpoint.ts'
import type { CallName } from '../../contract/routes.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { brandSlug } from '../brand/brand.ts'
import { csvHead, csvLines } from '../http/files/csv.ts'
import { byOperator } from '../http/limit-key.ts'
import { asFile } from '../http/files/downloads.ts'
import type { ListSlice } from '../http/paging.ts'
import { requireProof } from '../http/require-proof.ts'
import { csvHeadOf } from './csv-heads.ts'
import { LARGE_EXPORT, recordExport, type Surroundings } from './record-export.ts'
import { requireOpen } from './require-open.ts'

type Rows<T> = {
  read: (slice: ListSlice) => Promise<T[]>
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

/** Rows of one statement. We hold their text until the reader has room for it. */
const STEP = 100

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
  const { name, operator, limiter, downloads, request, reply } = call
  requireProof(operator)
  downloads.enter(reply)
  await limiter.count('export', byOperator(operator.username), reply)
  const object = (request.url.split('?')[0] ?? '').replace(/^\/api\/operator\/|\/$/g, '')
  await recordExport(call, object, await isLarge(list))
  const shape = rowShape(name)
  const file = object.replace(/[^a-z0-9]+/gi, '-')
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${brandSlug()}-${file}.csv"`)
    .send(asFile(csvParts(whileAllowed(list, call), shape, language)))
}

/** The same list. It checks the operator again before each further page. */
const whileAllowed = <T>(list: Rows<T>, { context, operator }: Surroundings): Rows<T> => ({
  ...list,
  read: async (slice) => {
    await requireOpen(context, operator)
    return await list.read(slice)
  },
})

/** Reads only the row that makes a list large: the ones before it may be long. */
const isLarge = async <T>(list: Rows<T>): Promise<boolean> =>
  (await list.read({ limit: 1, offset: LARGE_EXPORT - 1 })).length > 0

async function* csvParts<T extends object>(
  list: Rows<T>,
  shape: z.ZodObject,
  language: Language | undefined,
): AsyncGenerator<Uint8Array> {
  const columns = Object.keys(shape.shape)
  const heads = columns.map((column) => csvHeadOf(column, language))
  // While the reader is slow, only the bytes remain, neither the rows nor their text.
  const readPart = async (after: string | undefined) => {
    const rows = await list.read({ limit: STEP, after })
    const end = rows.at(-1)
    const next = rows.length < STEP || end === undefined ? undefined : list.keyOf(end)
    const head = after === undefined ? csvHead(rows.length === 0 ? [] : heads) : ''
    const cut = rows.map((row) => shape.parse(row))
    return { bytes: Buffer.from(head + csvLines(columns, cut)), next }
  }
  let part = await readPart(undefined)
  for (;;) {
    yield part.bytes
    if (part.next === undefined) return
    part = await readPart(part.next)
  }
}
