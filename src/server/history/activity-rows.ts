import { sql, type RawBuilder } from 'kysely'
import { pageSize } from '../../contract/fields/limits.ts'
import type { activityTypes } from '../../contract/subjects/history.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import { DIAMOND } from '../../domain/money/catalog.ts'
import { KIND_CODES, PURPOSE_CODES } from '../book/rows/ledger-rows.ts'
import { journalSince } from './journal-range.ts'

// Activity is derived from the ledger, the network and the requests, and stored nowhere. Each
// source below returns the columns of ActivityRow. We read only the sources that the filter needs.
// Referrals and rewards can be many. These are read through their index, newest first and only as
// far as the page needs. The others are a member's own acts.

type ActivityType = (typeof activityTypes)[number]

export type ActivityFilter = {
  type?: ActivityType | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}

/** Later than anything. */
export const END = new Date('9000-01-01')

type Rows = RawBuilder<unknown>

/** The number of rows without a page. */
export const RECENT = 20

/** Rows of a first page, in the app and by default. */
const USUAL: readonly number[] = [pageSize.default, RECENT, 25]

type Source = {
  types: readonly ActivityType[]
  rows: (member: number, filter: ActivityFilter, most: Rows) => Rows
  /** Whether activity.ts counts them faster. */
  isCounted?: true
}

/** The ledger's code of each reward. Their order is that of the types. */
const REWARD_PURPOSES = {
  reward_level1: PURPOSE_CODES.level1,
  reward_level2: PURPOSE_CODES.level2,
  sponsor_bonus: PURPOSE_CODES.sponsor_bonus,
} as const

type RewardType = keyof typeof REWARD_PURPOSES

const isReward = (type: ActivityType | undefined): type is RewardType =>
  type !== undefined && type in REWARD_PURPOSES

/** The purposes of the rewards that a filter asks for; none if it asks for something else. */
export function rewardPurposesOf({ type }: ActivityFilter): readonly number[] {
  if (type === undefined) return Object.values(REWARD_PURPOSES)
  return isReward(type) ? [REWARD_PURPOSES[type]] : []
}

/** Limits a number that grows with time to a period. */
function within(no: Rows, since: (at: Date) => Rows, { from, to }: ActivityFilter): Rows {
  const start = from ? sql`and ${no} >= ${since(from)}` : sql``
  return to ? sql`${start} and ${no} < ${since(to)}` : start
}

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
    isCounted: true,
    rows: (member, filter, most) => sql`
      select 'referral_joined' as type, referred.no::bigint as no, joined_at as at,
        null::bigint as amount, 0 as asset, identities.username as name, '' as ref,
        'member' as about, referred.no::bigint as about_no
      from (select no, joined_at from members where sponsor_no = ${member}
          ${within(sql.ref('referral_no'), (at) => sql`referral_since(${member}, ${at})`, filter)}
          order by referral_no desc limit ${most}) referred
        join identities on identities.member_no = referred.no`,
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
    // Diamond boards without re-entries create no profile, and imported ones may create none. The
    // last seat is one of the four of the second level.
    types: ['board_completed'],
    rows: (member) => sql`
      select 'board_completed' as type, p.origin_no::bigint as no, min(p.created_at) as at,
        null::bigint as amount, 0 as asset, min(origin.public_id) as name,
        min(origin.public_id) as ref, 'seat' as about, p.origin_no::bigint as about_no
      from profiles p join profiles origin on origin.no = p.origin_no
      where p.member_no = ${member} and p.origin > 0 group by p.origin_no
      union all
      select 'board_completed', board.no::bigint, max(below.taken_at), null::bigint, 0,
        board.public_id, board.public_id, 'seat', board.no::bigint
      from profiles board join seats child on child.parent_no = board.no
        join seats below on below.parent_no = child.profile_no
      where board.member_no = ${member} and board.member_no > ${HOUSE}
        and (board.plan = ${DIAMOND} or board.imported)
        and not exists (select from profiles p
          where p.member_no = ${member} and p.origin > 0 and p.origin_no = board.no)
      group by board.no, board.public_id having count(*) = 4`,
  },
  {
    types: ['reward_level1', 'reward_level2', 'sponsor_bonus'],
    isCounted: true,
    rows: (member, filter, most) => sql`
      select case reward.purpose when ${REWARD_PURPOSES.reward_level1} then 'reward_level1'
          when ${REWARD_PURPOSES.reward_level2} then 'reward_level2' else 'sponsor_bonus'
          end as type,
        journals.no, journals.at, reward.amount, 0 as asset, identities.username as name,
        payer.public_id as ref, 'journal' as about, journals.no as about_no
      from (select journal_no, purpose, amount from postings
          where account_no = ${wallet(member)}
            and purpose = any(${rewardPurposesOf(filter)}::smallint[])
            ${within(sql.ref('journal_no'), journalSince, filter)}
          order by journal_no desc, purpose limit ${most}) reward
        join journals on journals.no = reward.journal_no
        join profiles payer on payer.no = journals.subject
        join identities on identities.member_no = payer.member_no`,
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
    types: ['withdrawal_sent', 'withdrawal_rejected', 'withdrawal_cancelled'],
    rows: (member) => sql`
      select case w.state when 'rejected' then 'withdrawal_rejected'
          when 'cancelled' then 'withdrawal_cancelled' else 'withdrawal_sent' end as type,
        w.no::bigint as no,
        coalesce(p.created_at, w.processed_at, w.requested_at) as at,
        w.amount_micros as amount, 0 as asset,
        case w.state when 'rejected' then w.reason else w.state end as name, '' as ref,
        'withdrawal' as about, w.no::bigint as about_no
      from withdrawals w left join payouts p on p.withdrawal_no = w.no and p.attempt = w.attempt
        and w.state in ('sent', 'confirmed')
      where w.member_no = ${member}
        and w.state in ('sent', 'confirmed', 'rejected', 'cancelled')`,
  },
  {
    types: ['adjustment'],
    rows: (member) => sql`
      select 'adjustment' as type, a.no::bigint as no, a.approved_at as at, a.micros as amount,
        0 as asset, a.reason as name, '' as ref, 'journal' as about, j.no as about_no
      from adjustments a
        join journals j on j.kind = ${KIND_CODES.adjustment} and j.subject = a.no
      where a.member_no = ${member} and a.approved_by is not null`,
  },
  {
    types: ['security'],
    rows: (member) => sql`
      select 'security' as type, no, at, null::bigint as amount, 0 as asset, kind as name,
        '' as ref, 'security' as about, no as about_no
      from security_events where member_no = ${member}`,
  },
]

/** The rows of a source that a filter asks for, without conditions that hold for all of them. */
function filterRows({ types }: Source, { type, from, to }: ActivityFilter): Rows {
  const conditions = [
    ...(from ? [sql`at >= ${from}`] : []),
    ...(to ? [sql`at < ${to}`] : []),
    ...(type !== undefined && types.length > 1 ? [sql`type = ${type}`] : []),
  ]
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

/**
 * Newest first. Of what one activation does at once, a reward comes first: it may complete a board,
 * and that opens the next profile.
 */
const NEWEST_FIRST = sql`at desc, case when type = any(${Object.keys(REWARD_PURPOSES)}) then 2
  when type = 'board_completed' then 1 else 0 end, no desc, type`

function select(
  wanted: readonly Source[],
  member: number,
  filter: ActivityFilter,
  most: Rows | null,
): Rows {
  const limit = most === null ? sql`` : sql`order by ${NEWEST_FIRST} limit ${most}`
  const branches = wanted.map(
    (source) => sql`(select * from (${source.rows(member, filter, most ?? sql`0`)}) source
      ${filterRows(source, filter)} ${limit})`,
  )
  return sql.join(branches, sql` union all `)
}

const sourcesFor = ({ type }: ActivityFilter): Source[] =>
  sources.filter(({ types }) => type === undefined || types.includes(type))

/**
 * One page of a member's activity, newest first, in one statement. PostgreSQL takes a parameter as
 * a limit for a tenth of all rows, and planned each request again for a member with many. So the
 * limit of the usual first pages is part of the text.
 */
export function selectActivity(
  member: number,
  filter: ActivityFilter,
  limit: number,
  offset: number,
): Rows {
  const isUsual = offset === 0 && USUAL.includes(limit)
  const rows = (count: number): Rows => (isUsual ? sql.lit(count) : sql`${count}`)
  return sql`
  select * from (${select(sourcesFor(filter), member, filter, rows(limit + offset))}) happened
  order by ${NEWEST_FIRST} limit ${rows(limit)} offset ${offset}`
}

/**
 * The number of rows for a filter, in one statement, without referrals and rewards. Null if the
 * filter asks for nothing else.
 */
export function countOwnActs(member: number, filter: ActivityFilter): Rows | null {
  const wanted = sourcesFor(filter).filter(({ isCounted }) => isCounted !== true)
  if (wanted.length === 0) return null
  const happened = select(wanted, member, filter, null)
  return sql`select count(*)::int as count from (${happened}) happened`
}
