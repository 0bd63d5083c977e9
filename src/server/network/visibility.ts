import { sql, type RawBuilder } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { given } from '../../db/expressions.ts'
import { readTogether } from '../../db/together.ts'
import type { Db } from '../../db/types.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { compileByRef } from './profiles.ts'

// Members see their own profiles and the downlines of those, nothing above and nothing beside. Seat
// A is above seat B exactly if B's ancestor at A's depth is A. The climb takes the jump if it
// doesn't overshoot, and the parent otherwise. That makes about 2 log2(depth) steps for each of the
// member's seats, in one statement.

/** The most own seats that one query considers. The oldest are the highest and see the most. */
const MAX_OWN_SEATS = 200

const findProfile = compileByRef((db, { matches }) =>
  db.selectFrom('profiles').select(['no', 'member_no']).where(matches),
)

/** The profile with a reference, if the member may see it. Otherwise refuses with 404. */
export async function requireVisibleProfile(db: Db, member: number, ref: string): Promise<number> {
  const [target] = await findProfile(db, { member, ref })
  if (!target) throw reject('profile_not_found')
  if (target.member_no === member) return target.no
  const condition = sql<boolean>`t.profile_no = ${target.no}`
  if (!(await hasInDownline(db, member, condition))) throw reject('profile_not_found')
  return target.no
}

const firstProfiles = compileOnce((db, { members }: Given<{ members: readonly number[] }>) =>
  db
    .selectFrom(given('asked', { member: { values: members, type: 'int' } }))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('profiles')
          .leftJoin('seats', 'seats.profile_no', 'profiles.no')
          .select('profiles.no')
          .whereRef('profiles.member_no', '=', 'asked.member')
          .orderBy((by) => by('seats.profile_no', 'is', null))
          .orderBy('profiles.plan', 'desc')
          .orderBy('profiles.no', 'desc')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['asked.member', 'first.no']),
)

const findFirstProfile = readTogether(async (db, members: readonly number[]) => {
  const rows = await firstProfiles.rows(db, { members })
  return new Map(rows.map(({ member, no }) => [member, no]))
})

/** The first active profile in list order, or the first one if none is active. */
export async function requireFirstProfile(db: Db, member: number): Promise<number> {
  const first = await findFirstProfile(db, member)
  if (first === undefined) throw reject('profile_not_found')
  return first
}

/** Whether another member has a seat in the member's downline. */
export async function isVisibleMember(db: Db, member: number, other: number): Promise<boolean> {
  if (member === other) return true
  const theirs = sql<boolean>`t.profile_no in (
    select no from profiles where member_no = ${other} order by no limit ${MAX_OWN_SEATS})`
  return await hasInDownline(db, member, theirs)
}

const climb = (member: number, targets: RawBuilder<boolean>) => sql`
    with recursive mine as (
      select s.profile_no, s.plan, s.depth from profiles p
      join seats s on s.profile_no = p.no
      where p.member_no = ${member} order by p.no limit ${MAX_OWN_SEATS}
    ), climb as (
      select mine.profile_no as goal, mine.depth as goal_depth, t.profile_no as at, t.depth,
        t.depth - mine.depth as level
      from seats t join mine on mine.plan = t.plan and mine.depth < t.depth
      where ${targets}
      union all
      select climb.goal, climb.goal_depth,
        case when jump.depth >= climb.goal_depth then jump.profile_no else here.parent_no end,
        case when jump.depth >= climb.goal_depth then jump.depth else climb.depth - 1 end,
        climb.level
      from climb
      join seats here on here.profile_no = climb.at
      join seats jump on jump.profile_no = here.jump_no
      where climb.depth > climb.goal_depth
    )`

async function hasInDownline(
  db: Db,
  member: number,
  targets: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`${climb(member, targets)}
    select exists (select from climb where at = goal) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** The member's own nearest seat above a profile's seat, and how many levels it is above. */
export async function findNearestOwnSeat(db: Db, member: number, profile: number) {
  const { rows } = await sql<{ id: string; level: number }>`
    ${climb(member, sql<boolean>`t.profile_no = ${profile}`)}
    select profiles.public_id as id, climb.level from climb
    join profiles on profiles.no = climb.goal
    where climb.at = climb.goal order by climb.level limit 1`.execute(db)
  return rows[0]
}
