import { sql, type Expression } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf, lit, subquery, sumOf, unseen } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Referral } from '../../contract/subjects/account.ts'
import { pageSize, REFERRALS_AT_ONCE } from '../../contract/fields/limits.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { PLAN_NAMES, type Plan } from '../../domain/money/catalog.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { KIND_CODES, rewardPurposes } from '../book/rows/ledger-rows.ts'
import { countReferrals } from '../network/count-referrals.ts'
import { pageOf, type Page, type PageQuery } from '../http/paging.ts'

type Profile = { no: number; public_id: string; plan: Plan; active: boolean }

type ReferralRow = RowOf<'members', 'no' | 'joined_at' | 'suspended' | 'referral_no'> &
  RowOf<'identities', 'username' | 'email' | 'phone_number' | 'share_contact'> & {
    profiles: Profile[] | null
    earned: bigint | null
  }

/** `a***@example.org`: members who know the address recognize it, and nobody else can use it. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')
const maskPhone = (phone: string): string => (phone === '' ? '' : `***${phone.slice(-2)}`)

type Part = { member: number; account: bigint; last: number; limit: number }

/**
 * The rewards that a profile's joining fee paid to the account: only a few postings, however old.
 */
const rewardsOf = (profile: Expression<number | null>, account: Expression<bigint>) =>
  subquery
    .selectFrom('journals')
    .innerJoin('postings', 'postings.journal_no', 'journals.no')
    .select(({ ref }) => sumOf(ref('postings.amount')).as('amount'))
    .where('journals.kind', '=', lit(KIND_CODES.activation))
    .where('journals.subject', '=', sql<bigint>`${profile}`)
    .where('postings.account_no', '=', account)
    .where('postings.purpose', '=', anyOf(rewardPurposes, 'smallint'))

const findReferrals = compileOnce((db, { member, account, last, limit }: Given<Part>) =>
  db
    .selectFrom('members')
    .innerJoin('identities', 'identities.member_no', 'members.no')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('profiles')
          .leftJoin('seats', 'seats.profile_no', 'profiles.no')
          .leftJoinLateral(
            (inner) => rewardsOf(inner.ref('seats.profile_no'), account).as('paid'),
            (join) => join.onTrue(),
          )
          .select((inner) => [
            sumOf(inner.ref('paid.amount')).as('earned'),
            sql<Profile[] | null>`json_agg(${jsonBuildObject({
              no: inner.ref('profiles.no'),
              public_id: inner.ref('profiles.public_id'),
              plan: inner.ref('profiles.plan'),
              active: inner('seats.profile_no', 'is not', null),
            })} order by ${inner.ref('profiles.plan')} desc, ${inner.ref('profiles.no')} desc)`.as(
              'profiles',
            ),
          ])
          .whereRef('profiles.member_no', '=', 'members.no')
          .as('theirs'),
      (join) => join.onTrue(),
    )
    .select([
      'members.no',
      'identities.username',
      'identities.email',
      'identities.phone_number',
      'identities.share_contact',
      'members.joined_at',
      'members.suspended',
      'members.referral_no',
      'theirs.profiles',
      'theirs.earned',
    ])
    .where('members.sponsor_no', '=', unseen(member, 'int'))
    .where('members.referral_no', '<=', last)
    .orderBy('members.referral_no', 'desc')
    .limit(unseen(limit, 'int')),
)

/** More than any member can have. */
const LAST = 2 ** 31 - 1

/**
 * The members whom the member referred, newest first, in one statement.
 * @param last the number of the first one shown among them
 */
export async function readReferrals(
  db: Db,
  member: number,
  limit = REFERRALS_AT_ONCE,
  last = LAST,
): Promise<z.infer<typeof Referral>[]> {
  return (await findRows(db, member, limit, last)).map(showReferral)
}

const findRows = (db: Db, member: number, limit: number, last: number): Promise<ReferralRow[]> =>
  findReferrals.rows(db, { member, account: BigInt(wallet(member)), limit, last })

function showReferral(row: ReferralRow): z.infer<typeof Referral> {
  return {
    id: String(row.no),
    date_referred: row.joined_at.toISOString(),
    earned: formatUsd(row.earned ?? 0n),
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

const countOf = compileOnce((db, { member }: Given<{ member: number }>) =>
  db.selectNoFrom(countReferrals(member).as('count')),
)

/** One page of the same list. The newest referral's number is the count of the first page. */
export async function pageReferrals(
  db: Db,
  member: number,
  query: PageQuery,
  url: string,
): Promise<Page<z.infer<typeof Referral>>> {
  const { page = 1, page_size: size = pageSize.default } = query
  if (page === 1) {
    const rows = await findRows(db, member, size, LAST)
    const shown = Promise.resolve(rows.map(showReferral))
    return await pageOf(rows[0]?.referral_no ?? 0, query, url, () => shown)
  }
  const { count } = await countOf.one(db, { member })
  return await pageOf(count, query, url, (limit, offset) =>
    readReferrals(db, member, limit, count - offset),
  )
}
