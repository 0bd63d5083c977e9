import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { rewardPurposes } from '../book/rows/ledger-rows.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

const EVERY_MS = 10_000

/** The most journals in one transaction: about a second's work. */
const MAX_JOURNALS = 20_000

/** Adds new rewards to their days every ten seconds. Any number of processes may do this. */
export function startRewardDays({ db, log, stopping }: Context): Worker {
  return repeat({ name: 'reward days', everyMs: EVERY_MS, log, stopping }, async () => {
    while (!stopping.aborted && (await rollUpRewards(db)) === MAX_JOURNALS);
  })
}

/**
 * Adds the rewards of the next journals to reward_days, and advances the mark. Returns the number
 * of journals. The lock on the mark serializes processes. A process that waited for it sees the new
 * mark with older journals, and then has nothing to do.
 */
export async function rollUpRewards(db: Db, most = MAX_JOURNALS): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with mark as (select journal_no from reward_days_mark for update),
    span as (
      select journal_no as low, least(journal_no + ${most}::int, last.no) as high
      from mark, (select no from journals order by no desc limit 1) as last),
    added as (
      select l.account_no, (j.at at time zone 'UTC')::date as day, payer.plan, l.purpose,
        sum(l.amount)::bigint as amount, count(*)::int as count
      from span join journals j on j.no > low and j.no <= high
        join postings l on l.journal_no = j.no
        join profiles payer on payer.no = j.subject
      where l.purpose = any(${rewardPurposes}::smallint[])
      group by 1, 2, 3, 4),
    summed as (
      insert into reward_days as d (account_no, day, plan, purpose, amount, count)
        select * from added order by account_no
      on conflict (account_no, day, plan, purpose)
        do update set amount = d.amount + excluded.amount, count = d.count + excluded.count)
    update reward_days_mark m set journal_no = high from span where high > low
      returning (high - low)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
