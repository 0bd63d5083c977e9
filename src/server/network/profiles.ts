import { expressionBuilder, sql, type Expression, type QueryCreator } from 'kysely'
import { compileOnce, type Compilable, type Given, type Parameter } from '../../db/compiled.ts'
import { anyOf, countAll, given, subquery, unseen } from '../../db/expressions.ts'
import { readTogether } from '../../db/together.ts'
import type { z } from 'zod'
import type { Profile as ProfileShape } from '../../contract/subjects/account.ts'
import type { Condition } from '../../db/expressions.ts'
import type { Database, Db, RowOf, Tx } from '../../db/types.ts'
import type { Plan } from '../../domain/money/catalog.ts'
import { ORIGINS } from '../../domain/ledger/event.ts'
import { BOARD_SIZE } from '../../domain/network/board.ts'
import { readPlans } from './catalogs.ts'
import { showPlanBriefly } from './plans.ts'

export type ProfileAnswer = z.infer<typeof ProfileShape>

type BareRow = RowOf<
  'profiles',
  'no' | 'member_no' | 'public_id' | 'created_at' | 'origin' | 'imported'
> &
  RowOf<'identities', 'username'> & {
    plan: Plan
    version: number
    published_at: Date
    current_version: number
    origin_id: string | null
    taken_at: Date | null
  }

type ProfileRow = BareRow & { filled: number; last_taken_at: Date | null }

/** The columns of a profile, for conditions. */
export const profileColumns = expressionBuilder<Database, 'profiles'>()

/** Whether a reference to a profile is its number, and not its public id. */
export const isNumber = (ref: string): boolean => /^[1-9]\d{0,8}$/.test(ref)

/** Matches a profile by its number or its public id. */
export const profileCondition = (ref: string): Condition =>
  isNumber(ref)
    ? profileColumns('profiles.no', '=', Number(ref))
    : profileColumns('profiles.public_id', '=', ref.toUpperCase())

type ByRef = { member: Parameter<number>; matches: Condition }

/**
 * A statement that finds a member's profile by reference: by number or by public id, which have
 * different indexes.
 */
export function compileByRef<Row>(
  build: (db: QueryCreator<Database>, by: ByRef) => Compilable<Row>,
) {
  const byNo = compileOnce((db, { member, no }: Given<{ member: number; no: number }>) =>
    build(db, { member, matches: profileColumns('profiles.no', '=', no) }),
  )
  const byId = compileOnce((db, { member, id }: Given<{ member: number; id: string }>) =>
    build(db, { member, matches: profileColumns('profiles.public_id', '=', id) }),
  )
  return (db: Db | Tx, { member, ref }: { member: number; ref: string }) =>
    isNumber(ref)
      ? byNo.rows(db, { member, no: Number(ref) })
      : byId.rows(db, { member, id: ref.toUpperCase() })
}

/** When the seats of a profile's board were taken: the two below it, and the four below those. */
const positionsBelow = (profile: Expression<number>) =>
  subquery
    .selectFrom('seats')
    .select('taken_at')
    .where('parent_no', '=', profile)
    .unionAll(
      subquery
        .selectFrom('seats as child')
        .innerJoin('seats as below', 'below.parent_no', 'child.profile_no')
        .select('below.taken_at')
        .where('child.parent_no', '=', profile),
    )

/** Profiles that match a condition, without their boards, highest plan first, then newest. */
const selectBare = (db: QueryCreator<Database>, condition: Condition) =>
  db
    .selectFrom('profiles')
    .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
    .innerJoin('catalogs', 'catalogs.version', 'profiles.catalog_version')
    .leftJoin('profiles as origin', 'origin.no', 'profiles.origin_no')
    .leftJoin('seats as seat', 'seat.profile_no', 'profiles.no')
    .select((eb) => [
      'profiles.no',
      'profiles.member_no',
      'profiles.public_id',
      'profiles.plan',
      'profiles.catalog_version as version',
      'catalogs.published_at',
      'profiles.created_at',
      'profiles.origin',
      'profiles.imported',
      'origin.public_id as origin_id',
      'seat.taken_at',
      'identities.username',
      eb
        .selectFrom('catalogs')
        .select(({ fn }) => fn.max('version').as('version'))
        .$asScalar()
        .as('current_version'),
    ])
    .$narrowType<{ plan: Plan }>()
    .where(condition)
    .orderBy('profiles.plan', 'desc')
    .orderBy('profiles.no', 'desc')

/** The same with their boards. */
const selectProfiles = (db: QueryCreator<Database>, condition: Condition) =>
  selectBare(db, condition)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(positionsBelow(eb.ref('profiles.no')).as('positions'))
          .select(({ fn }) => [
            countAll.as('filled'),
            fn.max('positions.taken_at').as('last_taken_at'),
          ])
          .as('board'),
      (join) => join.on('seat.profile_no', 'is not', null),
    )
    .select((eb) => [
      eb.fn.coalesce('board.filled', sql<number>`0`).as('filled'),
      'board.last_taken_at',
    ])

type BareProfile = Omit<ProfileAnswer, 'board'>

async function showBare(db: Db | Tx, row: BareRow): Promise<BareProfile> {
  const catalog = await readPlans(db, row)
  return {
    id: String(row.no),
    profile_id: row.public_id,
    active: row.taken_at !== null,
    created_at: row.created_at.toISOString(),
    activated_at: row.taken_at?.toISOString() ?? null,
    origin: { kind: ORIGINS[row.origin] ?? 'join', from: row.origin_id },
    imported: row.imported,
    plan: showPlanBriefly(catalog, row.plan, row.version === row.current_version),
    user: { username: row.username },
  }
}

async function showProfiles(db: Db | Tx, rows: readonly ProfileRow[]): Promise<ProfileAnswer[]> {
  const shown: ProfileAnswer[] = []
  for (const row of rows) {
    shown.push({ ...(await showBare(db, row)), board: showBoard(row.filled, row.last_taken_at) })
  }
  return shown
}

/** A board with so many positions taken, the last of them at a given time. */
export const showBoard = (filled: number, lastTakenAt: Date | null): ProfileAnswer['board'] => ({
  filled,
  completed_at: filled >= BOARD_SIZE ? (lastTakenAt?.toISOString() ?? null) : null,
})

/** The most profiles that one answer lists. The contract names it, too. */
const MAX_SHOWN = 1000

const firstProfilesOf = (members: Parameter<readonly number[]>) =>
  subquery
    .selectFrom(given('asked', { member: { values: members, type: 'int' } }))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('profiles as own')
          .select('own.no')
          .whereRef('own.member_no', '=', 'asked.member')
          .orderBy('own.plan', 'desc')
          .orderBy('own.no', 'desc')
          .limit(MAX_SHOWN)
          .as('own'),
      (join) => join.onTrue(),
    )
    .select('own.no')

const numbered = compileOnce((db, { numbers }: Given<{ numbers: readonly number[] }>) =>
  selectBare(db, profileColumns('profiles.no', '=', anyOf(unseen(numbers, 'int[]'), 'int'))),
)

/** Profiles by number, without their boards, highest plan first, then newest. */
export async function readBareProfiles(db: Db, numbers: readonly number[]): Promise<BareProfile[]> {
  const shown: BareProfile[] = []
  for (const row of await numbered.rows(db, { numbers })) shown.push(await showBare(db, row))
  return shown
}

const profilesOf = compileOnce((db, { members }: Given<{ members: readonly number[] }>) =>
  selectProfiles(db, profileColumns('profiles.no', 'in', firstProfilesOf(members))),
)

const findProfilesOf = readTogether(async (db, members: readonly number[]) =>
  Map.groupBy(await profilesOf.rows(db, { members }), (row) => row.member_no),
)

const afterShown = compileOnce((db, { member }: Given<{ member: number }>) =>
  db
    .selectFrom('profiles')
    .select('no')
    .where('member_no', '=', member)
    .orderBy('no')
    .limit(1)
    .offset(MAX_SHOWN),
)

/** Whether a member has more profiles than an answer lists. */
export const hasMoreProfiles = async (db: Db | Tx, member: number): Promise<boolean> =>
  (await afterShown.first(db, { member })) !== undefined

/** A member's first profiles: highest plan first, then newest. */
export const readProfilesOf = async (db: Db, member: number): Promise<ProfileAnswer[]> =>
  showProfiles(db, (await findProfilesOf(db, member)) ?? [])

const ownProfile = compileByRef((db, { member, matches }) =>
  selectProfiles(db, matches).where('profiles.member_no', '=', member),
)

/** One of the member's own profiles; undefined if there is none with that reference. */
export async function readOwnProfile(db: Db, member: number, ref: string) {
  const [profile] = await showProfiles(db, await ownProfile(db, { member, ref }))
  return profile
}
