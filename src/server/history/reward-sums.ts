import { sql, type Expression, type QueryCreator } from 'kysely'
import type { rewardTypes } from '../../contract/subjects/history.ts'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf, given, lit } from '../../db/expressions.ts'
import type { Database, Db, RowOf } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import type { Plan } from '../../domain/money/catalog.ts'
import { DAY_MS } from '../../domain/time/time.ts'
import { PURPOSE_CODES, rewardPurposes } from '../book/rows/ledger-rows.ts'
import type { EarningStep } from './earning-steps.ts'
import { journalSince } from './journal-range.ts'

/** The purpose with which postings of each kind of reward are booked. */
export const purposeOf: Readonly<Record<(typeof rewardTypes)[number], number>> = {
  reward_level1: PURPOSE_CODES.level1,
  reward_level2: PURPOSE_CODES.level2,
  sponsor_bonus: PURPOSE_CODES.sponsor_bonus,
}

// Past whole days come from reward_days, which the worker maintains. The partial days at both ends
// of a period, and everything since the worker's last round, come from the postings.

/** Rewards of one time step (UTC), plan and purpose. */
export type RewardSum = RowOf<'reward_days', 'purpose' | 'amount' | 'count'> & {
  start: Date
  plan: Plan
}

type RewardQuery = {
  account: bigint
  by: EarningStep
  from: Date
  /** `infinity` for a period without an end. */
  to: Date | 'infinity'
  firstDay: string
  /** Exclusive. */
  endDay: string
  partStarts: readonly Date[]
  partEnds: readonly Date[]
}

type Part = { from: Date; to: Date }

/** The whole days of a period, and the partial days at its ends. */
function splitDays(from: Date, to: Date | undefined) {
  const firstMs = Math.ceil(from.getTime() / DAY_MS) * DAY_MS
  const endMs = to ? Math.floor(to.getTime() / DAY_MS) * DAY_MS : Infinity
  const days = { firstDay: dayOf(firstMs), endDay: dayOf(Math.max(firstMs, endMs)) }
  if (to && endMs < firstMs) return { ...days, parts: [{ from, to }] }
  const head = { from, to: new Date(firstMs) }
  const parts: Part[] = to ? [head, { from: new Date(endMs), to }] : [head]
  return { ...days, parts: parts.filter((part) => part.from < part.to) }
}

const dayOf = (ms: number): string =>
  ms === Infinity ? 'infinity' : new Date(ms).toISOString().slice(0, 10)

/** A member's rewards over a period, by step, plan and purpose, in one statement. */
export function sumRewards(
  db: Db,
  member: number,
  { by, from, to }: { by: EarningStep; from: Date; to: Date | undefined },
): Promise<RewardSum[]> {
  const { parts, ...days } = splitDays(from, to)
  return findSums.rows(db, {
    account: BigInt(wallet(member)),
    by,
    from,
    to: to ?? 'infinity',
    ...days,
    partStarts: parts.map((part) => part.from),
    partEnds: parts.map((part) => part.to),
  })
}

const rewardsOf = (db: QueryCreator<Database>, account: Expression<bigint>) =>
  db
    .selectFrom('postings')
    .innerJoin('journals', 'journals.no', 'postings.journal_no')
    .innerJoin('profiles as payer', 'payer.no', 'journals.subject')
    .select(['journals.at', 'payer.plan', 'postings.purpose', 'postings.amount'])
    .select(lit(1).as('count'))
    .where('postings.account_no', '=', account)
    .where('postings.purpose', '=', anyOf(rewardPurposes, 'smallint'))

const mark = (db: QueryCreator<Database>) =>
  db.selectFrom('reward_days_mark').select('reward_days_mark.journal_no')

const findSums = compileOnce((db, asked: Given<RewardQuery>) => {
  const { account, by, from, to, firstDay, endDay, partStarts, partEnds } = asked
  const days = db
    .selectFrom('reward_days')
    .select((eb) => [
      sql<Date>`${eb.ref('day')}::timestamp at time zone 'UTC'`.as('at'),
      'plan',
      'purpose',
      'amount',
      'count',
    ])
    .where('account_no', '=', account)
    .where('day', '>=', sql<Date>`${firstDay}::date`)
    .where('day', '<', sql<Date>`${endDay}::date`)
  const later = rewardsOf(db, account)
    .where('postings.journal_no', '>', mark(db))
    .where('journals.at', '>=', sql<Date>`${from}::timestamptz`)
    .where('journals.at', '<', sql<Date>`${to}::timestamptz`)
  const part = given('part', {
    from: { values: partStarts, type: 'timestamptz' },
    to: { values: partEnds, type: 'timestamptz' },
  })
  const parts = db.selectFrom(part).innerJoinLateral(
    (eb) =>
      rewardsOf(db, account)
        .where('postings.journal_no', '>=', journalSince(eb.ref('part.from')))
        .where('postings.journal_no', '<', journalSince(eb.ref('part.to')))
        .where('postings.journal_no', '<=', mark(db))
        .as('reward'),
    (join) => join.onTrue(),
  )
  const all = days
    .unionAll(later)
    .unionAll(
      parts.select(['reward.at', 'reward.plan', 'reward.purpose', 'reward.amount', 'reward.count']),
    )
  return db
    .selectFrom(all.as('rewards'))
    .select((eb) => [
      sql<Date>`date_trunc(${by}::text, ${eb.ref('at')}, 'UTC')`.as('start'),
      'plan',
      'purpose',
      sql<bigint>`sum(${eb.ref('amount')})::bigint`.as('amount'),
      sql<number>`sum(${eb.ref('count')})::int`.as('count'),
    ])
    .$narrowType<{ plan: Plan }>()
    .groupBy(sql`1, 2, 3`)
})
