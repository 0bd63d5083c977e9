import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { DAY_PARTS, PLAN_PARTS } from '../book/rows/counted-rows.ts'

const EVERY_MS = 10_000

/** The most rows of each table in one transaction: about a second's work. */
const AT_ONCE = 50_000

/** Counts new rows every ten seconds. Any number of processes may do this. */
export function startCounting({ db, log, stopping }: Context): Worker {
  return repeat({ name: 'counts', everyMs: EVERY_MS, log, stopping }, async () => {
    while (!stopping.aborted && (await advanceCounts(db)));
  })
}

/**
 * Adds the next rows to the counts of plans and days, and moves the mark. Returns whether there
 * were any. The lock on the mark lets processes take turns. Another process may overtake one that
 * waits, so the mark can include newer rows than this statement sees. It must never go back.
 */
export async function advanceCounts(db: Db | Tx, most = AT_ONCE): Promise<boolean> {
  const { rows } = await sql`
    with mark as (select * from counts_mark for update),
    span as (
      select mark.member_no as after_member,
        greatest(mark.member_no, least(mark.member_no + ${most}::int, m.no)) as last_member,
        mark.profile_no as after_profile,
        greatest(mark.profile_no, least(mark.profile_no + ${most}::int, p.no)) as last_profile,
        mark.ordinal as after_seat,
        greatest(mark.ordinal, least(mark.ordinal + ${most}::int, s.no)) as last_seat,
        mark.journal_no as after_journal,
        greatest(mark.journal_no, least(mark.journal_no + ${most}::int, j.no)) as last_journal
      from mark, (select coalesce(max(no), 0) as no from members) m,
        (select coalesce(max(no), 0) as no from profiles) p,
        (select coalesce(max(ordinal), 0) as no from seats) s,
        (select coalesce(max(no), 0) as no from journals) j),
    by_plan as (${sql.raw(PLAN_PARTS)}),
    by_day as (${sql.raw(DAY_PARTS)}),
    plans as (
      insert into plan_counts as c (plan, profiles, imported, seats)
        select plan, sum(profiles), sum(imported), sum(seats) from by_plan group by plan
      on conflict (plan) do update set profiles = c.profiles + excluded.profiles,
        imported = c.imported + excluded.imported, seats = c.seats + excluded.seats),
    days as (
      insert into day_counts as c (day, what, amount)
        select day, what, sum(amount) from by_day group by day, what
      on conflict (day, what) do update set amount = c.amount + excluded.amount)
    update counts_mark set member_no = last_member, profile_no = last_profile,
      ordinal = last_seat, journal_no = last_journal
    from span where last_member > after_member or last_profile > after_profile
      or last_seat > after_seat or last_journal > after_journal
    returning 1`.execute(db)
  return rows.length > 0
}
