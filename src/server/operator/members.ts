import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { MemberDetail, MemberRow } from '../../contract/operator.ts'
import type { Db, Tx } from '../../db/types.ts'
import { wallet } from '../../domain/account.ts'
import { formatUsd } from '../../domain/money.ts'
import { readProfiles } from '../network/profiles.ts'
import { countRows } from './list.ts'

type Row = {
  no: number
  username: string
  email: string
  suspended: boolean
  verified: boolean
  sponsor: string | null
  balance: bigint
  joined_at: Date
}

type Filter = {
  search?: string | undefined
  status?: 'active' | 'suspended' | 'unverified' | undefined
  sort?: 'newest' | 'oldest' | 'username' | 'balance' | undefined
}

const from = sql`
  from members m join people on people.member_no = m.no
  left join people sponsor on sponsor.member_no = m.sponsor_no
  left join accounts on accounts.no = 1000 + 2 * m.no::bigint`

const orders = {
  newest: sql`m.no desc`,
  oldest: sql`m.no`,
  username: sql`lower(people.username), m.no`,
  balance: sql`coalesce(accounts.balance, 0) desc, m.no`,
}

const states = {
  active: sql`not m.suspended and people.verified_at is not null`,
  suspended: sql`m.suspended`,
  unverified: sql`people.verified_at is null`,
}

/** The condition of the console's filter; the search is a piece of a name, address or code. */
export function memberFilter({ search, status }: Filter): RawBuilder<unknown> {
  const inState = status ? states[status] : sql`true`
  if (!search) return inState
  const text = search.toLowerCase()
  return sql`${inState} and (strpos(lower(people.username), ${text}) > 0
    or strpos(lower(people.email), ${text}) > 0 or lower(people.referral_code) = ${text}
    or m.no::text = ${text})`
}

export const countMembers = (db: Db, condition: RawBuilder<unknown>): Promise<number> =>
  countRows(db, sql`${from} where ${condition}`)

export async function readMembers(
  db: Db,
  condition: RawBuilder<unknown>,
  sort: keyof typeof orders = 'newest',
  limit = 1,
  offset = 0,
): Promise<z.infer<typeof MemberRow>[]> {
  const { rows } = await sql<Row>`
    select m.no, people.username, people.email, m.suspended, m.joined_at,
      people.verified_at is not null as verified, sponsor.username as sponsor,
      coalesce(accounts.balance, 0) as balance
    ${from} where ${condition} order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => ({
    id: String(row.no),
    username: row.username,
    email: row.email,
    is_active: !row.suspended,
    is_verified: row.verified,
    sponsor: row.sponsor,
    wallet_balance: formatUsd(row.balance),
    date_joined: row.joined_at.toISOString(),
  }))
}

export type Detail = z.infer<typeof MemberDetail>

type DetailRow = Row & {
  first_name: string
  last_name: string
  phone_number: string
  wallet_address: string | null
  auto_upgrade: boolean
  suspended_at: Date | null
  withdrawing: bigint
  referrals: number
}

/** Everything that the console shows of one member; undefined when there is none. */
export async function readMember(db: Db | Tx, no: number): Promise<Detail | undefined> {
  const { rows } = await sql<DetailRow>`
    select m.no, people.username, people.email, m.suspended, m.joined_at, m.auto_upgrade,
      people.verified_at is not null as verified, sponsor.username as sponsor,
      coalesce(accounts.balance, 0) as balance, people.first_name, people.last_name,
      people.phone_number, people.wallet_address,
      (select max(at) from audit_entries where m.suspended and action = 'suspend member'
        and object = 'member ' || m.no) as suspended_at,
      coalesce((select balance from accounts where no = ${wallet(no) + 1}), 0) as withdrawing,
      (select count(*)::int from members theirs
        join people p on p.member_no = theirs.no and p.verified_at is not null
        where theirs.sponsor_no = m.no) as referrals
    ${from} where m.no = ${no}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    id: String(row.no),
    username: row.username,
    email: row.email,
    is_active: !row.suspended,
    is_verified: row.verified,
    sponsor: row.sponsor,
    wallet_balance: formatUsd(row.balance),
    date_joined: row.joined_at.toISOString(),
    first_name: row.first_name,
    last_name: row.last_name,
    phone_number: row.phone_number,
    wallet_address: row.wallet_address,
    withdrawing: formatUsd(row.withdrawing),
    suspended_at: row.suspended_at?.toISOString() ?? null,
    auto_upgrade: row.auto_upgrade,
    total_referrals: row.referrals,
    profiles: await readProfiles(db, sql<boolean>`p.member_no = ${no}`),
  }
}
