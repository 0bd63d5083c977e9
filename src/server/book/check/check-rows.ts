/** SQL checks on the ledger's rows: invariants that hold regardless of the rules. */
import type { Pool, PoolClient } from 'pg'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { KIND_CODES, PURPOSE_CODES, rewardPurposes } from '../rows/ledger-rows.ts'
import {
  CHARGE_ACCOUNTS,
  FIRST_MEMBER_ACCOUNT,
  KEPT_ACCOUNTS,
  withdrawalHold,
} from '../../../domain/ledger/account.ts'
import { DAY_PARTS, PLAN_PARTS, SPAN_UP_TO_MARK } from '../rows/counted-rows.ts'
import { differ, type Differences } from './compare-states.ts'

/** Each query returns one row per problem, as a sentence. */
const CHECKS: Record<string, string> = {
  'journals add up to zero for each asset': `
    select format('journal %s: asset %s adds up to %s', journal_no, asset, sum(amount))
    from postings group by journal_no, asset having sum(amount) <> 0`,
  'all postings add up to zero for each asset': `
    select format('asset %s adds up to %s', asset, sum(amount))
    from postings group by asset having sum(amount) <> 0`,
  'balances are the sums of their postings': `
    select format('account %s: balance %s, postings %s', coalesce(a.no, p.account_no), a.balance,
      p.total)
    from accounts a full join (select account_no, sum(amount) as total from postings
      group by account_no) p on p.account_no = a.no
    where a.balance is distinct from p.total`,
  'totals of rewards are the sums of their postings': `
    select format('account %s: %s rewards of %s, postings %s of %s', a.no, a.rewarded, a.rewards,
      p.count, p.total)
    from accounts a left join (select account_no, sum(amount) as total, count(*) as count
      from postings where purpose in (${rewardPurposes.join()}) group by account_no) p
      on p.account_no = a.no
    where a.rewards <> coalesce(p.total, 0) or a.rewarded <> coalesce(p.count, 0)`,
  'rewards by day are those of the journals up to the mark': `
    select format('account %s, %s, plan %s, purpose %s: %s rewards of %s, journals %s of %s',
      account_no, day, plan, purpose, d.count, d.amount, p.count, p.amount)
    from reward_days d full join (
      select l.account_no, (j.at at time zone 'UTC')::date as day, payer.plan, l.purpose,
        sum(l.amount) as amount, count(*) as count
      from postings l join journals j on j.no = l.journal_no
        join profiles payer on payer.no = j.subject
      where l.purpose in (${rewardPurposes.join()})
        and j.no <= (select journal_no from reward_days_mark)
      group by 1, 2, 3, 4) p using (account_no, day, plan, purpose)
    where d.amount is distinct from p.amount or d.count is distinct from p.count`,
  'profiles and seats of plans are those up to the mark': `
    with ${SPAN_UP_TO_MARK}
    select format('plan %s: %s profiles, %s imported, %s seats; rows %s, %s, %s', plan,
      c.profiles, c.imported, c.seats, r.profiles, r.imported, r.seats)
    from plan_counts c full join (
      select plan, sum(profiles) as profiles, sum(imported) as imported, sum(seats) as seats
      from (${PLAN_PARTS}) parts group by plan) r using (plan)
    where (c.profiles, c.imported, c.seats) is distinct from (r.profiles, r.imported, r.seats)`,
  'counts of days are those of the rows up to the mark': `
    with ${SPAN_UP_TO_MARK}
    select format('%s, %s: %s, rows %s', day, what, c.amount, r.amount)
    from day_counts c full join (
      select day, what, sum(amount) as amount from (${DAY_PARTS}) parts group by day, what) r
      using (day, what)
    where c.amount is distinct from r.amount`,
  'results of members are the sums of their postings up to the mark': `
    select format('member %s: paid %s, charges %s, rewards %s; postings %s, %s, %s', member_no,
      r.paid, r.charges, r.rewards, p.paid, p.charges, p.rewards)
    from member_results r full join (
      select ((l.account_no - ${FIRST_MEMBER_ACCOUNT}) / 2)::int as member_no,
        -coalesce(sum(l.amount) filter (where l.purpose = ${PURPOSE_CODES.fee}), 0) as paid,
        coalesce(sum(l.amount) filter (where l.purpose in (${rewardPurposes.join()})), 0)
          as rewards,
        coalesce(sum(c.amount), 0) as charges
      from postings l left join postings c on c.journal_no = l.journal_no
        and l.purpose in (${PURPOSE_CODES.deposit}, ${PURPOSE_CODES.payout})
        and c.account_no in (${CHARGE_ACCOUNTS.join()})
      where l.account_no >= ${FIRST_MEMBER_ACCOUNT}
        and (c.journal_no is not null or l.purpose = ${PURPOSE_CODES.fee}
          or l.purpose in (${rewardPurposes.join()}))
        and l.journal_no <= (select journal_no from income_mark)
      group by 1) p using (member_no)
    where (r.paid, r.charges, r.rewards) is distinct from (p.paid, p.charges, p.rewards)`,
  'all results together are what the house kept': `
    select format('members lost %s, the house kept %s', lost, kept)
    from (select coalesce(sum(paid + charges - rewards), 0) as lost from member_results) m,
      (select coalesce(sum(amount), 0) as kept from postings
        where account_no in (${KEPT_ACCOUNTS.join()})
          and journal_no <= (select journal_no from income_mark)) h
    where lost <> kept`,
  'journals are in the order of their times': `
    select format('journal %s', no) from (select no, at, lag(at) over (order by no) as before
      from journals) j where at < before`,
  'members are counted among the referrals of their sponsor': `
    select format('member %s: referral %s and not %s of %s', no, referral_no, number, sponsor_no)
    from (select *, row_number() over w as number, lag(joined_at) over w as before from members
      window w as (partition by sponsor_no order by no)) m
    where sponsor_no is not null and (referral_no <> number or joined_at < before)`,
  'each balance_after follows from the one before': `
    select format('account %s, journal %s: %s after %s does not follow', account_no, journal_no,
      balance_after, amount)
    from (select *, coalesce(lag(balance_after) over w, 0) as before from postings
      window w as (partition by account_no order by journal_no, line)) p
    where balance_after <> before + amount`,
  'member accounts are never below zero': `
    select format('account %s: %s', account_no, balance_after) from postings
    where account_no >= 1000 and balance_after < 0`,
  'every journal has postings and every posting its journal': `
    select format('journal %s', coalesce(j.no, p.journal_no)) from journals j
    full join (select distinct journal_no from postings) p on p.journal_no = j.no
    where j.no is null or p.journal_no is null`,
  'every seat is below an earlier seat of its plan': `
    select format('seat %s', s.profile_no) from seats s
    left join seats p on p.profile_no = s.parent_no
    where s.parent_no is not null
      and (p.profile_no is null or p.plan <> s.plan or p.ordinal >= s.ordinal
        or s.depth <> p.depth + 1)`,
  'members paid for their seats, except for imported ones': `
    select format('seat %s', s.profile_no) from seats s
    join profiles p on p.no = s.profile_no and p.member_no <> ${HOUSE}
    left join journals j on j.kind = ${KIND_CODES.activation} and j.subject = s.profile_no
    where p.imported = (j.no is not null)`,
  'no imported seat is on a board that was paid for': `
    select format('seat %s', s.profile_no) from seats s
    join profiles p on p.no = s.profile_no and p.imported
    join seats up on up.profile_no = s.parent_no
    join profiles board on board.no in (s.parent_no, up.parent_no)
    where board.member_no <> ${HOUSE} and not board.imported`,
  'the command log has no gap': `
    select format('%s commands, the last is %s', count(*), max(seq)) from commands
    having count(*) <> coalesce(max(seq), 0)`,
  'batches cover the command log without gaps': `
    select format('batch %s to %s does not follow %s', first_seq, last_seq, before)
    from (select first_seq, last_seq,
        lag(last_seq, 1, 0::bigint) over (order by first_seq) as before from batches) b
    where first_seq <> before + 1 or last_seq < first_seq
    union all
    select format('the last batch ends at %s, the log at %s', b.seq, c.seq)
    from (select coalesce(max(last_seq), 0) as seq from batches) b,
      (select coalesce(max(seq), 0) as seq from commands) c where b.seq <> c.seq`,
  'every withdrawal was requested by a command': `
    select format('withdrawal %s', w.no) from withdrawals w
    left join journals j on j.kind = 4 and j.subject = w.no
    left join commands c on c.seq = j.seq and c.kind = 'request_withdrawal'
    where c.seq is null`,
  'every payout was sent by a command': `
    select format('payout %s of withdrawal %s', p.no, p.withdrawal_no) from payouts p
    where not exists (select from commands c where c.kind = 'send_withdrawal'
      and c.input->>'withdrawal' = p.withdrawal_no::text and c.input->>'txid' = p.txid)`,
  'every approval was given by a command': `
    select format('approval of withdrawal %s by %s', a.withdrawal_no, a.operator)
    from withdrawal_approvals a
    left join commands c on c.seq = a.seq and c.kind = 'approve_withdrawal'
      and c.input->>'withdrawal' = a.withdrawal_no::text and c.input->>'operator' = a.operator
    where c.seq is null`,
  'every approval was returned by a command': `
    select format('returned approval of withdrawal %s by %s', r.withdrawal_no, r.operator)
    from withdrawal_approval_returns r
    left join withdrawal_approvals a using (withdrawal_no, revision, operator)
    left join commands c on c.seq = r.seq and (c.kind = 'withdraw_approvals'
        and c.input->>'operator' = r.operator
      or c.kind in ('reject_withdrawal', 'cancel_withdrawal')
        and c.input->>'withdrawal' = r.withdrawal_no::text)
    where c.seq is null or a.micros is distinct from r.micros or a.seq >= r.seq`,
  'money held is what open withdrawals hold': `
    select format('member %s: held %s, open withdrawals %s', m.no, a.balance, w.total)
    from members m
    left join accounts a on a.no = ${withdrawalHold(0)} + 2 * m.no
    left join (select member_no, sum(amount_micros) as total from withdrawals
      where state in ('pending', 'approved', 'sent') group by member_no) w on w.member_no = m.no
    where coalesce(a.balance, 0) <> coalesce(w.total, 0)`,
  'each transfer is credited once, from one journal': `
    select format('transfer %s (%s)', t.no, t.state) from transfers t
    left join journals d on d.kind = 1 and d.subject = t.no
    left join journals u on u.kind = 2 and u.subject = t.no
    left join journals a on a.kind = 3 and a.subject = t.no
    where case t.state
      when 'credited' then d.no is null or u.no is not null or a.no is not null
      when 'accepted' then d.no is not null or u.no is null or a.no is null
      else d.no is not null or u.no is null or a.no is not null end`,
  'totals of addresses are the sums of their rows': `
    select format('address %s: asset %s, total %s, rows %s', address, asset,
      coalesce(t.units, 0), coalesce(s.total, 0))
    from address_totals t full join (
      select address, asset, sum(amount) as total from (
        select to_address, asset, amount from treasury_receipts
        union all select to_address, asset, units from custody_moves where state = 'confirmed'
        union all select from_address, asset, -units from custody_moves where state = 'confirmed'
        union all select from_address, 1, -fee_sun from custody_moves
        union all select from_address, asset, -units from payouts where state = 'confirmed'
        union all select from_address, 1, -fee_sun from payouts
        union all select to_address, asset, units from outside_moves where to_own
        union all select from_address, asset, -units from outside_moves
        union all select address, 1, -fee_sun from unexplained_transfers
      ) moved (address, asset, amount) group by address, asset) s using (address, asset)
    where coalesce(t.units, 0) <> coalesce(s.total, 0)`,
  'totals of custody are the sums of its addresses': `
    select format('%s TRX and %s USDT, addresses %s and %s', t.chain_trx, t.chain_usdt, s.trx,
      s.usdt)
    from (select coalesce(sum(chain_trx), 0) as trx, coalesce(sum(chain_usdt), 0) as usdt
      from address_checks) s left join custody_totals t on true
    where (t.chain_trx, t.chain_usdt) is distinct from (s.trx, s.usdt)`,
}

/** Runs every check and records the problems. Returns the number of checks. */
export async function checkRows(pool: Pool | PoolClient, found: Differences): Promise<number> {
  for (const [name, query] of Object.entries(CHECKS)) {
    const { rows } = await pool.query<{ format: string }>(`${query} limit 100`)
    for (const { format } of rows) differ(found, `${name}: ${format}`)
  }
  return Object.keys(CHECKS).length
}
