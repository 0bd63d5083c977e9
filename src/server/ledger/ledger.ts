import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { AuditEntry } from '../../contract/subjects/audit.ts'
import type { Journal } from '../../contract/subjects/ledger.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { accountName, HOUSE_ACCOUNTS, wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import { JOURNAL_KINDS } from '../../domain/ledger/journal.ts'
import { formatDecimal } from '../../domain/money/money.ts'
import { findCredentials } from '../auth/credentials.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { beyond, countRows, numbered, type List } from '../lists/list.ts'

type JournalAnswer = z.infer<typeof Journal>
type JournalRow = RowOf<'journals', 'no' | 'kind' | 'subject' | 'at'> & {
  postings: { account: number; asset: number; amount: string; after: string }[]
}

const assets = ['USD', 'TRX', 'USDT']

/** All journal entries, or those of one account: the company's by name, or a member's. */
export async function journalList(
  db: Db,
  account: string | undefined,
): Promise<List<JournalAnswer>> {
  if (!account) {
    const read = (where: RawBuilder<unknown>, limit: number, offset: number) =>
      readJournals(db, where, limit, offset)
    return numbered(db, sql`from journals j`, sql`true`, sql`j.no`, read)
  }
  const accounts = await findAccounts(db, account)
  const own = sql`account_no = any(${accounts}::bigint[])`
  return {
    count: () => countRows(db, sql`from postings where ${own}`),
    read: (limit, offset, after) => {
      const numbers = numbersOf(accounts, limit, offset, after)
      return readJournals(db, sql`j.no = any(array(${numbers}))`, limit, 0)
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
): RawBuilder<unknown> {
  const each = accounts.map(
    (no) => sql`(select distinct journal_no from postings
      where account_no = ${no} and ${beyond(sql`journal_no`, after)}
      order by journal_no desc limit ${limit + offset})`,
  )
  if (each.length === 0) return sql`select null::bigint where false`
  return sql`select journal_no from (${sql.join(each, sql` union `)}) own
    order by journal_no desc limit ${limit} offset ${offset}`
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
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<JournalAnswer[]> {
  const { rows } = await sql<JournalRow>`
    select j.no, j.kind, j.subject, j.at, lines.postings
    from journals j join lateral (
      select json_agg(json_build_object('account', p.account_no, 'asset', p.asset,
        'amount', p.amount::text, 'after', p.balance_after::text) order by p.line) as postings
      from postings p where p.journal_no = j.no
    ) lines on true
    where ${condition} order by j.no desc limit ${limit} offset ${offset}`.execute(db)
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

/** The audit log's filter: operator, action, object, part of any text, period. */
export function auditFilter(filter: AuditFilter): RawBuilder<unknown> {
  const { operator, action, object, text, from, to } = filter
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (operator) parts.push(sql`operator = ${operator.toLowerCase()}`)
  if (action) parts.push(sql`action = ${action}`)
  if (object) parts.push(sql`object = ${object}`)
  if (from) parts.push(sql`at >= ${new Date(from)}`)
  if (to) parts.push(sql`at < ${new Date(to)}`)
  if (text) {
    // The index works on three characters in a row. Fewer would scan the whole log.
    if (text.trim().length < 3) throw rejectField('text', 'Use at least 3 characters.')
    const piece = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    parts.push(sql`audit_text(operator, action, object, reason, before, after) like ${piece}`)
  }
  return sql.join(parts, sql` and `)
}

export async function readAuditEntries(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<z.infer<typeof AuditEntry>[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where(sql<boolean>`${condition}`)
    .orderBy('no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ no, at, hash, operator, action, object, before, after, reason }) => {
    const what = { operator, action, object, before, after, reason }
    return { id: String(no), at: at.toISOString(), ...what, hash: hash.toString('hex') }
  })
}
