import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { BOARD_SIZE } from '../../../domain/network/board.ts'
import type { Context } from '../../context.ts'
import { repeat, type Worker } from '../../workers/repeat.ts'

const EVERY_MS = 60_000

/** The most seats in one transaction: a few seconds' work. */
export const MOST_SEATS = 50_000

/** Counts new seats every minute. Any number of processes may do this. */
export function startCountingBoards({ db, log, stopping }: Context): Worker {
  return repeat({ name: 'boards', everyMs: EVERY_MS, log, stopping }, async () => {
    while (!stopping.aborted && (await advanceBoardCounts(db)) === MOST_SEATS);
  })
}

/** Whether there are seats to count. The statement below would read many seats to find out. */
async function hasNew(db: Db | Tx): Promise<boolean> {
  const { ordinal } = await db.selectFrom('board_mark').select('ordinal').executeTakeFirstOrThrow()
  const next = await db
    .selectFrom('seats')
    .select('ordinal')
    .where('ordinal', '>', ordinal)
    // Without an order, PostgreSQL may read all seats to find none.
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst()
  return next !== undefined
}

/**
 * Adds the next seats, in the order they were taken, to the counts of open and complete boards, and
 * moves the mark. Returns the number of seats.
 *
 * A seat opens a board of its own and takes a position on its parent's and its grandparent's. A
 * board reaches level n with its n-th position; what changes follows from the positions before and
 * after the new seats. Boards of the house and of imported seats aren't counted. The
 * lock on the mark lets processes take turns.
 */
export async function advanceBoardCounts(db: Db | Tx, most = MOST_SEATS): Promise<number> {
  if (!(await hasNew(db))) return 0
  const { rows } = await sql<{ count: number }>`
    with mark as (select ordinal from board_mark for update),
    span as (
      select mark.ordinal as low, least(mark.ordinal + ${most}::int, last.ordinal) as high
      from mark, (select ordinal from seats order by ordinal desc limit 1) as last),
    fresh as (
      select s.profile_no, s.parent_no from span
        join seats s on s.ordinal > low and s.ordinal <= high),
    touched as (
      select profile_no from fresh
      union select parent_no from fresh
      union select p.parent_no from fresh join seats p on p.profile_no = fresh.parent_no),
    boards as (
      select s.profile_no as no, s.plan, s.ordinal, (s.taken_at at time zone 'UTC')::date as day,
        to_char(s.taken_at at time zone 'UTC', 'YYYY-"Q"Q') as quarter
      from touched join seats s using (profile_no)
        join profiles on profiles.no = s.profile_no and profiles.member_no <> ${HOUSE}::int
          and not profiles.imported),
    positions as (
      select b.no, c.ordinal, c.taken_at from boards b join seats c on c.parent_no = b.no
      union all
      select b.no, g.ordinal, g.taken_at from boards b
        join seats c on c.parent_no = b.no
        join seats g on g.parent_no = c.profile_no),
    levels as (
      select no, 0 as level, ordinal, day from boards
      union all
      select no, (row_number() over (partition by no order by p.ordinal))::int, p.ordinal,
        (taken_at at time zone 'UTC')::date
      from positions p, span where p.ordinal <= high),
    complete as (select no, day from levels where level = ${BOARD_SIZE}::int),
    changes as (
      select b.plan, b.quarter, l.level, l.day, c.day as completed_on,
        case when c.no is null then 1 when l.ordinal <= low then -1 else 0 end as opened
      from span, levels l join boards b using (no) left join complete c using (no)
      where l.level < ${BOARD_SIZE}::int and (l.ordinal > low or c.no is not null)),
    opened as (
      insert into board_open as o (plan, quarter, level, since, open)
        select plan, quarter, level, day, sum(opened)::int from changes
        group by 1, 2, 3, 4 having sum(opened) <> 0 order by 1, 2, 3, 4
      on conflict (plan, quarter, level, since) do update set open = o.open + excluded.open),
    completed as (
      insert into board_ages as a (plan, quarter, level, age_days, completed)
        select plan, quarter, level, completed_on - day, count(*)::int from changes
        where completed_on is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (plan, quarter, level, age_days)
        do update set completed = a.completed + excluded.completed)
    update board_mark m set ordinal = high from span where high > low
      returning (high - low)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
