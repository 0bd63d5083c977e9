import { sql } from 'kysely'
import type { z } from 'zod'
import type { Activity } from '../../contract/member.ts'
import type { Db } from '../../db/types.ts'
import { wallet } from '../../domain/account.ts'
import { formatUnits, formatUsd } from '../../domain/money.ts'
import { PURPOSE_CODES } from '../book/ledger-rows.ts'
import { describeActivity, type ActivityRow } from './activity-texts.ts'

const most = 20

/**
 * What happened to the member lately, newest first: derived from the ledger, the network and the
 * requests in one statement, and written nowhere else.
 */
export async function readRecentActivity(db: Db, member: number) {
  const { level1, level2, sponsor_bonus: bonus } = PURPOSE_CODES
  const { rows } = await sql<ActivityRow>`
    select * from (
      (select 'joined' as type, no::bigint as no, joined_at as at, null::bigint as amount,
        0 as asset, '' as name from members where no = ${member})
      union all
      (select 'referral_joined', members.no, people.verified_at, null, 0, people.username
        from members join people on people.member_no = members.no
        where members.sponsor_no = ${member} and people.verified_at is not null
        order by members.no desc limit ${most})
      union all
      (select 'profile_activated', p.no, s.taken_at, null, 0, p.public_id
        from profiles p join seats s on s.profile_no = p.no where p.member_no = ${member}
        order by s.ordinal desc limit ${most})
      union all
      (select case p.origin when 1 then 'upgraded' else 'reentered' end, p.no, p.created_at,
        null, p.plan, p.public_id
        from profiles p where p.member_no = ${member} and p.origin > 0
        order by p.no desc limit ${most})
      union all
      (select 'board_completed', p.origin_no, min(p.created_at), null, 0, min(origin.public_id)
        from profiles p join profiles origin on origin.no = p.origin_no
        where p.member_no = ${member} and p.origin > 0
        group by p.origin_no order by min(p.no) desc limit ${most})
      union all
      (select case postings.purpose when ${level1} then 'reward_level1'
          when ${level2} then 'reward_level2' else 'sponsor_bonus' end,
        journals.no, commands.at, postings.amount, 0, people.username
        from postings join journals on journals.no = postings.journal_no
        join commands on commands.seq = journals.seq
        join profiles payer on payer.no = journals.subject
        join people on people.member_no = payer.member_no
        where postings.account_no = ${wallet(member)}
          and postings.purpose in (${level1}, ${level2}, ${bonus})
        order by postings.journal_no desc limit ${most})
      union all
      (select case when state in ('credited', 'accepted') then 'deposit_credited'
          else 'deposit_seen' end, no, coalesce(settled_at, seen_at),
        coalesce(credited_micros, amount), case when credited_micros is null then asset else 0 end,
        txid from transfers where member_no = ${member} and state <> 'dust'
        order by no desc limit ${most})
      union all
      (select 'withdrawal_requested', no, requested_at, amount_micros, 0, ''
        from withdrawals where member_no = ${member} order by no desc limit ${most})
      union all
      (select case state when 'rejected' then 'withdrawal_rejected' else 'withdrawal_sent' end,
        no, processed_at, amount_micros, 0, reason from withdrawals
        where member_no = ${member} and state in ('sent', 'confirmed', 'rejected')
          and processed_at is not null order by no desc limit ${most})
      union all
      (select 'security', no, at, null, 0, kind from security_events
        where member_no = ${member} order by no desc limit ${most})
    ) happened order by at desc, no desc limit ${most}`.execute(db)
  return rows.map(showActivity)
}

function showActivity(row: ActivityRow): z.infer<typeof Activity> {
  const { type, no, at, amount } = row
  const { title, detail, link } = describeActivity(row)
  const asset = ['USD', 'TRX', 'USDT'][row.asset] ?? 'USD'
  const text = amount === null ? null : row.asset === 0 ? formatUsd(amount) : formatUnits(amount)
  return {
    id: `${type}-${no}`,
    type,
    title,
    detail,
    amount: text,
    asset: amount === null ? null : asset,
    created_at: at.toISOString(),
    link,
  }
}
