import type { z } from 'zod'
import { rewardTypes, type Earnings } from '../../contract/subjects/history.ts'
import type { Db } from '../../db/types.ts'
import { PLAN_NAMES, PLANS } from '../../domain/money/catalog.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { earningPeriod, type EarningStep } from './earning-steps.ts'
import { purposeOf, sumRewards, type RewardSum } from './reward-sums.ts'

type EarningsAnswer = z.infer<typeof Earnings>
type Type = (typeof rewardTypes)[number]
type Sum = { amount: bigint; count: number }

type Query = { by?: EarningStep | undefined; from?: Date | undefined; to?: Date | undefined }

/**
 * The member's rewards over a period, by time step and by the plan of the profile whose joining fee
 * paid them. One statement.
 */
export async function readEarnings(db: Db, member: number, query: Query): Promise<EarningsAnswer> {
  const { by = 'week' } = query
  const { starts, to } = earningPeriod(by, query.from, query.to)
  const from = query.from ?? starts[0] ?? to
  const rows = await sumRewards(db, member, { by, from, to: query.to })
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

function add(rows: readonly RewardSum[]): Sum {
  let [amount, count] = [0n, 0]
  for (const row of rows) {
    amount += row.amount
    count += row.count
  }
  return { amount, count }
}

const show = ({ amount, count }: Sum) => ({ amount: formatUsd(amount), count })

function byReward(rows: readonly RewardSum[]) {
  const of = (type: Type) => show(add(rows.filter(({ purpose }) => purpose === purposeOf[type])))
  return {
    reward_level1: of('reward_level1'),
    reward_level2: of('reward_level2'),
    sponsor_bonus: of('sponsor_bonus'),
  }
}
