import { sql } from 'kysely'
import { checkBook } from '../book/check.ts'
import { route, type Route } from '../http/route.ts'
import { approveAdjustment, readAdjustments, requestAdjustment } from './adjustments.ts'
import { addCatalogue, listCatalogues } from './catalogues.ts'
import { journalFilter, readAuditEntries, readJournals } from './ledger.ts'
import { answerList, countRows } from './list.ts'
import { answerMessage, messageFilter, readMessages } from './messages.ts'
import { readOverview } from './overview.ts'

const moneyRoutes: Route[] = [
  route('findAdjustments', async ({ context: { db }, query, request, reply }) => {
    const count = await countRows(db, sql`from adjustments`)
    const read = (limit: number, offset: number) => readAdjustments(db, limit, offset)
    return await answerList({ request, reply }, query, count, read)
  }),
  route('requestAdjustment', ({ context, operator, body, key, request }) =>
    requestAdjustment(context, body, { operator: operator.username, key, requestId: request.id }),
  ),
  route('approveAdjustment', ({ context, operator, params, key, request }) => {
    const by = { operator: operator.username, key, requestId: request.id }
    return approveAdjustment(context, Number(params.id), by)
  }),
  route('listCatalogues', async ({ context: { db }, query, request, reply }) => {
    const count = await countRows(db, sql`from catalogues`)
    const read = (limit: number, offset: number) => listCatalogues(db, limit, offset)
    return await answerList({ request, reply }, query, count, read)
  }),
  route('addCatalogue', ({ context, operator, body, request }) =>
    addCatalogue(context, operator.username, body, request.id),
  ),
]

const inboxRoutes: Route[] = [
  route('findMessages', async ({ context: { db }, query, request, reply }) => {
    const condition = messageFilter(query.status)
    const count = await countRows(db, sql`from contact_messages where ${condition}`)
    const read = (limit: number, offset: number) => readMessages(db, condition, limit, offset)
    return await answerList({ request, reply }, query, count, read)
  }),
  route('answerMessage', ({ context, operator, params, body, request }) => {
    const answer = { no: BigInt(params.id), answer: body.answer, requestId: request.id }
    return answerMessage(context.db, operator.username, answer)
  }),
]

const recordRoutes: Route[] = [
  route('overview', ({ context }) => readOverview(context)),
  route('findAuditEntries', async ({ context: { db }, query, request, reply }) => {
    const by = query.operator ? sql`operator = ${query.operator}` : sql`true`
    const done = query.action ? sql`action = ${query.action}` : sql`true`
    const condition = sql`${by} and ${done}`
    const count = await countRows(db, sql`from audit_entries where ${condition}`)
    const read = (limit: number, offset: number) => readAuditEntries(db, condition, limit, offset)
    return await answerList({ request, reply }, query, count, read)
  }),
  route('findJournals', async ({ context: { read: db }, query, request, reply }) => {
    const condition = await journalFilter(db, query.account)
    const count = await countRows(db, sql`from journals j where ${condition}`)
    const read = (limit: number, offset: number) => readJournals(db, condition, limit, offset)
    return await answerList({ request, reply }, query, count, read)
  }),
  route('checkLedger', async ({ context: { db, pool } }) => {
    const checked = await checkBook(db, pool)
    const postings = await countRows(db, sql`from postings`)
    return {
      ok: checked.differences.count === 0,
      checked_at: new Date().toISOString(),
      journals: checked.journals,
      postings,
      differences: checked.differences.described,
    }
  }),
]

export const ledgerRoutes: Route[] = [...moneyRoutes, ...inboxRoutes, ...recordRoutes]
