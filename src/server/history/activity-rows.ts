import { sql, type RawBuilder } from 'kysely'
import type { activityTypes } from '../../contract/subjects/history.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { PURPOSE_CODES } from '../book/rows/ledger-rows.ts'

// Activity is derived from the ledger, the network and the requests, and stored nowhere. Each
// source below returns the columns of ActivityRow. We read only the sources that the filter needs.

type ActivityType = (typeof activityTypes)[number]

export type ActivityFilter = {
  type?: ActivityType | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}

type Rows = RawBuilder<unknown>
type Source = { types: readonly ActivityType[]; rows: (member: number) => Rows }

const { level1, level2, sponsor_bonus: bonus } = PURPOSE_CODES

const sources: readonly Source[] = [
  {
    types: ['joined'],
    rows: (member) => sql`
      select 'joined' as type, no::bigint as no, joined_at as at, null::bigint as amount,
        0 as asset, '' as name, '' as ref, 'member' as about, no::bigint as about_no
      from members where no = ${member}`,
  },
  {
    types: ['referral_joined'],
    rows: (member) => sql`
      select 'referral_joined' as type, members.no::bigint as no, identities.verified_at as at,
        null::bigint as amount, 0 as asset, identities.username as name, '' as ref,
        'member' as about, members.no::bigint as about_no
      from members join identities on identities.member_no = members.no
      where members.sponsor_no = ${member} and identities.verified_at is not null`,
  },
  {
    types: ['profile_activated'],
    rows: (member) => sql`
      select 'profile_activated' as type, p.no::bigint as no, s.taken_at as at,
        null::bigint as amount, 0 as asset, p.public_id as name, p.public_id as ref,
        'seat' as about, p.no::bigint as about_no
      from profiles p join seats s on s.profile_no = p.no where p.member_no = ${member}`,
  },
  {
    types: ['upgraded', 'reentered'],
    rows: (member) => sql`
      select case p.origin when 1 then 'upgraded' else 'reentered' end as type,
        p.no::bigint as no, p.created_at as at, null::bigint as amount, p.plan::int as asset,
        p.public_id as name, p.public_id as ref, 'profile' as about, p.no::bigint as about_no
      from profiles p where p.member_no = ${member} and p.origin > 0`,
  },
  {
    types: ['board_completed'],
    rows: (member) => sql`
      select 'board_completed' as type, p.origin_no::bigint as no, min(p.created_at) as at,
        null::bigint as amount, 0 as asset, min(origin.public_id) as name,
        min(origin.public_id) as ref, 'seat' as about, p.origin_no::bigint as about_no
      from profiles p join profiles origin on origin.no = p.origin_no
      where p.member_no = ${member} and p.origin > 0 group by p.origin_no`,
  },
  {
    types: ['reward_level1', 'reward_level2', 'sponsor_bonus'],
    rows: (member) => sql`
      select case postings.purpose when ${level1} then 'reward_level1'
          when ${level2} then 'reward_level2' else 'sponsor_bonus' end as type,
        journals.no, journals.at, postings.amount, 0 as asset, identities.username as name,
        payer.public_id as ref, 'journal' as about, journals.no as about_no
      from postings join journals on journals.no = postings.journal_no
      join profiles payer on payer.no = journals.subject
      join identities on identities.member_no = payer.member_no
      where postings.account_no = ${wallet(member)}
        and postings.purpose in (${level1}, ${level2}, ${bonus})`,
  },
  {
    types: ['deposit_seen', 'deposit_credited'],
    rows: (member) => sql`
      select case when state in ('credited', 'accepted') then 'deposit_credited'
          else 'deposit_seen' end as type, no::bigint as no, coalesce(settled_at, seen_at) as at,
        coalesce(credited_micros, amount) as amount,
        case when credited_micros is null then asset else 0 end::int as asset, txid as name,
        coalesce((select public_id from deposit_requests where no = request_no), '') as ref,
        case when request_no is null then 'transfer' else 'deposit' end as about,
        coalesce(request_no, no)::bigint as about_no
      from transfers where member_no = ${member} and state <> 'dust'`,
  },
  {
    types: ['withdrawal_requested'],
    rows: (member) => sql`
      select 'withdrawal_requested' as type, no::bigint as no, requested_at as at,
        amount_micros as amount, 0 as asset, '' as name, '' as ref, 'withdrawal' as about,
        no::bigint as about_no
      from withdrawals where member_no = ${member}`,
  },
  {
    types: ['withdrawal_sent', 'withdrawal_rejected'],
    rows: (member) => sql`
      select case state when 'rejected' then 'withdrawal_rejected' else 'withdrawal_sent' end
          as type, no::bigint as no, processed_at as at, amount_micros as amount, 0 as asset,
        reason as name, '' as ref, 'withdrawal' as about, no::bigint as about_no
      from withdrawals where member_no = ${member} and processed_at is not null
        and state in ('sent', 'confirmed', 'rejected')`,
  },
  {
    types: ['security'],
    rows: (member) => sql`
      select 'security' as type, no, at, null::bigint as amount, 0 as asset, kind as name,
        '' as ref, 'security' as about, no as about_no
      from security_events where member_no = ${member}`,
  },
]

function select(member: number, { type, from, to }: ActivityFilter, most: number | null): Rows {
  const wanted = sources.filter(({ types }) => type === undefined || types.includes(type))
  const limit = most === null ? sql`` : sql`order by at desc, no desc, type limit ${most}`
  const branches = wanted.map(
    ({ rows }) => sql`(select * from (${rows(member)}) source
      where at >= ${from ?? new Date(0)} and at < ${to ?? new Date('9000-01-01')}
        and (${type ?? null}::text is null or type = ${type ?? null}) ${limit})`,
  )
  return sql.join(branches, sql` union all `)
}

/** One page of a member's activity, newest first, in one statement. */
export const selectActivity = (
  member: number,
  filter: ActivityFilter,
  limit: number,
  offset: number,
): Rows => sql`
  select * from (${select(member, filter, limit + offset)}) happened
  order by at desc, no desc, type limit ${limit} offset ${offset}`

/** The number of rows for a filter, in one statement. */
export const countActivity = (member: number, filter: ActivityFilter): Rows => sql`
  select count(*)::int as count from (${select(member, filter, null)}) happened`
