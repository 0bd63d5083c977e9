import { sql, type RawBuilder } from 'kysely'
import { compileOnce, type Given, type Parameter } from '../../db/compiled.ts'
import { given } from '../../db/expressions.ts'
import { readTogether } from '../../db/together.ts'
import type { Db } from '../../db/types.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { compileByRef } from './profiles.ts'
import type { Seats } from './seats/seat-map.ts'
import { downlineOf } from './seats/walk-seats.ts'

// Members see their own profiles and the downlines of those, and nothing else. Seat A is above seat
// B exactly if B's ancestor at A's depth is A. The climb takes the jump if it doesn't overshoot,
// and the parent otherwise. That makes about 2 log2(depth) steps for each level with a seat of the
// member's, in one statement. Two members with hundreds of seats each are compared in the seat map
// instead.

/** The most own seats that one query considers. The oldest are the highest and see the most. */
export const MAX_OWN_SEATS = 200

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

type MemberPair = { member: number; other: number }

/** The oldest seats of two members, and the name of the other one. */
const seatsOfBoth = compileOnce((db, { member, other }: Given<MemberPair>) => {
  const oldest = (owner: Parameter<number>) =>
    db
      .selectFrom('profiles')
      .innerJoin('seats', 'seats.profile_no', 'profiles.no')
      .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
      .select(['profiles.no', 'profiles.member_no', 'identities.username'])
      .where('profiles.member_no', '=', owner)
      .orderBy('profiles.no')
      .limit(MAX_OWN_SEATS)
  const both = db.selectFrom(oldest(member).as('own')).selectAll()
  return both.unionAll(db.selectFrom(oldest(other).as('theirs')).selectAll())
})

const usernameOf = compileOnce((db, { member }: Given<{ member: number }>) =>
  db.selectFrom('identities').select('username').where('member_no', '=', member),
)

/** A member's name, if they have a seat in the other member's downline or are that member. */
export async function findVisibleName(
  db: Db,
  seats: Seats,
  member: number,
  other: number,
): Promise<string | undefined> {
  if (member === other) return (await usernameOf.first(db, { member }))?.username
  const rows = await seatsOfBoth.rows(db, { member, other })
  const theirs = rows.filter((row) => row.member_no === other)
  const numbers = (of: typeof rows) => of.map(({ no }) => no)
  const [name, targets] = [theirs[0]?.username, numbers(theirs)]
  if (name === undefined || theirs.length === rows.length) return undefined
  const map = await seats.read(numbers(rows))
  const own = numbers(rows).slice(0, rows.length - theirs.length)
  const isSeen = map.isWhole
    ? targets.some(downlineOf(map, own))
    : await hasInDownline(db, member, sql<boolean>`t.profile_no = any(${targets}::int[])`)
  return isSeen ? name : undefined
}

const climb = (member: number, targets: RawBuilder<boolean>) => sql`
    with recursive mine as (
      select s.profile_no, s.plan, s.depth from profiles p
      join seats s on s.profile_no = p.no
      where p.member_no = ${member} order by p.no limit ${MAX_OWN_SEATS}
    ), goals as (
      select distinct plan, depth from mine
    ), climb as (
      select goals.depth as goal_depth, t.profile_no as at, t.depth, t.depth - goals.depth as level
      from seats t join goals on goals.plan = t.plan and goals.depth < t.depth
      where ${targets}
      union all
      select climb.goal_depth,
        case when jump.depth >= climb.goal_depth then jump.profile_no else here.parent_no end,
        case when jump.depth >= climb.goal_depth then jump.depth else climb.depth - 1 end,
        climb.level
      from climb
      join seats here on here.profile_no = climb.at
      join seats jump on jump.profile_no = here.jump_no
      where climb.depth > climb.goal_depth
    ), found as (
      select climb.at, climb.level from climb
      join mine on mine.profile_no = climb.at and mine.depth = climb.goal_depth
    )`

async function hasInDownline(
  db: Db,
  member: number,
  targets: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`${climb(member, targets)}
    select exists (select from found) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** The member's own nearest seat above a profile's seat, and how many levels it is above. */
export async function findNearestOwnSeat(db: Db, member: number, profile: number) {
  const { rows } = await sql<{ id: string; level: number }>`
    ${climb(member, sql<boolean>`t.profile_no = ${profile}`)}
    select profiles.public_id as id, found.level from found
    join profiles on profiles.no = found.at order by found.level limit 1`.execute(db)
  return rows[0]
}
