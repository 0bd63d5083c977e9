import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { Text, money, pageOf, paging, profileRef, time } from '../fields/fields.ts'
import { issueText } from '../texts/texts.ts'

// What happened to a member: activity, earnings, boards, why a reward was paid, and the statement.

export const activityTypes = [
  'joined',
  'referral_joined',
  'deposit_seen',
  'deposit_credited',
  'profile_activated',
  'reward_level1',
  'reward_level2',
  'sponsor_bonus',
  'board_completed',
  'upgraded',
  'reentered',
  'withdrawal_requested',
  'withdrawal_sent',
  'withdrawal_rejected',
  'security',
] as const

export const Activity = z
  .object({
    id: z.string(),
    type: z.enum(activityTypes),
    title: z.string(),
    title_text: Text,
    detail: z.string(),
    text: Text,
    amount: money.nullable(),
    asset: z.string().nullable(),
    created_at: time,
    link: z.string().nullable(),
  })
  .meta({ id: 'Activity' })

const day = /^(?:20|21)\d\d-\d\d-\d\d$/

const message = issueText('enter_date')

const DAY_MS = 24 * 60 * 60 * 1000

const moment = z.union(
  [z.iso.date().regex(day), z.iso.datetime().regex(new RegExp(`${day.source.slice(0, -1)}T`))],
  { error: message },
)

/** The first moment of a period; a date alone is its midnight, UTC. */
const periodStart = moment.transform((text) => new Date(text))

/** The end of a period, itself outside of it; a date alone counts as a whole day. */
const periodEnd = moment.transform((text) =>
  day.test(text) ? new Date(Date.parse(text) + DAY_MS) : new Date(text),
)

const aboutKinds = [
  'journal',
  'seat',
  'profile',
  'deposit',
  'transfer',
  'withdrawal',
  'member',
  'security',
] as const

/** An activity with the row it comes from: of the ledger, the network, or the requests. */
export const ActivityEntry = Activity.extend({
  about: z.object({ kind: z.enum(aboutKinds), id: z.string() }),
}).meta({ id: 'ActivityEntry' })

const activityQuery = paging.extend({
  type: z.enum(activityTypes, { error: issueText('choose_activity_type') }).optional(),
  from: periodStart.optional(),
  to: periodEnd.optional(),
})

const explainQuery = z.object({ profile_id: profileRef })

export const rewardTypes = ['reward_level1', 'reward_level2', 'sponsor_bonus'] as const

const rewardReasons = [
  'paid',
  'not_active',
  'not_beneath',
  'other_level',
  'plan_pays_none',
  'not_sponsor',
] as const

/** What the activation of one profile paid the member, reward by reward, and why. */
export const Explanation = z
  .object({
    profile_id: z.string(),
    user: z.object({ username: z.string() }),
    plan: z.object({ name: z.string(), version: z.string() }),
    activated_at: time.nullable(),
    /** The member's nearest seat in its upline, and how many levels below that it is. */
    beneath: z.object({ profile_id: z.string(), level: z.number().int() }).nullable(),
    rewards: z.array(
      z.object({
        type: z.enum(rewardTypes),
        reason: z.enum(rewardReasons),
        detail: z.string(),
        text: Text,
        amount: money.nullable(),
        journal: z.string().nullable(),
        /** The member's seat that earned it, and the profile's position on that board. */
        seat: z.string().nullable(),
        position: z.enum(['L', 'R', 'LL', 'LR', 'RL', 'RR']).nullable(),
      }),
    ),
  })
  .meta({ id: 'Explanation' })

const statementQuery = z
  .object({
    from: periodStart,
    to: periodEnd,
    format: z.enum(['json', 'csv', 'html'], { error: issueText('choose_format') }).optional(),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: issueText('period_reversed') })

/** The wallet over a period: opening + every amount = closing. */
export const Statement = z
  .object({
    username: z.string(),
    from: time,
    to: time,
    opening_balance: money,
    closing_balance: money,
    entries: z.array(
      z.object({
        at: time,
        journal: z.string(),
        description: z.string(),
        text: Text,
        amount: money,
        balance: money,
      }),
    ),
  })
  .meta({ id: 'Statement' })

export const earningSteps = ['day', 'week', 'month'] as const

/** The most steps in one period. */
export const MAX_EARNING_STEPS = 400

const earningsQuery = z.object({
  by: z.enum(earningSteps, { error: issueText('choose_step') }).optional(),
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
    /** What the seat cost; null before activation. */
    fee: money.nullable(),
    earned: money,
    /** What the empty positions would pay under the current catalog. */
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
    /** The profiles created by the complete board, and what their seats cost. */
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

export const historyCalls = {
  listRecentActivity: {
    answer: z.array(Activity),
    errors: [],
  },
  listActivity: {
    query: activityQuery,
    answer: pageOf(ActivityEntry),
    errors: ['invalid_request'],
  },
  explainRewards: {
    query: explainQuery,
    answer: Explanation,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getEarnings: {
    query: earningsQuery,
    answer: Earnings,
    errors: ['invalid_request'],
  },
  getStatement: {
    query: statementQuery,
    answer: Statement,
    errors: ['invalid_request'],
  },
  getBoard: {
    params: z.object({ id: profileRef }),
    answer: Board,
    errors: ['not_found', 'profile_not_found'],
  },
} satisfies Record<string, CallContract>
