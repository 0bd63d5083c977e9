import { sql, type Expression } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { is, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import { boardPositions, type Board } from '../../contract/subjects/history.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import { PLAN_NAMES, type Plan, type PlanTerms } from '../../domain/money/catalog.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { KIND_CODES, PURPOSE_CODES } from '../book/rows/ledger-rows.ts'
import { readCatalogs, readCurrentCatalog } from '../network/catalogs.ts'
import { compileByRef } from '../network/profiles.ts'
import { readOdds } from '../transparency/boards/odds.ts'

type BoardAnswer = z.infer<typeof Board>
type Own = RowOf<'profiles', 'no' | 'public_id' | 'imported'> & {
  plan: Plan
  version: number
  active: boolean
  taken_at: Date | null
}
type Holder = RowOf<'profiles', 'public_id' | 'imported'> &
  RowOf<'identities', 'username'> &
  RowOf<'seats', 'taken_at'> & {
    position: string
    paid: bigint | null
  }
type CreatedProfile = RowOf<'profiles', 'public_id' | 'origin'> & {
  plan: Plan
  version: number
  active: boolean
}

/** A board produces at most a hundred re-entries, and nothing else produces several profiles. */
const MAX_CREATED = 100

/**
 * The board of one of the member's own profiles, from the seats and their owners' journal entries.
 * At most seven statements. Undefined if the profile isn't the member's.
 */
export async function readBoard(
  db: Db,
  member: number,
  ref: string,
): Promise<BoardAnswer | undefined> {
  const [own]: Own[] = await findOwn(db, { member, ref })
  if (!own) return undefined
  const account = BigInt(wallet(member))
  const holders: Holder[] = await findHolders.rows(db, { profile: own.no, account })
  const brought: CreatedProfile[] = await findCreated.rows(db, { profile: own.no })
  const { catalog: current } = await readCurrentCatalog(db)
  const versions = await readCatalogs(
    db,
    [own, ...brought].map(({ version }) => version),
  )
  const feeOf = ({ version, plan }: Pick<Own, 'version' | 'plan'>): bigint =>
    versions.get(version)?.[plan].feeMicros ?? 0n
  const positions = boardPositions.map((position) => {
    const holder = holders.find((each) => each.position === position)
    const promised = promisedAt(position, current[own.plan])
    return { position, holder, amount: holder ? (holder.paid ?? 0n) : promised }
  })
  const sum = (taken: boolean) =>
    positions.reduce((total, each) => total + (!each.holder === taken ? 0n : each.amount), 0n)
  const reachedAt = new Date(
    Math.max(...[own, ...holders].map(({ taken_at: at }) => at?.getTime() ?? 0)),
  )
  const isComplete = holders.length === boardPositions.length
  const isOpen = own.active && !isComplete && member !== HOUSE
  const board = { plan: own.plan, level: holders.length, since: reachedAt }
  return {
    profile_id: own.public_id,
    plan: { name: PLAN_NAMES[own.plan], version: String(own.version) },
    active: own.active,
    fee: own.active && !own.imported ? formatUsd(feeOf(own)) : null,
    earned: formatUsd(sum(true)),
    missing: formatUsd(sum(false)),
    filled: holders.length,
    completed_at: isComplete ? reachedAt.toISOString() : null,
    odds: isOpen ? await readOdds(db, board) : null,
    positions: positions.map(({ position, holder, amount }) => ({
      position,
      profile_id: holder?.public_id ?? null,
      username: holder?.username ?? null,
      taken_at: holder?.taken_at.toISOString() ?? null,
      amount: formatUsd(amount),
      paid: holder?.imported === false,
    })),
    next: brought.map((profile) => ({
      profile_id: profile.public_id,
      plan: PLAN_NAMES[profile.plan],
      kind: profile.origin === 1 ? ('upgrade' as const) : ('reentry' as const),
      active: profile.active,
      fee: formatUsd(feeOf(profile)),
    })),
  }
}

const promisedAt = (position: string, terms: PlanTerms): bigint =>
  position.length === 1 ? terms.level1Micros : terms.level2Micros

const findOwn = compileByRef((db, { member, matches }) =>
  db
    .selectFrom('profiles')
    .leftJoin('seats', 'seats.profile_no', 'profiles.no')
    .select((eb) => [
      'profiles.no',
      'profiles.public_id',
      'profiles.plan',
      'profiles.catalog_version as version',
      'profiles.imported',
      'seats.taken_at',
      is(eb('seats.profile_no', 'is not', null)).as('active'),
    ])
    .$narrowType<{ plan: Plan }>()
    .where('profiles.member_no', '=', member)
    .where(matches),
)

const letter = (side: Expression<number | null>) =>
  sql<string>`case ${side} when 0 then 'L' else 'R' end`

/** The owners on the board, and the rewards that their activations paid the member. */
const findHolders = compileOnce(
  (db, { profile, account }: Given<{ profile: number; account: bigint }>) =>
    db
      .selectFrom(
        db
          .selectFrom('seats as child')
          .select((eb) => [
            'child.profile_no',
            'child.taken_at',
            letter(eb.ref('child.side')).as('position'),
            sql<number>`${PURPOSE_CODES.level1}::int`.as('purpose'),
          ])
          .where('child.parent_no', '=', profile)
          .unionAll(
            db
              .selectFrom('seats as child')
              .innerJoin('seats as below', 'below.parent_no', 'child.profile_no')
              .select((eb) => [
                'below.profile_no',
                'below.taken_at',
                sql<string>`${letter(eb.ref('child.side'))} || ${letter(eb.ref('below.side'))}`.as(
                  'position',
                ),
                sql<number>`${PURPOSE_CODES.level2}::int`.as('purpose'),
              ])
              .where('child.parent_no', '=', profile),
          )
          .as('place'),
      )
      .innerJoin('profiles', 'profiles.no', 'place.profile_no')
      .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
      .leftJoin('journals', (join) =>
        join
          .on('journals.kind', '=', KIND_CODES.activation)
          .onRef('journals.subject', '=', 'place.profile_no'),
      )
      .leftJoin('postings as paid', (join) =>
        join
          .onRef('paid.journal_no', '=', 'journals.no')
          .on('paid.account_no', '=', account)
          .onRef('paid.purpose', '=', 'place.purpose'),
      )
      .select([
        'place.position',
        'profiles.public_id',
        'profiles.imported',
        'identities.username',
        'place.taken_at',
        'paid.amount as paid',
      ]),
)

const findCreated = compileOnce((db, { profile }: Given<{ profile: number }>) =>
  db
    .selectFrom('profiles')
    .leftJoin('seats', 'seats.profile_no', 'profiles.no')
    .select((eb) => [
      'profiles.public_id',
      'profiles.plan',
      'profiles.catalog_version as version',
      'profiles.origin',
      is(eb('seats.profile_no', 'is not', null)).as('active'),
    ])
    .$narrowType<{ plan: Plan }>()
    .where('profiles.member_no', '=', (eb) =>
      eb.selectFrom('profiles as own').select('own.member_no').where('own.no', '=', profile),
    )
    .where('profiles.origin', '>', lit(0))
    .where('profiles.origin_no', '=', profile)
    .orderBy('profiles.no')
    .limit(MAX_CREATED),
)
