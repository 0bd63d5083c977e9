import { sql, expressionBuilder } from 'kysely'
import { countAll, anyOf, type Condition, everyRow, lit, subquery } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { MemberNetwork, MemberNote, MemberPosting } from '../../contract/subjects/members.ts'
import type { Db, RowOf, Tx, Database } from '../../db/types.ts'
import { wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { JOURNAL_KINDS, PURPOSES } from '../../domain/ledger/journal.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { countReferrals } from '../network/count-referrals.ts'
import { readActivity, type Entry } from '../history/activity.ts'
import { cursorLine } from '../http/page-cursor.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { countRows, type List } from '../lists/list.ts'
import type { Slice } from '../http/paging.ts'

// A member's records: staff notes, postings, and the position in both networks.

type Note = z.infer<typeof MemberNote>

/** The columns of a note, for conditions. */
export const noteColumns = expressionBuilder<Database, 'member_notes'>()
type Posting = z.infer<typeof MemberPosting>

export async function readNotes(
  db: Db | Tx,
  condition: Condition,
  { limit = 1, offset = 0 }: Slice = {},
): Promise<Note[]> {
  const rows = await db
    .selectFrom('member_notes')
    .select(['no', 'operator', 'note', 'at'])
    .where(condition)
    .orderBy('no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ no, operator, note, at }) => {
    return { id: String(no), operator, note, at: at.toISOString() }
  })
}

/** Refuses with 404 if there is no such member. */
export async function requireMember(db: Db | Tx, no: number) {
  const found = await db
    .selectFrom('identities')
    .select(['member_no', 'username', 'email', 'language', 'verified_at', 'password_hash'])
    .where('member_no', '=', no)
    .executeTakeFirst()
  if (!found) throw reject('not_found')
  return found
}

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

/**
 * A member's activity as one file, newest first. Each part starts at the time of the last row, not
 * at its position, because positions move when an act changes. Acts of the same millisecond may be
 * in two parts, so we skip those that the file has.
 */
export function activityFile(db: Db, member: number): Omit<List<Entry>, 'count'> {
  let last = ''
  let written = new Set<string>()
  return {
    read: async ({ limit, offset = 0, after }) => {
      if (after === undefined) written = new Set()
      const filter = after === undefined ? {} : { to: new Date(Date.parse(last) + 1) }
      const found = await readActivity(db, member, filter, limit + written.size, offset)
      const rows = found.filter(({ id }) => !written.has(id))
      const end = rows.at(-1)?.created_at ?? last
      const atEnd = rows.filter(({ created_at: at }) => at === end).map(({ id }) => id)
      written = new Set(end === last ? [...written, ...atEnd] : atEnd)
      last = end
      return rows
    },
    keyOf: ({ id }) => id,
  }
}

const MAX_SPONSORS = 20
const MAX_SEATS = 200

type SeatRow = RowOf<'profiles', 'plan'> &
  RowOf<'seats', 'taken_at' | 'depth' | 'side'> & {
    profile_id: string
    parent_id: string | null
    parent_username: string | null
    filled: number
  }

/** The member's sponsors, and where the member's seats are. */
export async function readNetwork(db: Db, no: number): Promise<z.infer<typeof MemberNetwork>> {
  await requireMember(db, no)
  const sponsors = await db
    .withRecursive('above(no, step)', (query) =>
      query
        .selectFrom('members')
        .select(['sponsor_no as no', lit<number>(1).as('step')])
        .where('no', '=', no)
        .unionAll((eb) =>
          eb
            .selectFrom('above')
            .innerJoin('members', 'members.no', 'above.no')
            .select((each) => [
              'members.sponsor_no as no',
              each('above.step', '+', lit(1)).as('step'),
            ])
            .where('members.sponsor_no', 'is not', null)
            .where('above.step', '<', MAX_SPONSORS),
        ),
    )
    .selectFrom('above')
    .innerJoin('identities', 'identities.member_no', 'above.no')
    .select(['identities.member_no as no', 'identities.username'])
    .orderBy('above.step')
    .execute()
  const counted = await db.selectNoFrom(countReferrals(lit(no)).as('count')).execute()
  const seats = await db
    .selectFrom('profiles')
    .innerJoin('seats', 'seats.profile_no', 'profiles.no')
    .leftJoin('profiles as above', 'above.no', 'seats.parent_no')
    .leftJoin('identities as owner', 'owner.member_no', 'above.member_no')
    .select((eb) => [
      'profiles.public_id as profile_id',
      'profiles.plan',
      'seats.taken_at',
      'seats.depth',
      'seats.side',
      'above.public_id as parent_id',
      'owner.username as parent_username',
      eb(
        eb
          .selectFrom('seats as child')
          .select(countAll.as('count'))
          .whereRef('child.parent_no', '=', 'profiles.no')
          .$asScalar(),
        '+',
        eb
          .selectFrom('seats as child')
          .innerJoin('seats as below', 'below.parent_no', 'child.profile_no')
          .select(countAll.as('count'))
          .whereRef('child.parent_no', '=', 'profiles.no'),
      ).as('filled'),
    ])
    .where('profiles.member_no', '=', no)
    .orderBy('profiles.no', 'desc')
    .limit(MAX_SEATS)
    .execute()
  return {
    sponsors: sponsors.map((row) => ({ id: String(row.no), username: row.username })),
    referrals: counted[0]?.count ?? 0,
    seats: seats.map(showSeat),
  }
}

const showSeat = (row: SeatRow) => ({
  profile_id: row.profile_id,
  plan: PLAN_NAMES[row.plan] ?? '',
  taken_at: row.taken_at.toISOString(),
  depth: row.depth,
  side: sideOf(row.side),
  parent:
    row.parent_id === null
      ? null
      : { profile_id: row.parent_id, username: row.parent_username ?? '' },
  filled: row.filled,
})

export const sideOf = (side: number | null): 'left' | 'right' | null =>
  side === null ? null : side === 0 ? 'left' : 'right'
