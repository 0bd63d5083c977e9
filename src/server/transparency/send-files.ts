/** Sends the files of a day, which readers save and check. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireFound } from '../../contract/refusals/reject.ts'
import type { Db } from '../../db/types.ts'
import { brandSlug } from '../brand/brand.ts'
import { toCsv } from '../http/files/csv.ts'
import { sendRevalidated } from '../http/files/revalidated.ts'
import { readPart } from './sheet/read-sheets.ts'

type Query = { day?: string | undefined; format?: 'json' | 'csv' | undefined }

type Answering = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** The file of a day, or of the newest one, which is a different one tomorrow. */
const sendDaily = ({ request, reply }: Answering, body: string, day: string | undefined) =>
  day === undefined
    ? reply.header('Cache-Control', 'public, max-age=60').send(body)
    : sendRevalidated(request, reply, body)

export function sendExact(answering: Answering, body: string, day: string | undefined) {
  answering.reply.type('application/json; charset=utf-8')
  return sendDaily(answering, body, day)
}

export const asProof = (reply: FastifyReply, name: string) =>
  reply
    .header('Content-Disposition', `attachment; filename="${brandSlug()}-${name}.tlog-proof"`)
    .type('text/plain; charset=utf-8')

export async function sendPart(
  db: Db,
  answering: Answering,
  { day, format }: Query,
  name: string,
  toRows: (body: string) => object[],
): Promise<FastifyReply> {
  const part = requireFound(await readPart(db, name, day), 'not_found')
  if (format !== 'csv') return sendExact(answering, part.body, day)
  answering.reply
    .header('Content-Disposition', `attachment; filename="${name}-${part.day}.csv"`)
    .type('text/csv; charset=utf-8')
  return sendDaily(answering, toCsv(toRows(part.body)), day)
}
