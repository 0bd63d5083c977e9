import type { z } from 'zod'
import { profileIdPattern } from '../../contract/fields/limits.ts'
import type { ProfileRow } from '../../contract/subjects/members.ts'
import { lit, type Condition } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { profileColumns } from '../network/profiles.ts'
import { PLAN_NAMES, type PlanName } from '../../domain/money/catalog.ts'
import { ORIGINS } from '../../domain/ledger/event.ts'
import { countRows, numbered, type List } from '../lists/list.ts'
import type { Slice } from '../http/paging.ts'
import { sideOf } from './member-network.ts'
import { membersFound } from './search-members.ts'

type ProfileAnswer = z.infer<typeof ProfileRow>

type ProfileFilter = {
  search?: string | undefined
  plan?: PlanName | undefined
  active?: 'true' | 'false' | undefined
}

/** Profiles by plan, by activity, by id or by owner, newest first. */
export function profileList(db: Db, filter: ProfileFilter): List<ProfileAnswer> {
  const list = numbered(db, 'profiles', profileFilter(filter), readProfileRows)
  if (filter.search || filter.active !== 'true') return list
  // Every active profile has a seat with the same plan, so we count seats.
  const { plan } = filter
  const taken = db.selectFrom('seats')
  const counted = plan ? taken.where('plan', '=', PLAN_NAMES.indexOf(plan)) : taken
  return { ...list, count: () => countRows(db, counted) }
}

/** The condition for a plan, an active state, and an id or owner. */
function profileFilter({ search, plan, active }: ProfileFilter): Condition {
  const conditions: Condition[] = []
  if (plan) conditions.push(profileColumns('profiles.plan', '=', lit(PLAN_NAMES.indexOf(plan))))
  if (active !== undefined) {
    const seated = profileColumns.exists(
      profileColumns.selectFrom('seats').whereRef('seats.profile_no', '=', 'profiles.no'),
    )
    conditions.push(active === 'true' ? seated : profileColumns.not(seated))
  }
  if (search) conditions.push(found(search.trim()))
  return profileColumns.and(conditions)
}

const found = (text: string): Condition =>
  profileIdPattern.test(text)
    ? profileColumns('profiles.public_id', '=', text.toUpperCase())
    : profileColumns('profiles.member_no', '=', membersFound(text))

/** Profiles with owner and seat, newest first. We look those two up only for the rows shown. */
async function readProfileRows(
  db: Db,
  condition: Condition,
  { limit = 1, offset = 0 }: Slice,
): Promise<ProfileAnswer[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('profiles')
        .select([
          'profiles.no',
          'profiles.public_id',
          'profiles.plan',
          'profiles.member_no',
          'profiles.catalog_version',
          'profiles.origin',
          'profiles.imported',
          'profiles.created_at',
        ])
        .where(condition)
        .orderBy('profiles.no', 'desc')
        .limit(limit)
        .offset(offset)
        .as('page'),
    )
    .innerJoin('identities', 'identities.member_no', 'page.member_no')
    .leftJoin('seats', 'seats.profile_no', 'page.no')
    .leftJoin('profiles as above', 'above.no', 'seats.parent_no')
    .select([
      'page.no',
      'page.public_id',
      'page.plan',
      'page.member_no',
      'identities.username',
      'page.catalog_version',
      'page.origin',
      'page.imported',
      'page.created_at',
      'seats.taken_at',
      'above.public_id as parent',
      'seats.side',
      'seats.depth',
    ])
    .orderBy('page.no', 'desc')
    .execute()
  return rows.map((row) => ({
    id: String(row.no),
    profile_id: row.public_id,
    plan: PLAN_NAMES[row.plan] ?? '',
    active: row.taken_at !== null,
    username: row.username,
    member_id: String(row.member_no),
    catalogue_version: String(row.catalog_version),
    origin: ORIGINS[row.origin] ?? 'join',
    imported: row.imported,
    created_at: row.created_at.toISOString(),
    activated_at: row.taken_at?.toISOString() ?? null,
    parent: row.parent,
    side: sideOf(row.side),
    depth: row.depth,
  }))
}
