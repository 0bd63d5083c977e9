import { jsonBuildObject } from 'kysely/helpers/postgres'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Explanation } from '../../contract/subjects/history.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { PLAN_NAMES, type Plan, type PlanTerms } from '../../domain/money/catalog.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { KIND_CODES } from '../book/rows/ledger-rows.ts'
import { readCatalogs } from '../network/catalogs.ts'
import { profileCondition } from '../network/profiles.ts'
import { findNearestOwnSeat } from '../network/visibility.ts'
import { answerText, text, type Text } from '../../contract/texts/texts.ts'
import { purposeOf } from './reward-sums.ts'

type ExplanationAnswer = z.infer<typeof Explanation>
type Reward = ExplanationAnswer['rewards'][number]
type Type = Reward['type']

type Paid = { purpose: number; amount: string }

type ActivationRow = RowOf<'profiles', 'no' | 'public_id' | 'member_no' | 'imported'> &
  RowOf<'identities', 'username'> &
  RowOf<'members', 'sponsor_no'> &
  RowOf<'seats', 'side'> & {
    plan: Plan
    version: number
    taken_at: Date | null
    parent_owner: number | null
    parent_id: string | null
    parent_side: number | null
    grandparent_owner: number | null
    grandparent_id: string | null
    journal: bigint | null
    paid: Paid[] | null
  }

const promised = (type: Type, terms: PlanTerms): bigint =>
  ({
    reward_level1: terms.level1Micros,
    reward_level2: terms.level2Micros,
    sponsor_bonus: terms.sponsorBonusMicros,
  })[type]

/**
 * What a profile's activation paid the member, and why each other reward was not paid. Uses the
 * journal, the seats and the catalog version, in at most three statements. Refuses with 404 unless
 * the profile is the member's own, in their downline, or a referral's.
 */
export async function explainRewards(
  db: Db,
  member: number,
  ref: string,
): Promise<ExplanationAnswer | undefined> {
  const row = await readActivation(db, member, ref)
  if (!row) return undefined
  const above = await findNearestOwnSeat(db, member, row.no)
  const isMine = row.member_no === member || row.sponsor_no === member
  if (!isMine && !above) return undefined
  const terms = (await readCatalogs(db, [row.version])).get(row.version)?.[row.plan]
  if (!terms) throw new Error(`profile ${row.no} has no catalog`)
  const types: Type[] = ['reward_level1', 'reward_level2', 'sponsor_bonus']
  return {
    profile_id: row.public_id,
    user: { username: row.username },
    plan: { name: PLAN_NAMES[row.plan], version: String(row.version) },
    activated_at: row.taken_at?.toISOString() ?? null,
    beneath: above ? { profile_id: above.id, level: above.level } : null,
    rewards: types.map((type) => explain(type, row, member, terms, above?.level ?? null)),
  }
}

async function readActivation(
  db: Db,
  member: number,
  ref: string,
): Promise<ActivationRow | undefined> {
  return await db
    .selectFrom('profiles')
    .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
    .innerJoin('members', 'members.no', 'profiles.member_no')
    .leftJoin('seats', 'seats.profile_no', 'profiles.no')
    .leftJoin('seats as up', 'up.profile_no', 'seats.parent_no')
    .leftJoin('profiles as parent', 'parent.no', 'up.profile_no')
    .leftJoin('profiles as grandparent', 'grandparent.no', 'up.parent_no')
    .leftJoin('journals', (join) =>
      join
        .on('journals.kind', '=', KIND_CODES.activation)
        .onRef('journals.subject', '=', 'profiles.no'),
    )
    .select((eb) => [
      'profiles.no',
      'profiles.public_id',
      'profiles.plan',
      'profiles.catalog_version as version',
      'profiles.member_no',
      'profiles.imported',
      'identities.username',
      'members.sponsor_no',
      'seats.taken_at',
      'seats.side',
      'parent.member_no as parent_owner',
      'parent.public_id as parent_id',
      'up.side as parent_side',
      'grandparent.member_no as grandparent_owner',
      'grandparent.public_id as grandparent_id',
      'journals.no as journal',
      eb
        .selectFrom('postings')
        .select((line) =>
          sql<Paid[]>`json_agg(${jsonBuildObject({
            purpose: line.ref('purpose'),
            amount: line.cast<string>('amount', 'text'),
          })})`.as('paid'),
        )
        .whereRef('postings.journal_no', '=', 'journals.no')
        .where('postings.account_no', '=', BigInt(wallet(member)))
        .as('paid'),
    ])
    .$narrowType<{ plan: Plan }>()
    .where(profileCondition(ref))
    .executeTakeFirst()
}

function explain(
  type: Type,
  row: ActivationRow,
  member: number,
  terms: PlanTerms,
  level: number | null,
): Reward {
  const paid = row.paid?.find(({ purpose }) => purpose === purposeOf[type])
  const [owner, seat] =
    type === 'reward_level1'
      ? [row.parent_owner, row.parent_id]
      : [row.grandparent_owner, row.grandparent_id]
  const own = type !== 'sponsor_bonus' && owner === member ? seat : null
  const reason = paid ? 'paid' : reasonAgainst(type, row, member, terms, level)
  return {
    type,
    reason,
    ...answerText(describe(reason, type, row, level)),
    amount: paid ? formatUsd(BigInt(paid.amount)) : null,
    journal: paid && row.journal !== null ? String(row.journal) : null,
    seat: own,
    position: own ? positionOf(type, row) : null,
  }
}

function reasonAgainst(
  type: Type,
  row: ActivationRow,
  member: number,
  terms: PlanTerms,
  level: number | null,
): Reward['reason'] {
  if (row.taken_at === null) return 'not_active'
  if (row.imported) return 'imported'
  if (promised(type, terms) === 0n) return 'plan_pays_none'
  if (type === 'sponsor_bonus') return row.sponsor_no === member ? 'plan_pays_none' : 'not_sponsor'
  return level === null ? 'not_beneath' : 'other_level'
}

const letters = ['L', 'R'] as const

function positionOf(type: Type, { side, parent_side: above }: ActivationRow): Reward['position'] {
  const last = letters[side ?? 0] ?? 'L'
  if (type === 'reward_level1') return last
  return `${letters[above ?? 0] ?? 'L'}${last}`
}

function describeOtherLevel(type: Type, level: number | null): Text {
  const levels = level ?? 0
  if (type === 'reward_level1') return text('reward_of_first_seat', { levels })
  return level === 1 ? text('reward_of_second_seat') : text('reward_of_second_seat_far', { levels })
}

function describe(
  reason: Reward['reason'],
  type: Type,
  row: ActivationRow,
  level: number | null,
): Text {
  const { username: name, version } = row
  const plan = PLAN_NAMES[row.plan]
  const texts: Record<Reward['reason'], Text> = {
    paid: text('reward_paid', { plan, name, version }),
    not_active: text('reward_not_active'),
    imported: text('reward_imported'),
    not_beneath: text('reward_not_below', { plan }),
    other_level: describeOtherLevel(type, level),
    plan_pays_none: text('reward_not_in_plan', { plan, version }),
    not_sponsor: text('reward_of_sponsor', { name }),
  }
  return texts[reason]
}
