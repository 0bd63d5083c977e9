import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { CHARGE_ACCOUNTS, FIRST_MEMBER_ACCOUNT } from '../../../domain/ledger/account.ts'
import { PURPOSE_CODES, rewardPurposes } from '../../book/rows/ledger-rows.ts'

/** The most journals in one transaction. None has more than eight postings. */
const MOST_JOURNALS = 25_000

/** The member of a journal: the one who was credited, or whose hold was paid out. */
const OWNERS = [PURPOSE_CODES.deposit, PURPOSE_CODES.payout]

/**
 * Adds the next journals to the results of members and plans, and moves the mark, in one statement.
 * Its cost depends on these journals alone. The lock on the mark lets processes take turns.
 * @param until the last journal to add
 * @returns the number of journals
 */
export async function addIncome(db: Db, until: number, most = MOST_JOURNALS): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with mark as (select journal_no as low from income_mark for update),
    span as (select low, least(low + ${most}::int, ${until}::bigint) as high from mark),
    lines as (
      select l.journal_no, l.account_no, l.amount, l.purpose,
        case when l.account_no >= ${FIRST_MEMBER_ACCOUNT}
          then ((l.account_no - ${FIRST_MEMBER_ACCOUNT}) / 2)::int end as member
      from span join postings l on l.journal_no > low and l.journal_no <= high
      where l.asset = 0),
    activations as (
      select l.journal_no, l.member, -l.amount as fee, j.at, p.plan
      from lines l join journals j on j.no = l.journal_no join profiles p on p.no = j.subject
      where l.purpose = ${PURPOSE_CODES.fee} and l.member is not null),
    moved as (
      select member, at as paid_at, plan, fee as paid, 0 as charges, 0 as rewards from activations
      union all
      select member, null, null, 0, 0, amount from lines
        where purpose = any(${rewardPurposes}::smallint[]) and member is not null
      union all
      select owner.member, null, null, 0, charge.amount, 0
        from lines charge join lines owner using (journal_no)
        where charge.account_no = any(${CHARGE_ACCOUNTS}::bigint[])
          and owner.purpose = any(${OWNERS}::smallint[]) and owner.member is not null),
    members_summed as (
      insert into member_results as r (member_no, first_paid_at, plan, paid, charges, rewards)
        select member, min(paid_at), max(plan), sum(paid), sum(charges), sum(rewards)
        from moved group by member order by member
      on conflict (member_no) do update set
        first_paid_at = coalesce(r.first_paid_at, excluded.first_paid_at),
        plan = greatest(r.plan, excluded.plan), paid = r.paid + excluded.paid,
        charges = r.charges + excluded.charges, rewards = r.rewards + excluded.rewards),
    plans_summed as (
      insert into plan_results as r (plan, places, fees, rewards)
        select plan, count(*), sum(fee), sum(coalesce(rewards, 0))
        from activations left join (
          select journal_no, sum(amount) as rewards from lines
          where purpose = any(${rewardPurposes}::smallint[]) group by journal_no) paid
          using (journal_no)
        group by plan order by plan
      on conflict (plan) do update set places = r.places + excluded.places,
        fees = r.fees + excluded.fees, rewards = r.rewards + excluded.rewards)
    update income_mark set journal_no = high from span where high > low
      returning (high - low)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Updates the results up to a journal, in steps. */
export async function addIncomeUntil(db: Db, until: number): Promise<void> {
  while ((await addIncome(db, until)) > 0);
}
