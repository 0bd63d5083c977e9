import type { FastifyReply } from 'fastify'
import { BoardOutcomes, Income } from '../../contract/subjects/transparency.ts'
import { Solvency } from '../../contract/subjects/reserves.ts'
import { requireFound } from '../../contract/refusals/reject.ts'
import type { Db } from '../../db/types.ts'
import { brandSlug } from '../brand/brand.ts'
import { toCsv } from '../http/files/csv.ts'
import { route, type Route } from '../http/route.ts'
import { readAnchors } from './anchor/anchor-day.ts'
import { boardRows, incomeRows, solvencyRows } from './as-rows.ts'
import { listProofs, readProofFile, reportProof } from './liabilities/proofs.ts'
import { readReceipt, readSeal } from './receipts/read-receipt.ts'
import { readSample } from './reserves/draw-sample.ts'
import { readDays, readPart, readSheet } from './sheet/read-sheets.ts'
import { recentStatus } from './status/read-status.ts'

type Query = { day?: string | undefined; format?: 'json' | 'csv' | undefined }

/** A sealed day never changes, but the newest one is a different one tomorrow. */
const cacheRule = (day: string | undefined): string =>
  day === undefined ? 'public, max-age=60' : 'public, max-age=31536000, immutable'

const sendExact = (reply: FastifyReply, body: string, day: string | undefined) =>
  reply.header('Cache-Control', cacheRule(day)).type('application/json; charset=utf-8').send(body)

const sendProof = (reply: FastifyReply, name: string, proof: string) =>
  reply
    .header('Content-Disposition', `attachment; filename="${brandSlug()}-${name}.tlog-proof"`)
    .type('text/plain; charset=utf-8')
    .send(proof)

async function sendPart(
  db: Db,
  reply: FastifyReply,
  { day, format }: Query,
  name: string,
  toRows: (body: string) => object[],
): Promise<FastifyReply> {
  const part = requireFound(await readPart(db, name, day), 'not_found')
  if (format !== 'csv') return sendExact(reply, part.body, day)
  return reply
    .header('Cache-Control', cacheRule(day))
    .header('Content-Disposition', `attachment; filename="${name}-${part.day}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(toCsv(toRows(part.body)))
}

export const transparencyRoutes: Route[] = [
  route('listSealedDays', async ({ context: { read }, query }) => ({
    results: (await readDays(read, { before: query.before })).map(({ sealed_at: at, ...each }) => ({
      ...each,
      sealed_at: at.toISOString(),
    })),
  })),
  route('getSheet', async ({ context: { read }, params, reply }) => {
    const sheet = requireFound(await readSheet(read, params.day), 'not_found')
    return sendExact(reply, sheet.body, params.day)
  }),
  route('getSeal', async ({ context: { read, config }, params: { day }, reply }) => {
    const seal = requireFound(await readSeal(read, day, config.witnesses))
    reply.header('Cache-Control', cacheRule(seal.isFinal ? day : undefined))
    return sendProof(reply, `seal-${day}`, seal.text)
  }),
  route('listProofs', ({ context: { read }, member }) => listProofs(read, member.no)),
  route('getProof', async ({ context: { read, config }, member, params: { day }, reply }) => {
    const file = requireFound(await readProofFile(read, member, day, config.witnesses))
    return reply
      .header('Content-Disposition', `attachment; filename="${brandSlug()}-proof-${day}.json"`)
      .type('application/json; charset=utf-8')
      .send(file)
  }),
  route('reportProof', async ({ context: { db }, member, body }) => ({
    reported_at: await reportProof(db, member.no, body),
  })),
  route('getReceipt', async ({ context: { read, config }, member, params, reply }) => {
    const { journal } = params
    const own = await readReceipt(read, member.no, BigInt(journal), config.witnesses)
    const proof = requireFound(own)
    return sendProof(reply, `receipt-${journal}`, proof)
  }),
  route('getIncome', ({ context: { read }, query, reply }) =>
    sendPart(read, reply, query, 'income', (body) => incomeRows(Income.parse(JSON.parse(body)))),
  ),
  route('getBoardOutcomes', ({ context: { read }, query, reply }) =>
    sendPart(read, reply, query, 'boards', (body) =>
      boardRows(BoardOutcomes.parse(JSON.parse(body))),
    ),
  ),
  route('getSolvency', ({ context: { read }, query, reply }) =>
    sendPart(read, reply, query, 'solvency', (body) =>
      solvencyRows(Solvency.parse(JSON.parse(body))),
    ),
  ),
  route('listAnchors', async ({ context: { read } }) => ({ results: await readAnchors(read) })),
  route('getReserveSample', async ({ context: { read, config }, query: { day }, reply }) => {
    const isPublic = config.reserveSample === 'public'
    const sample = isPublic ? await readSample(read, day) : undefined
    return sendExact(reply, requireFound(sample, 'not_found'), day)
  }),
  route('getServiceStatus', ({ context: { read } }) => recentStatus(read)),
]
