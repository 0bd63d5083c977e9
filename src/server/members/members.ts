import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { walletOf } from '../../db/account-numbers.ts'
import type { MemberRow } from '../../contract/subjects/members.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { formatUsd, parseDecimal } from '../../domain/money/money.ts'
import { cursorAmount, cursorNumber } from '../http/page-cursor.ts'
import { isLargeMembership, refreshLargest } from './largest-wallets.ts'
import { countRows, type List } from '../lists/list.ts'
import { membersFound } from './search-members.ts'

export type MemberAnswer = z.infer<typeof MemberRow>

export type MemberColumns = RowOf<'members', 'no' | 'suspended' | 'joined_at'> &
  RowOf<'identities', 'username' | 'email'> & {
    verified: boolean
    sponsor: string | null
    balance: bigint
  }

type Sort = 'newest' | 'oldest' | 'username' | 'balance'

type MemberFilter = {
  search?: string | undefined
  status?: 'active' | 'suspended' | undefined
  sort?: Sort | undefined
}

/** The tables for member rows: `m`, `identities`, `sponsor` and `accounts`. */
export const memberTables = sql`
  from members m join identities on identities.member_no = m.no
  left join identities sponsor on sponsor.member_no = m.sponsor_no
  left join accounts on accounts.no = ${walletOf('m.no')}`

export const memberColumns = sql`m.no, identities.username, identities.email, m.suspended,
  m.joined_at, identities.verified_at is not null as verified, sponsor.username as sponsor,
  coalesce(accounts.balance, 0) as balance`

const orders = {
  newest: sql`m.no desc`,
  oldest: sql`m.no`,
  username: sql`lower(identities.username)`,
  balance: sql`coalesce(accounts.balance, 0) desc, m.no desc`,
}

const states = {
  active: sql`not m.suspended and identities.verified_at is not null`,
  suspended: sql`m.suspended`,
}

function memberFilter({ search, status }: MemberFilter): RawBuilder<unknown> {
  const inState = status ? states[status] : sql`true`
  return search ? sql`${inState} and m.no = any(array(${membersFound(search)}))` : inState
}

/** The rows of a filter, for counting. Reads no table that the condition doesn't need. */
function countedRows(filter: MemberFilter): RawBuilder<unknown> {
  const { search, status } = filter
  if (!search && status === 'active') {
    // Nearly all verified members are active, so we exclude the few who aren't.
    return sql`from identities where verified_at is not null
      and not exists (select from members m where m.no = member_no and m.suspended)`
  }
  const joined = status === 'active' ? sql`join identities on identities.member_no = m.no` : sql``
  return sql`from members m ${joined} where ${memberFilter(filter)}`
}

/** Rows after the one with a key, in list order. */
function follow(sort: Sort, after: string): RawBuilder<unknown> {
  if (sort === 'newest') return sql`m.no < ${cursorNumber(after)}`
  if (sort === 'oldest') return sql`m.no > ${cursorNumber(after)}`
  if (sort === 'username') return sql`lower(identities.username) > ${after}`
  const { amount, number } = cursorAmount(after)
  return sql`(coalesce(accounts.balance, 0), m.no) < (${amount}, ${number})`
}

/** The members that match a filter, in its order. */
export async function memberList(db: Db, filter: MemberFilter): Promise<List<MemberAnswer>> {
  if (filter.sort !== 'balance' || filter.search || !(await isLargeMembership(db)))
    return listOf(db, filter)
  const condition = memberFilter(filter)
  return {
    ...listOf(db, filter),
    read: (limit, offset, after) => readLargest(db, condition, limit, offset, after),
    keyOf: ({ id }) => id,
  }
}

/** Members with the largest wallets who match a condition, after the one with a number. */
async function readLargest(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
  after: string | undefined,
): Promise<MemberAnswer[]> {
  await refreshLargest(db)
  const further =
    after === undefined
      ? sql`true`
      : sql`l.rank > (select rank from largest_wallets where member_no = ${cursorNumber(after)})`
  const { rows } = await sql<MemberColumns>`
    select ${memberColumns} ${memberTables} join largest_wallets l on l.member_no = m.no
    where ${condition} and ${further} order by l.rank limit ${limit} offset ${offset}`.execute(db)
  return rows.map(showMember)
}

function listOf(db: Db, filter: MemberFilter): List<MemberAnswer> {
  const condition = memberFilter(filter)
  const sort = filter.sort ?? 'newest'
  return {
    count: () => countRows(db, countedRows(filter)),
    read: (limit, offset, after) => {
      const where = after === undefined ? condition : sql`${condition} and ${follow(sort, after)}`
      return readMembers(db, where, sort, limit, offset)
    },
    keyOf: ({ id, username, wallet_balance: balance }) => {
      if (sort === 'username') return username.toLowerCase()
      return sort === 'balance' ? `${parseDecimal(balance, 6)}:${id}` : id
    },
  }
}

export async function readMembers(
  db: Db | Tx,
  condition: RawBuilder<unknown>,
  sort: Sort = 'newest',
  limit = 1,
  offset = 0,
): Promise<MemberAnswer[]> {
  const { rows } = await sql<MemberColumns>`
    select ${memberColumns} ${memberTables} where ${condition}
    order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(showMember)
}

export const showMember = (row: MemberColumns): MemberAnswer => ({
  id: String(row.no),
  username: row.username,
  email: row.email,
  is_active: !row.suspended,
  is_verified: row.verified,
  sponsor: row.sponsor,
  wallet_balance: formatUsd(row.balance),
  date_joined: row.joined_at.toISOString(),
})
