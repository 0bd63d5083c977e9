import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Profile as ProfileShape } from '../../contract/subjects/account.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Plan } from '../../domain/money/catalog.ts'
import { ORIGINS } from '../../domain/ledger/event.ts'
import { readCatalogs } from './catalogs.ts'
import { showPlanBriefly } from './plans.ts'

export type ProfileAnswer = z.infer<typeof ProfileShape>

type ProfileRow = RowOf<'profiles', 'no' | 'public_id' | 'created_at' | 'origin'> &
  RowOf<'identities', 'username'> & {
    plan: Plan
    version: number
    current_version: number
    origin_id: string | null
    taken_at: Date | null
    filled: number
    last_taken_at: Date | null
  }

const BOARD_SIZE = 6

/** Matches a profile by its number or its public id; null if the reference is neither. */
export function profileCondition(ref: string, table = 'p'): RawBuilder<boolean> {
  const bare = sql.ref(`${table}.no`)
  if (/^[1-9]\d{0,8}$/.test(ref)) return sql`${bare} = ${Number(ref)}`
  return sql`${sql.ref(`${table}.public_id`)} = ${ref.toUpperCase()}`
}

/** Profiles that match a condition on `p`, highest plan first, then newest. Two statements. */
export async function readProfiles(
  db: Db | Tx,
  condition: RawBuilder<boolean>,
): Promise<ProfileAnswer[]> {
  const { rows } = await sql<ProfileRow>`
    select p.no, p.public_id, p.plan, p.catalog_version as version, p.created_at, p.origin,
      origin.public_id as origin_id, seat.taken_at, identities.username,
      (select max(version) from catalogs) as current_version,
      coalesce(board.filled, 0) as filled, board.last_taken_at
    from profiles p
    join identities on identities.member_no = p.member_no
    left join profiles origin on origin.no = p.origin_no
    left join seats seat on seat.profile_no = p.no
    left join lateral (
      select count(*)::int as filled, max(taken_at) as last_taken_at from (
        select taken_at from seats where parent_no = p.no
        union all
        select below.taken_at from seats child
          join seats below on below.parent_no = child.profile_no
          where child.parent_no = p.no) positions
    ) board on seat.profile_no is not null
    where ${condition}
    order by p.plan desc, p.no desc
    limit 1000`.execute(db)
  const catalogs = await readCatalogs(
    db,
    rows.map(({ version }) => version),
  )
  return rows.map((row) => {
    const catalog = catalogs.get(row.version)
    if (!catalog) throw new Error(`profile ${row.no} has no catalog`)
    return showProfile(row, showPlanBriefly(catalog, row.plan, row.version === row.current_version))
  })
}

function showProfile(row: ProfileRow, plan: ProfileAnswer['plan']): ProfileAnswer {
  const complete = row.filled >= BOARD_SIZE
  return {
    id: String(row.no),
    profile_id: row.public_id,
    active: row.taken_at !== null,
    created_at: row.created_at.toISOString(),
    activated_at: row.taken_at?.toISOString() ?? null,
    origin: { kind: ORIGINS[row.origin] ?? 'join', from: row.origin_id },
    board: {
      filled: row.filled,
      completed_at: complete ? (row.last_taken_at?.toISOString() ?? null) : null,
    },
    plan,
    user: { username: row.username },
  }
}

/** One of the member's own profiles; undefined if there is none with that reference. */
export async function readOwnProfile(db: Db | Tx, member: number, ref: string) {
  const own = sql<boolean>`p.member_no = ${member} and ${profileCondition(ref)}`
  const [profile] = await readProfiles(db, own)
  return profile
}
