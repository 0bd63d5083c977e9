import { sql } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { countAll, anyOf } from '../../db/expressions.ts'
import type { z } from 'zod'
import { rewardTypes, type Earnings } from '../../contract/subjects/history.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { PLAN_NAMES, PLANS, type Plan } from '../../domain/money/catalog.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { PURPOSE_CODES, rewardPurposes } from '../book/rows/ledger-rows.ts'
import { earningPeriod, type EarningStep } from './earning-steps.ts'

type EarningsAnswer = z.infer<typeof Earnings>
type Type = (typeof rewardTypes)[number]
type EarningRow = RowOf<'postings', 'purpose'> & {
  start: Date
  plan: Plan
  amount: bigint
  count: number
}
type Sum = { amount: bigint; count: number }

const purposes: Record<Type, number> = {
  reward_level1: PURPOSE_CODES.level1,
  reward_level2: PURPOSE_CODES.level2,
  sponsor_bonus: PURPOSE_CODES.sponsor_bonus,
}

type Query = { by?: EarningStep | undefined; from?: Date | undefined; to?: Date | undefined }

/**
 * The member's rewards over a period, by time step and by the plan of the profile whose joining fee
 * paid them. One statement, over the member's own postings only.
 */
export async function readEarnings(db: Db, member: number, query: Query): Promise<EarningsAnswer> {
  const { by = 'week' } = query
  const { starts, to } = earningPeriod(by, query.from, query.to)
  const from = query.from ?? starts[0] ?? to
  const rows = await findSums.rows(db, { account: BigInt(wallet(member)), by, from, to })
  return {
    by,
    from: from.toISOString(),
    to: to.toISOString(),
    total: show(add(rows)),
    periods: starts.map((start) => ({
      start: start.toISOString(),
      ...byReward(rows.filter((row) => row.start.getTime() === start.getTime())),
    })),
    plans: PLANS.map((plan) => ({
      plan: PLAN_NAMES[plan],
      ...byReward(rows.filter((row) => row.plan === plan)),
    })),
  }
}

type Period = { account: bigint; by: EarningStep; from: Date; to: Date }

const findSums = compileOnce((db, { account, by, from, to }: Given<Period>) =>
  db
    .selectFrom('postings')
    .innerJoin('journals', 'journals.no', 'postings.journal_no')
    .innerJoin('profiles as payer', 'payer.no', 'journals.subject')
    .select((eb) => [
      sql<Date>`date_trunc(${by}::text, ${eb.ref('journals.at')}, 'UTC')`.as('start'),
      'payer.plan',
      'postings.purpose',
      sql<bigint>`sum(${eb.ref('postings.amount')})::bigint`.as('amount'),
      countAll.as('count'),
    ])
    .$narrowType<{ plan: Plan }>()
    .where('postings.account_no', '=', account)
    .where('postings.purpose', '=', anyOf(rewardPurposes, 'smallint'))
    .where('journals.at', '>=', from)
    .where('journals.at', '<', to)
    .groupBy(sql`1, 2, 3`),
)

function add(rows: readonly EarningRow[]): Sum {
  let [amount, count] = [0n, 0]
  for (const row of rows) {
    amount += row.amount
    count += row.count
  }
  return { amount, count }
}

const show = ({ amount, count }: Sum) => ({ amount: formatUsd(amount), count })

function byReward(rows: readonly EarningRow[]) {
  const of = (type: Type) => show(add(rows.filter(({ purpose }) => purpose === purposes[type])))
  return {
    reward_level1: of('reward_level1'),
    reward_level2: of('reward_level2'),
    sponsor_bonus: of('sponsor_bonus'),
  }
}
