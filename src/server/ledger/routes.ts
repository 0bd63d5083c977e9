import { nowMs } from '../../clock/clock.ts'
import { countAll, everyRow } from '../../db/expressions.ts'
import { checkBook } from '../book/check/check.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { readAloneLimit } from './adjust-alone.ts'
import { adjustmentStates, readAdjustments } from './adjustments.ts'
import { approveAdjustment, rejectAdjustment, requestAdjustment } from './change-adjustments.ts'
import { byOf } from '../audit/audit.ts'
import { checkAudit } from '../audit/check-audit.ts'
import { auditFilter, readAuditEntries, searchAuditEntries } from './audit-entries.ts'
import { journalColumns, journalList, readJournals } from './journals.ts'
import { answerList, countRows, numbered } from '../lists/list.ts'

const moneyRoutes: Route[] = [
  route('listAdjustments', (call) => {
    const { db } = call.context
    const { status, sort } = call.query
    const condition = status ? adjustmentStates[status] : everyRow
    const list = numbered(db, 'adjustments', condition, readAdjustments, sort)
    return answerList(call, call.query, list)
  }),
  route('getAdjustmentLimit', ({ context, operator, query }) =>
    readAloneLimit(context, operator.username, query.username),
  ),
  route('requestAdjustment', (call) =>
    requestAdjustment(call.context, call.body, byOf(call), call.key),
  ),
  route('approveAdjustment', (call) =>
    approveAdjustment(call.context, Number(call.params.id), byOf(call), call.key),
  ),
  route('rejectAdjustment', (call) => {
    const { context, params, body, key } = call
    const rejected = { no: Number(params.id), reason: body.reason }
    return rejectAdjustment(context, rejected, byOf(call), key)
  }),
]

const recordRoutes: Route[] = [
  route('listAuditEntries', (call) => {
    const { db } = call.context
    const condition = auditFilter(call.query)
    const list = numbered(db, 'audit_entries', condition, readAuditEntries)
    if (call.query.text === undefined) return answerList(call, call.query, list)
    // The search reads each row's text, so we stop counting here even for a word that all rows
    // have.
    const count = () => countRows(db, db.selectFrom('audit_entries').where(condition), 1_000)
    const search: typeof list.read = (slice) => searchAuditEntries(db, condition, slice)
    return answerList(call, call.query, { ...list, count, read: search })
  }),
  route('checkAudit', ({ context }) => checkAudit(context.db)),
  route('listJournals', async (call) => {
    const list = await journalList(call.context.read, call.query.account)
    return await answerList(call, call.query, list)
  }),
  route('getJournal', async ({ context: { read }, params }) => {
    const own = journalColumns('journals.no', '=', BigInt(params.id))
    const [journal] = await readJournals(read, own)
    if (!journal) throw reject('not_found')
    return journal
  }),
  route('checkLedger', async ({ context: { db, pool } }) => {
    const checked = await checkBook(db, pool)
    const rows = await db.selectFrom('postings').select(countAll.as('count')).execute()
    return {
      ok: checked.differences.count === 0,
      checked_at: new Date(nowMs()).toISOString(),
      journals: checked.journals,
      postings: rows[0]?.count ?? 0,
      differences: checked.differences.described,
    }
  }),
]

export const ledgerRoutes: Route[] = [...moneyRoutes, ...recordRoutes]
