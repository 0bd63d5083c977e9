import { sql } from 'kysely'
import type { z } from 'zod'
import type { Referral } from '../../contract/subjects/account.ts'
import { REFERRALS_AT_ONCE } from '../../contract/fields/limits.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { PLAN_NAMES, type Plan } from '../../domain/money/catalog.ts'
import { pageOf, type Page, type PageQuery } from '../http/paging.ts'

type ReferralRow = RowOf<'members', 'no' | 'joined_at' | 'suspended'> & {
  verified_at: Date
  username: string
  email: string
  phone_number: string
  share_contact: boolean
  profiles: { no: number; public_id: string; plan: Plan; active: boolean }[] | null
}

/**
 * `a***@example.org`: those who know the address recognize it, and nobody can use it.
 */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')
const maskPhone = (phone: string): string => (phone === '' ? '' : `***${phone.slice(-2)}`)

/** The verified members whom the member referred, newest first. At most two statements. */
export async function readReferrals(db: Db, member: number, limit = REFERRALS_AT_ONCE, offset = 0) {
  const { rows } = await sql<ReferralRow>`
    select members.no, identities.verified_at, identities.username, identities.email,
      identities.phone_number, identities.share_contact, members.joined_at, members.suspended,
      theirs.profiles
    from members join identities on identities.member_no = members.no
    left join lateral (
      select json_agg(json_build_object('no', p.no, 'public_id', p.public_id, 'plan', p.plan,
        'active', s.profile_no is not null) order by p.plan desc, p.no desc) as profiles
      from profiles p left join seats s on s.profile_no = p.no where p.member_no = members.no
    ) theirs on true
    where members.sponsor_no = ${member} and identities.verified_at is not null
    order by members.no desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(showReferral)
}

function showReferral(row: ReferralRow): z.infer<typeof Referral> {
  return {
    id: String(row.no),
    date_referred: row.joined_at.toISOString(),
    referred_user: {
      username: row.username,
      email: row.share_contact ? row.email : maskEmail(row.email),
      phone_number: row.share_contact ? row.phone_number : maskPhone(row.phone_number),
      date_joined: row.joined_at.toISOString(),
      is_active: !row.suspended,
      profiles: (row.profiles ?? []).map(({ no, public_id, plan, active }) => ({
        id: String(no),
        profile_id: public_id,
        active,
        plan: { name: PLAN_NAMES[plan] },
      })),
    },
  }
}

/** One page of the same list. */
export async function pageReferrals(
  db: Db,
  member: number,
  query: PageQuery,
  url: string,
): Promise<Page<z.infer<typeof Referral>>> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from members join identities on identities.member_no = members.no
    where members.sponsor_no = ${member} and identities.verified_at is not null`.execute(db)
  const read = (limit: number, offset: number) => readReferrals(db, member, limit, offset)
  return await pageOf(rows[0]?.count ?? 0, query, url, read)
}
