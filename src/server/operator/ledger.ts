import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { AuditEntry, Journal } from '../../contract/operator.ts'
import type { Db } from '../../db/types.ts'
import { accountName, HOUSE_ACCOUNTS, wallet, withdrawing } from '../../domain/account.ts'
import { JOURNAL_KINDS } from '../../domain/journal.ts'
import { formatDecimal } from '../../domain/money.ts'
import { findCredentials } from '../account/queries.ts'

type Row = {
  no: bigint
  kind: number
  subject: bigint
  at: Date
  postings: { account: number; asset: number; amount: string; after: string }[]
}

const assets = ['USD', 'TRX', 'USDT']

/** The journals that an account took part in: a name of the house's, or of a member's wallet. */
export async function journalFilter(db: Db, account: string | undefined) {
  if (!account) return sql`true`
  const numbers = await findAccounts(db, account)
  return sql`j.no in (select journal_no from postings where account_no = any(${numbers}::bigint[]))`
}

async function findAccounts(db: Db, account: string): Promise<number[]> {
  const house = HOUSE_ACCOUNTS.filter(({ name, no }) => name === account || String(no) === account)
  if (house.length > 0) return house.map(({ no }) => no)
  if (/^\d{4,12}$/.test(account)) return [Number(account)]
  const person = await findCredentials(db, account)
  return person ? [wallet(person.member_no), withdrawing(person.member_no)] : []
}

export async function readJournals(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<z.infer<typeof Journal>[]> {
  const { rows } = await sql<Row>`
    select j.no, j.kind, j.subject, c.at, lines.postings
    from journals j join commands c on c.seq = j.seq
    join lateral (
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

/** The condition on the audit log: who, what, which object, a piece of any text, a period. */
export function auditFilter(filter: AuditFilter): RawBuilder<unknown> {
  const { operator, action, object, text, from, to } = filter
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (operator) parts.push(sql`operator = ${operator.toLowerCase()}`)
  if (action) parts.push(sql`action = ${action}`)
  if (object) parts.push(sql`object = ${object}`)
  if (from) parts.push(sql`at >= ${new Date(from)}`)
  if (to) parts.push(sql`at < ${new Date(to)}`)
  if (text) {
    const all = sql`concat_ws(' ', operator, action, object, reason, before::text, after::text)`
    parts.push(sql`strpos(lower(${all}), ${text.toLowerCase()}) > 0`)
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
