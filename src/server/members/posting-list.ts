import { expressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { MemberPosting } from '../../contract/subjects/members.ts'
import { anyOf, everyRow, subquery, type Condition } from '../../db/expressions.ts'
import type { Database, Db, RowOf } from '../../db/types.ts'
import { wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import { JOURNAL_KINDS, PURPOSES } from '../../domain/ledger/journal.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { cursorLine } from '../http/page-cursor.ts'
import { countRows, type List } from '../lists/list.ts'

type Posting = z.infer<typeof MemberPosting>

type PostingLine = RowOf<
  'postings',
  'journal_no' | 'line' | 'purpose' | 'account_no' | 'amount' | 'balance_after'
>
type PostingRow = PostingLine & RowOf<'journals', 'kind' | 'at'>

/** The postings of a member's two accounts, newest first. */
export function postingList(db: Db, member: number): List<Posting> {
  const accounts = [wallet(member), withdrawalHold(member)]
  const own = db
    .selectFrom('postings')
    .where('account_no', '=', anyOf(accounts.map(BigInt), 'bigint'))
  return {
    count: () => countRows(db, own),
    read: async ({ limit, offset = 0, after }) => {
      const each = accounts.map((account) => sql`(${newestOf(account, after, limit + offset)})`)
      const rows = await db
        .selectFrom(sql<PostingLine>`(${sql.join(each, sql` union all `)})`.as('own'))
        .innerJoin('journals', 'journals.no', 'own.journal_no')
        .select([
          'own.journal_no',
          'own.line',
          'journals.kind',
          'own.purpose',
          'own.account_no',
          'own.amount',
          'own.balance_after',
          'journals.at',
        ])
        .orderBy('own.journal_no', 'desc')
        .orderBy('own.line', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => showPosting(row, wallet(member)))
    },
    keyOf: ({ id }) => id,
  }
}

/**
 * An account's newest postings before one. With both accounts in one condition, the planner may
 * read all later postings of everyone to find them.
 */
const newestOf = (account: number, after: string | undefined, limit: number) =>
  subquery
    .selectFrom('postings')
    .select(['journal_no', 'line', 'purpose', 'account_no', 'amount', 'balance_after'])
    .where('account_no', '=', BigInt(account))
    .where(afterPosting(after))
    .orderBy('journal_no', 'desc')
    .orderBy('line', 'desc')
    .limit(limit)

function afterPosting(after: string | undefined): Condition {
  if (after === undefined) return everyRow
  const { journal, line } = cursorLine(after)
  const postingColumns = expressionBuilder<Database, 'postings'>()
  return postingColumns(
    postingColumns.refTuple('postings.journal_no', 'postings.line'),
    '<',
    sql<[bigint, number]>`(${journal}::bigint, ${line}::smallint)`,
  )
}

const showPosting = (row: PostingRow, own: number): Posting => ({
  id: `${row.journal_no}-${row.line}`,
  journal: String(row.journal_no),
  kind: JOURNAL_KINDS[row.kind] ?? String(row.kind),
  purpose: PURPOSES[row.purpose] ?? String(row.purpose),
  account: Number(row.account_no) === own ? 'wallet' : 'withdrawing',
  amount: formatUsd(row.amount),
  balance_after: formatUsd(row.balance_after),
  at: row.at.toISOString(),
})
