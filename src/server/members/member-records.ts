import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { MemberNetwork, MemberNote, MemberPosting } from '../../contract/subjects/members.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { JOURNAL_KINDS, PURPOSES } from '../../domain/ledger/journal.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { readActivity, type Entry } from '../history/activity.ts'
import { cursorLine } from '../http/page-cursor.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { countRows, type List } from '../lists/list.ts'

// A member's records: staff notes, postings, and the position in both networks.

type Note = z.infer<typeof MemberNote>
type Posting = z.infer<typeof MemberPosting>

export async function readNotes(
  db: Db | Tx,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<Note[]> {
  const { rows } = await sql<RowOf<'member_notes', 'no' | 'operator' | 'note' | 'at'>>`
    select no, operator, note, at from member_notes n where ${condition}
    order by no desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ no, operator, note, at }) => {
    return { id: String(no), operator, note, at: at.toISOString() }
  })
}

/** Refuses with 404 if there is no such member. */
export async function requireMember(db: Db | Tx, no: number) {
  const found = await db
    .selectFrom('identities')
    .select(['member_no', 'username', 'email', 'verified_at', 'password_hash'])
    .where('member_no', '=', no)
    .executeTakeFirst()
  if (!found) throw reject('not_found')
  return found
}

type PostingRow = RowOf<
  'postings',
  'journal_no' | 'line' | 'purpose' | 'account_no' | 'amount' | 'balance_after'
> &
  RowOf<'journals', 'kind' | 'at'>

/** The postings of a member's two accounts, newest first. */
export function postingList(db: Db, member: number): List<Posting> {
  const accounts = [wallet(member), withdrawalHold(member)]
  const own = sql`p.account_no = any(${accounts}::bigint[])`
  return {
    count: () => countRows(db, sql`from postings p where ${own}`),
    read: async (limit, offset, after) => {
      const { rows } = await sql<PostingRow>`
        select p.journal_no, p.line, j.kind, p.purpose, p.account_no, p.amount, p.balance_after,
          j.at
        from postings p join journals j on j.no = p.journal_no
        where ${own} and ${afterPosting(after)}
        order by p.journal_no desc, p.line desc limit ${limit} offset ${offset}`.execute(db)
      return rows.map((row) => showPosting(row, wallet(member)))
    },
    keyOf: ({ id }) => id,
  }
}

function afterPosting(after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  const { journal, line } = cursorLine(after)
  return sql`(p.journal_no, p.line) < (${journal}::bigint, ${line}::smallint)`
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

/** A member's activity as one file: everything up to now, in the order of the pages. */
export function activityFile(db: Db, member: number): Omit<List<Entry>, 'count'> {
  const to = new Date()
  const positions = new Map<string, number>()
  return {
    read: async (limit, offset, after) => {
      const first = after === undefined ? offset : (positions.get(after) ?? 0) + 1
      const rows = await readActivity(db, member, { to }, limit, first)
      for (const [i, { id }] of rows.entries()) positions.set(id, first + i)
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
  const { rows: sponsors } = await sql<{ no: number; username: string }>`
    with recursive above as (
      select sponsor_no as no, 1 as step from members where no = ${no}
      union all
      select m.sponsor_no, step + 1 from above join members m on m.no = above.no
        where m.sponsor_no is not null and step < ${MAX_SPONSORS})
    select above.no, identities.username
    from above join identities on identities.member_no = above.no
    order by step`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from members where sponsor_no = ${no}`.execute(db)
  const { rows: seats } = await sql<SeatRow>`
    select p.public_id as profile_id, p.plan, s.taken_at, s.depth, s.side,
      above.public_id as parent_id, owner.username as parent_username,
      (select count(*) from seats child where child.parent_no = p.no)::int
        + (select count(*) from seats child join seats below
            on below.parent_no = child.profile_no where child.parent_no = p.no)::int as filled
    from profiles p join seats s on s.profile_no = p.no
    left join profiles above on above.no = s.parent_no
    left join identities owner on owner.member_no = above.member_no
    where p.member_no = ${no} order by p.no desc limit ${MAX_SEATS}`.execute(db)
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
