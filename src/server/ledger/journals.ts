import { expressionBuilder, sql, type Expression } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { Journal } from '../../contract/subjects/ledger.ts'
import { everyRow, subquery, type Condition } from '../../db/expressions.ts'
import type { Database, Db } from '../../db/types.ts'
import { accountName, HOUSE_ACCOUNTS, wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import { JOURNAL_KINDS } from '../../domain/ledger/journal.ts'
import { formatDecimal } from '../../domain/money/money.ts'
import { findCredentials } from '../auth/credentials.ts'
import { cursorNumber } from '../http/page-cursor.ts'
import type { ListSlice, Slice } from '../http/paging.ts'
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
    return numbered(db, 'journals', everyRow, readJournals)
  }
  const accounts = await findAccounts(db, account)
  return {
    count: () => countRows(db, sql`(${numbersOf(accounts, { limit: MAX_COUNTED })})`),
    read: (slice) => {
      const numbers = sql<bigint>`any(array(${numbersOf(accounts, slice)}))`
      const { limit } = slice
      return readJournals(db, journalColumns('journals.no', '=', numbers), { limit })
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
  { limit, offset = 0, after }: ListSlice,
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
  { limit = 1, offset = 0 }: Slice = {},
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
