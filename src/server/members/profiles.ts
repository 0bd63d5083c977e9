import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { profileIdPattern } from '../../contract/fields/limits.ts'
import type { ProfileRow } from '../../contract/subjects/members.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { PLAN_NAMES, type PlanName } from '../../domain/money/catalog.ts'
import { ORIGINS } from '../../domain/ledger/event.ts'
import { countRows, numbered, type List } from '../lists/list.ts'
import { sideOf } from './member-records.ts'
import { membersFound } from './search-members.ts'

type ProfileRowColumns = RowOf<
  'profiles',
  'no' | 'public_id' | 'plan' | 'member_no' | 'catalog_version' | 'origin' | 'created_at'
> &
  RowOf<'identities', 'username'> &
  RowOf<'seats', 'side'> & {
    taken_at: Date | null
    parent: string | null
    depth: number | null
  }

type ProfileAnswer = z.infer<typeof ProfileRow>

type ProfileFilter = {
  search?: string | undefined
  plan?: PlanName | undefined
  active?: 'true' | 'false' | undefined
}

/** Profiles by plan, by activity, by id or by owner, newest first. */
export function profileList(db: Db, filter: ProfileFilter): List<ProfileAnswer> {
  const read = (where: RawBuilder<unknown>, limit: number, offset: number) =>
    readProfileRows(db, where, limit, offset)
  const list = numbered(db, sql`from profiles p`, profileFilter(filter), sql`p.no`, read)
  if (filter.search || filter.active !== 'true') return list
  // Every active profile has a seat with the same plan, so we count seats.
  return { ...list, count: () => countRows(db, sql`from seats p where ${ofPlan(filter)}`) }
}

const ofPlan = ({ plan }: ProfileFilter): RawBuilder<unknown> =>
  plan ? sql`p.plan = ${PLAN_NAMES.indexOf(plan)}` : sql`true`

/** The condition on `p` for a plan, an active state, and an id or owner. */
function profileFilter(filter: ProfileFilter): RawBuilder<unknown> {
  const { search, active } = filter
  const seated = sql`exists (select 1 from seats where profile_no = p.no)`
  const state = active === undefined ? sql`true` : active === 'true' ? seated : sql`not ${seated}`
  const named = search ? found(search.trim()) : sql`true`
  return sql`${ofPlan(filter)} and ${state} and ${named}`
}

const found = (text: string): RawBuilder<unknown> =>
  profileIdPattern.test(text)
    ? sql`p.public_id = ${text.toUpperCase()}`
    : sql`p.member_no = any(array(${membersFound(text)}))`

/** Profiles with owner and seat, newest first. We look those two up only for the rows shown. */
async function readProfileRows(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<ProfileAnswer[]> {
  const { rows } = await sql<ProfileRowColumns>`
    select p.no, p.public_id, p.plan, p.member_no, identities.username, p.catalog_version, p.origin,
      p.created_at, s.taken_at, above.public_id as parent, s.side, s.depth
    from (select * from profiles p where ${condition}
      order by p.no desc limit ${limit} offset ${offset}) p
    join identities on identities.member_no = p.member_no
    left join seats s on s.profile_no = p.no left join profiles above on above.no = s.parent_no
    order by p.no desc`.execute(db)
  return rows.map((row) => ({
    id: String(row.no),
    profile_id: row.public_id,
    plan: PLAN_NAMES[row.plan] ?? '',
    active: row.taken_at !== null,
    username: row.username,
    member_id: String(row.member_no),
    catalogue_version: String(row.catalog_version),
    origin: ORIGINS[row.origin] ?? 'join',
    created_at: row.created_at.toISOString(),
    activated_at: row.taken_at?.toISOString() ?? null,
    parent: row.parent,
    side: sideOf(row.side),
    depth: row.depth,
  }))
}
