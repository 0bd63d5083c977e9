import { BoardOutcomes, Income } from '../../contract/subjects/transparency.ts'
import { Solvency } from '../../contract/subjects/reserves.ts'
import { requireFound } from '../../contract/refusals/reject.ts'
import { brandSlug } from '../brand/brand.ts'
import { sendRevalidated } from '../http/files/revalidated.ts'
import { route, type Route } from '../http/route.ts'
import { readAnchors } from './anchor/anchor-day.ts'
import { boardRows, incomeRows, solvencyRows } from './as-rows.ts'
import { listProofs, readProofFile, reportProof } from './liabilities/proofs.ts'
import { readReceipt, readSeal } from './receipts/read-receipt.ts'
import { readSample } from './reserves/draw-sample.ts'
import { asProof, sendExact, sendPart } from './send-files.ts'
import { readDays, readSheet } from './sheet/read-sheets.ts'
import { recentStatus } from './status/read-status.ts'

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
