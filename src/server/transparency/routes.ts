import type { FastifyReply, FastifyRequest } from 'fastify'
import { BoardOutcomes, Income } from '../../contract/subjects/transparency.ts'
import { Solvency } from '../../contract/subjects/reserves.ts'
import { requireFound } from '../../contract/refusals/reject.ts'
import type { Db } from '../../db/types.ts'
import { brandSlug } from '../brand/brand.ts'
import { toCsv } from '../http/files/csv.ts'
import { sendRevalidated } from '../http/files/revalidated.ts'
import { route, type Route } from '../http/route.ts'
import { readAnchors } from './anchor/anchor-day.ts'
import { boardRows, incomeRows, solvencyRows } from './as-rows.ts'
import { listProofs, readProofFile, reportProof } from './liabilities/proofs.ts'
import { readReceipt, readSeal } from './receipts/read-receipt.ts'
import { readSample } from './reserves/draw-sample.ts'
import { readDays, readPart, readSheet } from './sheet/read-sheets.ts'
import { recentStatus } from './status/read-status.ts'

type Query = { day?: string | undefined; format?: 'json' | 'csv' | undefined }

type Answering = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** The file of a day, or of the newest one, which is a different one tomorrow. */
const sendDaily = ({ request, reply }: Answering, body: string, day: string | undefined) =>
  day === undefined
    ? reply.header('Cache-Control', 'public, max-age=60').send(body)
    : sendRevalidated(request, reply, body)

function sendExact(answering: Answering, body: string, day: string | undefined) {
  answering.reply.type('application/json; charset=utf-8')
  return sendDaily(answering, body, day)
}

const asProof = (reply: FastifyReply, name: string) =>
  reply
    .header('Content-Disposition', `attachment; filename="${brandSlug()}-${name}.tlog-proof"`)
    .type('text/plain; charset=utf-8')

async function sendPart(
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

export const transparencyRoutes: Route[] = [
  route('listSealedDays', async ({ context: { read }, query }) => ({
    results: (await readDays(read, { before: query.before })).map(({ sealed_at: at, ...each }) => ({
      ...each,
      sealed_at: at.toISOString(),
    })),
  })),
  route('getSheet', async ({ context: { read }, params, ...answering }) => {
    const sheet = requireFound(await readSheet(read, params.day), 'not_found')
    return sendExact(answering, sheet.body, params.day)
  }),
  route('getSeal', async ({ context: { read, config }, params: { day }, request, reply }) => {
    const seal = requireFound(await readSeal(read, day, config.witnesses))
    return sendRevalidated(request, asProof(reply, `seal-${day}`), seal)
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
    return asProof(reply, `receipt-${journal}`).send(proof)
  }),
  route('getIncome', ({ context: { read }, query, ...answering }) =>
    sendPart(read, answering, query, 'income', (body) =>
      incomeRows(Income.parse(JSON.parse(body))),
    ),
  ),
  route('getBoardOutcomes', ({ context: { read }, query, ...answering }) =>
    sendPart(read, answering, query, 'boards', (body) =>
      boardRows(BoardOutcomes.parse(JSON.parse(body))),
    ),
  ),
  route('getSolvency', ({ context: { read }, query, ...answering }) =>
    sendPart(read, answering, query, 'solvency', (body) =>
      solvencyRows(Solvency.parse(JSON.parse(body))),
    ),
  ),
  route('listAnchors', async ({ context: { read } }) => ({ results: await readAnchors(read) })),
  route('getReserveSample', async ({ context: { read, config }, query: { day }, ...answering }) => {
    const isPublic = config.reserveSample === 'public'
    const sample = isPublic ? await readSample(read, day) : undefined
    return sendExact(answering, requireFound(sample, 'not_found'), day)
  }),
  route('getServiceStatus', ({ context: { read } }) => recentStatus(read)),
]
