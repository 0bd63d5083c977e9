import { sql, type RawBuilder, expressionBuilder, type Expression } from 'kysely'
import { is, lower, subquery, type Condition, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import { walletOf } from '../../db/account-numbers.ts'
import type { MemberRow } from '../../contract/subjects/members.ts'
import type { Db, RowOf, Tx, Database } from '../../db/types.ts'
import { formatUsd, parseDecimal } from '../../domain/money/money.ts'
import { cursorAmount, cursorNumber } from '../http/page-cursor.ts'
import type { ListSlice, Slice } from '../http/paging.ts'
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

/** Members with the columns of a row in a list. */
export const selectMembers = (db: Db | Tx) =>
  db
    .selectFrom('members')
    .innerJoin('identities', 'identities.member_no', 'members.no')
    .leftJoin('identities as sponsor', 'sponsor.member_no', 'members.sponsor_no')
    .leftJoin('accounts', (join) => join.on('accounts.no', '=', walletOf('members.no')))
    .select((eb) => [
      'members.no',
      'identities.username',
      'identities.email',
      'members.suspended',
      'members.joined_at',
      is(eb('identities.verified_at', 'is not', null)).as('verified'),
      'sponsor.username as sponsor',
      eb.fn.coalesce('accounts.balance', lit(0n)).as('balance'),
    ])

/** The columns of a member and of its wallet, for conditions. */
export const memberColumns = expressionBuilder<Database, 'members' | 'identities' | 'accounts'>()

const name = lower(memberColumns.ref('identities.username'))
const balance = memberColumns.fn.coalesce('accounts.balance', lit(0n))

const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`${memberColumns.ref('members.no')} desc`,
  oldest: sql`${memberColumns.ref('members.no')}`,
  username: name,
  balance: sql`${balance} desc, ${memberColumns.ref('members.no')} desc`,
}

const states: Record<'active' | 'suspended', Condition> = {
  active: memberColumns.and([
    memberColumns('members.suspended', '=', lit(false)),
    memberColumns('identities.verified_at', 'is not', null),
  ]),
  suspended: memberColumns('members.suspended', '=', lit(true)),
}

function memberFilter({ search, status }: MemberFilter): Condition {
  const conditions = status ? [states[status]] : []
  if (search) conditions.push(memberColumns('members.no', '=', membersFound(search)))
  return memberColumns.and(conditions)
}

/** The rows of a filter, for counting. Reads no table that the condition doesn't need. */
function countedRows(db: Db, filter: MemberFilter): Expression<unknown> {
  const { search, status } = filter
  if (!search && status === 'active') {
    // Nearly all verified members are active, so we exclude the few who aren't.
    return db
      .selectFrom('identities')
      .where('verified_at', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('members')
              .whereRef('members.no', '=', 'identities.member_no')
              .where('members.suspended', '=', lit(true)),
          ),
        ),
      )
  }
  const all = db.selectFrom('members')
  return status === 'active'
    ? all.innerJoin('identities', 'identities.member_no', 'members.no').where(memberFilter(filter))
    : all.where(memberFilter(filter))
}

/** Rows after the one with a key, in list order. */
function follow(sort: Sort, after: string): Condition {
  if (sort === 'newest') return memberColumns('members.no', '<', Number(cursorNumber(after)))
  if (sort === 'oldest') return memberColumns('members.no', '>', Number(cursorNumber(after)))
  if (sort === 'username') return memberColumns(name, '>', after)
  const { amount, number } = cursorAmount(after)
  return sql`(${balance}, ${memberColumns.ref('members.no')}) < (${amount}, ${number})`
}

/** The members that match a filter, in its order. */
export async function memberList(db: Db, filter: MemberFilter): Promise<List<MemberAnswer>> {
  if (filter.sort !== 'balance' || filter.search || !(await isLargeMembership(db)))
    return listOf(db, filter)
  const condition = memberFilter(filter)
  return {
    ...listOf(db, filter),
    read: (slice) => readLargest(db, condition, slice),
    keyOf: ({ id }) => id,
  }
}

/** Members with the largest wallets who match a condition, after the one with a number. */
async function readLargest(
  db: Db,
  condition: Condition,
  { limit, offset = 0, after }: ListSlice,
): Promise<MemberAnswer[]> {
  await refreshLargest(db)

  const rows = await selectMembers(db)
    .innerJoin('largest_wallets', 'largest_wallets.member_no', 'members.no')
    .where(condition)
    .$if(after !== undefined, (query) =>
      query.where('largest_wallets.rank', '>', (eb) =>
        eb
          .selectFrom('largest_wallets as last')
          .select('last.rank')
          .where('last.member_no', '=', Number(cursorNumber(after ?? ''))),
      ),
    )
    .orderBy('largest_wallets.rank')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(showMember)
}

/**
 * Few members are suspended, so we sort all of them by name. Otherwise the planner may read
 * everyone's names to find theirs.
 */
const fewSuspended = memberColumns(
  'members.no',
  '=',
  sql<number>`any(array(${subquery
    .selectFrom('members')
    .select('no')
    .where('suspended', '=', lit(true))}))`,
)

function listOf(db: Db, filter: MemberFilter): List<MemberAnswer> {
  const sort = filter.sort ?? 'newest'
  const isFew = filter.status === 'suspended' && !filter.search && sort === 'username'
  const condition = isFew ? fewSuspended : memberFilter(filter)
  return {
    count: () => countRows(db, countedRows(db, filter)),
    read: ({ limit, offset = 0, after }) => {
      const where =
        after === undefined ? condition : memberColumns.and([condition, follow(sort, after)])
      return readMembers(db, where, { limit, offset, sort })
    },
    keyOf: ({ id, username, wallet_balance: balance }) => {
      if (sort === 'username') return username.toLowerCase()
      return sort === 'balance' ? `${parseDecimal(balance, 6)}:${id}` : id
    },
  }
}

export async function readMembers(
  db: Db | Tx,
  condition: Condition,
  { limit = 1, offset = 0, sort = 'newest' }: Slice<Sort> = {},
): Promise<MemberAnswer[]> {
  const rows = await selectMembers(db)
    .where(condition)
    .orderBy(orders[sort])
    .limit(limit)
    .offset(offset)
    .execute()
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
