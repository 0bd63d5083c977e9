import { jsonBuildObject } from 'kysely/helpers/postgres'
import { sql, expressionBuilder, type Expression } from 'kysely'
import { subquery, type Condition, everyRow, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { AuditEntry } from '../../contract/subjects/audit.ts'
import type { Journal } from '../../contract/subjects/ledger.ts'
import type { Db, Database } from '../../db/types.ts'
import { accountName, HOUSE_ACCOUNTS, wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import { JOURNAL_KINDS } from '../../domain/ledger/journal.ts'
import { formatDecimal } from '../../domain/money/money.ts'
import { findCredentials } from '../auth/credentials.ts'
import { cursorNumber } from '../http/page-cursor.ts'
import { text as sentence } from '../../contract/texts/texts.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { countRows, MAX_COUNTED, numbered, type List } from '../lists/list.ts'

type JournalAnswer = z.infer<typeof Journal>
type Line = { account: number; asset: number; amount: string; after: string }

const assets = ['USD', 'TRX', 'USDT']

/** The columns of a journal, for conditions. */
export const journalColumns = expressionBuilder<Database, 'journals'>()

/** All journal entries, or those of one account: the company's by name, or a member's. */
export async function journalList(
  db: Db,
  account: string | undefined,
): Promise<List<JournalAnswer>> {
  if (!account) {
    const read = (where: Condition, limit: number, offset: number) =>
      readJournals(db, where, limit, offset)
    return numbered(db, 'journals', everyRow, read)
  }
  const accounts = await findAccounts(db, account)
  return {
    count: () => countRows(db, sql`(${numbersOf(accounts, MAX_COUNTED, 0, undefined)})`),
    read: (limit, offset, after) => {
      const numbers = sql<bigint>`any(array(${numbersOf(accounts, limit, offset, after)}))`
      return readJournals(db, journalColumns('journals.no', '=', numbers), limit, 0)
    },
    keyOf: ({ id }) => id,
  }
}

/**
 * The accounts' journal entries, newest first, each read through its index and only as far as
 * needed.
 */
function numbersOf(
  accounts: readonly number[],
  limit: number,
  offset: number,
  after: string | undefined,
): Expression<unknown> {
  const each = accounts.map((no) =>
    subquery
      .selectFrom('postings')
      .select('journal_no')
      .distinct()
      .where('account_no', '=', BigInt(no))
      .$if(after !== undefined, (query) =>
        query.where('journal_no', '<', cursorNumber(after ?? '')),
      )
      .orderBy('journal_no', 'desc')
      .limit(limit + offset),
  )
  if (each.length === 0) return sql`select null::bigint where false`
  return subquery
    .selectFrom(sql<{ journal_no: bigint }>`(${sql.join(each, sql` union `)})`.as('own'))
    .select('own.journal_no')
    .orderBy('own.journal_no', 'desc')
    .limit(limit)
    .offset(offset)
}

async function findAccounts(db: Db, account: string): Promise<number[]> {
  const house = HOUSE_ACCOUNTS.filter(({ name, no }) => name === account || String(no) === account)
  if (house.length > 0) return house.map(({ no }) => no)
  if (/^\d{4,12}$/.test(account)) return [Number(account)]
  const person = await findCredentials(db, account)
  return person ? [wallet(person.member_no), withdrawalHold(person.member_no)] : []
}

export async function readJournals(
  db: Db,
  condition: Condition,
  limit: number,
  offset: number,
): Promise<JournalAnswer[]> {
  const rows = await db
    .selectFrom('journals')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('postings')
          .select((line) =>
            sql<Line[]>`json_agg(${jsonBuildObject({
              account: line.ref('account_no'),
              asset: line.ref('asset'),
              amount: line.cast<string>('amount', 'text'),
              after: line.cast<string>('balance_after', 'text'),
            })} order by ${line.ref('postings.line')})`.as('postings'),
          )
          .whereRef('postings.journal_no', '=', 'journals.no')
          .as('lines'),
      (join) => join.onTrue(),
    )
    .select(['journals.no', 'journals.kind', 'journals.subject', 'journals.at', 'lines.postings'])
    .where(condition)
    .orderBy('journals.no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ no, kind, subject, at, postings }) => ({
    id: String(no),
    kind: JOURNAL_KINDS[kind] ?? String(kind),
    at: at.toISOString(),
    key: `${JOURNAL_KINDS[kind] ?? kind}:${subject}`,
    postings: postings.map(({ account, asset, amount, after }) => ({
      account: accountName(account),
      asset: assets[asset] ?? '',
      amount: formatDecimal(BigInt(amount), 2),
      balance_after: formatDecimal(BigInt(after), 2),
    })),
  }))
}

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

const DAY_MS = 86_400_000
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
  { limit, offset, after }: { limit: number; offset: number; after: string | undefined },
): Promise<z.infer<typeof AuditEntry>[]> {
  const no = auditColumns.ref('audit_entries.no')
  const last = subquery.selectFrom('audit_entries').select(({ fn }) => fn.max('no').as('no'))
  const end =
    after === undefined ? sql<bigint>`(${last}) + 1` : sql<bigint>`${cursorNumber(after)}::bigint`
  const start = sql<bigint>`${end} - ${READ_PER_ENTRY * (limit + offset)}::bigint`
  const recent = sql<boolean>`${no} >= ${start} and ${no} < ${end}`
  const newest = await readAuditEntries(db, subquery.and([condition, recent]), limit, offset)
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
  return await readAuditEntries(db, sql`${no} = any(array(${numbers}))`, limit, 0)
}

export async function readAuditEntries(
  db: Db,
  condition: Condition,
  limit: number,
  offset: number,
): Promise<z.infer<typeof AuditEntry>[]> {
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
