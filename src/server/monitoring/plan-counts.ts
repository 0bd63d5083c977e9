import { sql } from 'kysely'
import { countAll, lit } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

const EVERY_MS = 10_000

/** The most profiles, and the most seats, in one transaction: less than a second's work. */
const AT_ONCE = 50_000

/** Counts new profiles and seats every ten seconds. Any number of processes may do this. */
export function startCountingPlans({ db, log, stopping }: Context): Worker {
  return repeat({ name: 'plan counts', everyMs: EVERY_MS, log, stopping }, async () => {
    while (!stopping.aborted && (await countPlans(db)));
  })
}

/**
 * Adds the next profiles and seats to the counts, and moves the mark. Returns whether there were
 * any. The lock on the mark lets processes take turns.
 */
export async function countPlans(db: Db | Tx, most = AT_ONCE): Promise<boolean> {
  const { rows } = await sql`
    with mark as (select profile_no, ordinal from plan_counts_mark for update),
    span as (
      select mark.profile_no, least(mark.profile_no + ${most}::int, p.no) as last_profile,
        mark.ordinal, least(mark.ordinal + ${most}::int, s.ordinal) as last_ordinal
      from mark, (select max(no) as no from profiles) p,
        (select max(ordinal) as ordinal from seats) s),
    added as (
      select plan, count(*) as profiles, count(*) filter (where imported) as imported, 0 as seats
        from profiles, span where no > span.profile_no and no <= last_profile
          and member_no > ${HOUSE}::int group by plan
      union all
      select plan, 0, 0, count(*) from seats, span
        where seats.ordinal > span.ordinal and seats.ordinal <= last_ordinal group by plan),
    summed as (
      insert into plan_counts as c (plan, profiles, imported, seats)
        select plan, sum(profiles), sum(imported), sum(seats) from added group by plan
      on conflict (plan) do update set profiles = c.profiles + excluded.profiles,
        imported = c.imported + excluded.imported, seats = c.seats + excluded.seats)
    update plan_counts_mark m set profile_no = last_profile, ordinal = last_ordinal from span
      where last_profile > span.profile_no or last_ordinal > span.ordinal returning 1`.execute(db)
  return rows.length > 0
}

type PlanCount = {
  readonly plan: number
  readonly profiles: number
  readonly imported: number
  readonly seats: number
}

/** The profiles and seats of each plan as of now, in one statement. */
export function readPlanCounts(db: Db): Promise<PlanCount[]> {
  const mark = db.selectFrom('plan_counts_mark')
  const profiles = db
    .selectFrom('profiles')
    .select(({ fn }) => [
      'plan',
      countAll.as('profiles'),
      sql<number>`${fn.countAll().filterWhere('imported', '=', lit(true))}::int`.as('imported'),
      lit<number>(0).as('seats'),
    ])
    .where('no', '>', mark.select('profile_no'))
    .where('member_no', '>', HOUSE)
    .groupBy('plan')
  const seats = db
    .selectFrom('seats')
    .select([
      'plan',
      lit<number>(0).as('profiles'),
      lit<number>(0).as('imported'),
      countAll.as('seats'),
    ])
    .where('ordinal', '>', mark.select('ordinal'))
    .groupBy('plan')
  return db
    .selectFrom(
      db
        .selectFrom('plan_counts')
        .select(['plan', 'profiles', 'imported', 'seats'])
        .unionAll(profiles)
        .unionAll(seats)
        .as('parts'),
    )
    .select(['plan', total('profiles'), total('imported'), total('seats')])
    .groupBy('plan')
    .execute()
}

const total = <Name extends string>(name: Name) => sql<number>`sum(${sql.ref(name)})::int`.as(name)
