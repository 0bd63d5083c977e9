import { expressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AuditEntry } from '../../contract/subjects/audit.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { text as sentence } from '../../contract/texts/texts.ts'
import { lit, subquery, type Condition } from '../../db/expressions.ts'
import type { Database, Db } from '../../db/types.ts'
import { DAY_MS } from '../../domain/time/time.ts'
import { cursorNumber } from '../http/page-cursor.ts'
import type { ListSlice, Slice } from '../http/paging.ts'

type Entry = z.infer<typeof AuditEntry>

type AuditFilter = {
  operator?: string | undefined
  action?: string | undefined
  object?: string | undefined
  text?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const auditColumns = expressionBuilder<Database, 'audit_entries'>()

/** The audit log's filter: operator, action, object, part of any text, period. */
export function auditFilter(filter: AuditFilter): Condition {
  const { operator, action, object, text, from, to } = filter
  const parts: Condition[] = []
  if (operator) parts.push(auditColumns('audit_entries.operator', '=', operator.toLowerCase()))
  if (action) parts.push(auditColumns('audit_entries.action', '=', action))
  if (object) parts.push(auditColumns('audit_entries.object', '=', object))
  if (from) parts.push(auditColumns('audit_entries.at', '>=', new Date(from)))
  if (to) parts.push(auditColumns('audit_entries.at', '<', new Date(to)), before(new Date(to)))
  if (text) {
    // The index works on three characters in a row. Fewer would scan the whole log.
    if (text.trim().length < 3) throw rejectField('text', sentence('too_short', { min: 3 }))
    const piece = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    parts.push(auditColumns(auditText, 'like', piece))
  }
  return auditColumns.and(parts)
}

const LAST = 2n ** 63n - 1n

/**
 * The numbers up to a day after a time. Entries are in the order of their times, unless the clock
 * was set back, by less than a day. Without it, an old period may read all later entries.
 */
function before(to: Date): Condition {
  const next = subquery
    .selectFrom('audit_entries as later')
    .select('later.no')
    .where('later.at', '>', new Date(to.getTime() + DAY_MS))
    .orderBy('later.at')
    .limit(1)
  return auditColumns('audit_entries.no', '<', auditColumns.fn.coalesce(next, lit(LAST)))
}

const auditText = auditColumns.fn<string>('audit_text', [
  'operator',
  'action',
  'object',
  'reason',
  'before',
  'after',
])

/** How many entries we read for each that a page shows, before we use the index of texts. */
const READ_PER_ENTRY = 400

/**
 * Entries that contain a text, newest first. Reads the newest entries, which suffices for common
 * texts. If too few of these match, it looks up all that match in the index. Left to choose, the
 * planner may read the whole log for a text that only old entries contain.
 */
export async function searchAuditEntries(
  db: Db,
  condition: Condition,
  { limit, offset = 0, after }: ListSlice,
): Promise<Entry[]> {
  const no = auditColumns.ref('audit_entries.no')
  const last = subquery.selectFrom('audit_entries').select(({ fn }) => fn.max('no').as('no'))
  const end =
    after === undefined ? sql<bigint>`(${last}) + 1` : sql<bigint>`${cursorNumber(after)}::bigint`
  const start = sql<bigint>`${end} - ${READ_PER_ENTRY * (limit + offset)}::bigint`
  const recent = sql<boolean>`${no} >= ${start} and ${no} < ${end}`
  const newest = await readAuditEntries(db, subquery.and([condition, recent]), { limit, offset })
  if (newest.length === limit) return newest
  // The inner offset keeps the planner from using the outer order and end.
  const matching = subquery.selectFrom('audit_entries').select('no').where(condition).offset(lit(0))
  const numbers = subquery
    .selectFrom(matching.as('found'))
    .select('found.no')
    .where('found.no', '<', end)
    .orderBy('found.no', 'desc')
    .limit(limit)
    .offset(offset)
  return await readAuditEntries(db, sql`${no} = any(array(${numbers}))`, { limit })
}

export async function readAuditEntries(
  db: Db,
  condition: Condition,
  { limit = 1, offset = 0 }: Slice,
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['no', 'at', 'operator', 'action', 'object', 'before', 'after', 'reason', 'hash'])
    .where(condition)
    .orderBy('no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ no, at, hash, operator, action, object, before, after, reason }) => {
    const what = { operator, action, object, before, after, reason }
    return { id: String(no), at: at.toISOString(), ...what, hash: hash.toString('hex') }
  })
}
