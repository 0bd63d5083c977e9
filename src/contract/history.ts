import { z } from 'zod'
import { money, paging, profileRef, time } from './fields.ts'
import { Activity, activityTypes } from './member.ts'

// What happened to a member: filtered activity, why a reward was paid or not, and the statement.

const day = /^(?:20|21)\d\d-\d\d-\d\d$/
const message = 'Enter a date such as 2026-01-31.'
const dayMs = 24 * 60 * 60 * 1000

const moment = z.union(
  [z.iso.date().regex(day), z.iso.datetime().regex(new RegExp(`${day.source.slice(0, -1)}T`))],
  { error: message },
)

/** The first moment of a period; a date alone is its midnight, UTC. */
export const periodStart = moment.transform((text) => new Date(text))

/** The end of a period, itself outside of it; a date alone counts as a whole day. */
export const periodEnd = moment.transform((text) =>
  day.test(text) ? new Date(Date.parse(text) + dayMs) : new Date(text),
)

export const aboutKinds = [
  'journal',
  'seat',
  'profile',
  'deposit',
  'transfer',
  'withdrawal',
  'member',
  'security',
] as const

/** An activity with the row of the ledger, the network or the requests that it is derived from. */
export const ActivityEntry = Activity.extend({
  about: z.object({ kind: z.enum(aboutKinds), id: z.string() }),
}).meta({ id: 'ActivityEntry' })

export const activityQuery = paging.extend({
  type: z.enum(activityTypes, { error: 'Choose one of the types of activity.' }).optional(),
  from: periodStart.optional(),
  to: periodEnd.optional(),
})

export const explainQuery = z.object({ profile_id: profileRef })

export const rewardTypes = ['reward_level1', 'reward_level2', 'sponsor_bonus'] as const

export const rewardReasons = [
  'paid',
  'not_active',
  'not_beneath',
  'other_level',
  'plan_pays_none',
  'not_sponsor',
] as const

/** What the activation of one profile brought the member, reward by reward, and why. */
export const Explanation = z
  .object({
    profile_id: z.string(),
    user: z.object({ username: z.string() }),
    plan: z.object({ name: z.string(), version: z.string() }),
    activated_at: time.nullable(),
    /** The member's own seat nearest above it, and how many levels it stands beneath that. */
    beneath: z.object({ profile_id: z.string(), level: z.number().int() }).nullable(),
    rewards: z.array(
      z.object({
        type: z.enum(rewardTypes),
        reason: z.enum(rewardReasons),
        detail: z.string(),
        amount: money.nullable(),
        journal: z.string().nullable(),
        /** The member's seat that earned it, and where beneath that the profile stands. */
        seat: z.string().nullable(),
        position: z.enum(['L', 'R', 'LL', 'LR', 'RL', 'RR']).nullable(),
      }),
    ),
  })
  .meta({ id: 'Explanation' })

export const statementQuery = z
  .object({
    from: periodStart,
    to: periodEnd,
    format: z.enum(['json', 'csv', 'html'], { error: 'Choose json, csv or html.' }).optional(),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'The period ends too early.' })

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
        amount: money,
        balance: money,
      }),
    ),
  })
  .meta({ id: 'Statement' })
