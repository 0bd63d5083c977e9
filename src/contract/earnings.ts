import { z } from 'zod'
import { periodEnd, periodStart, rewardTypes } from './history.ts'
import { money, time } from './fields.ts'

// What rewards a member has had: over time, by plan and level, and board by board.

export const earningSteps = ['day', 'week', 'month'] as const

/** Steps of a period at most; a longer one wants longer steps. */
export const maxEarningSteps = 400

export const earningsQuery = z.object({
  by: z.enum(earningSteps, { error: 'Choose day, week or month.' }).optional(),
  from: periodStart.optional(),
  to: periodEnd.optional(),
})

const earned = z.object({ amount: money, count: z.number().int() })
const byReward = z.object({
  reward_level1: earned,
  reward_level2: earned,
  sponsor_bonus: earned,
} satisfies Record<(typeof rewardTypes)[number], typeof earned>)

/** Rewards of a period in equal steps (UTC; weeks begin on Monday), and by the payer's plan. */
export const Earnings = z
  .object({
    by: z.enum(earningSteps),
    from: time,
    to: time,
    total: earned,
    periods: z.array(byReward.extend({ start: time })),
    plans: z.array(byReward.extend({ plan: z.string() })),
  })
  .meta({ id: 'Earnings' })

export const boardPositions = ['L', 'R', 'LL', 'LR', 'RL', 'RR'] as const

/** One own seat's board: what each position has paid or would pay, and where the money went. */
export const Board = z
  .object({
    profile_id: z.string(),
    plan: z.object({ name: z.string(), version: z.string() }),
    active: z.boolean(),
    /** What was paid for the seat itself; null while it is not taken. */
    fee: money.nullable(),
    earned: money,
    /** What the empty positions would pay under the catalogue in force. */
    missing: money,
    filled: z.number().int(),
    completed_at: time.nullable(),
    positions: z.array(
      z.object({
        position: z.enum(boardPositions),
        profile_id: z.string().nullable(),
        username: z.string().nullable(),
        taken_at: time.nullable(),
        /** What the position has paid; for an empty one, what it would pay. */
        amount: money,
        paid: z.boolean(),
      }),
    ),
    /** The profiles that the full board brought, and what was paid for their seats. */
    next: z.array(
      z.object({
        profile_id: z.string(),
        plan: z.string(),
        kind: z.enum(['upgrade', 'reentry']),
        active: z.boolean(),
        fee: money,
      }),
    ),
  })
  .meta({ id: 'Board' })
