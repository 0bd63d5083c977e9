import { z } from 'zod'
import { at, described, flag, idOf, listOf, oneOf, str, usd, whole } from '../fields/described.ts'
import { paging, profileRef, Text } from '../fields/fields.ts'
import { issueText } from '../texts/texts.ts'
import { profileId } from './account.ts'
import { DAY_MS } from '../../domain/time/time.ts'

// A member's history: activity, earnings, boards, reward explanations, and the statement.

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
  'withdrawal_cancelled',
  'adjustment',
  'security',
] as const

export const Activity = z
  .object({
    id: str('The entry’s id.', 'reward-4711'),
    type: oneOf(activityTypes, 'What happened.', 'reward_level1'),
    title: str('The title, in English.', 'Level 1 reward'),
    title_text: described(Text, '`title` by its code, for clients that translate it.', {
      code: 'title_reward_level1',
      params: {},
    }),
    detail: str(
      'One sentence about it, in English.',
      'ben activated a profile directly below yours.',
    ),
    text: described(Text, '`detail` by its code, for clients that translate it.', {
      code: 'reward_level1',
      params: { name: 'ben' },
    }),
    amount: str(
      'How much; null if no money moved. A decimal string, negative if staff took it.',
      '3.00',
    ).nullable(),
    asset: str('The unit of the amount: USD, TRX, or USDT; null without one.', 'USD').nullable(),
    created_at: at('When it happened.'),
    link: str('The web app’s page with details; null if there is none.', '/activity').nullable(),
  })
  .meta({ id: 'Activity', description: 'An event in a member’s account.' })

const day = /^(?:20|21)\d\d-\d\d-\d\d$/

const message = issueText('enter_date')

const moment = z.union(
  [z.iso.date().regex(day), z.iso.datetime().regex(new RegExp(`${day.source.slice(0, -1)}T`))],
  { error: message },
)

const START = 'The start of the period: a date such as `2026-03-01` (UTC), or an ISO 8601 time.'
const END = 'The end of the period. A date includes that whole day (UTC); a time is excluded.'

/** The first moment of a period; a date alone is its midnight, UTC. */
const periodStart = described(
  moment.transform((text) => new Date(text)),
  START,
  '2026-03-01',
)

/** The exclusive end of a period. A date alone includes the whole day. */
const periodEnd = described(
  moment.transform((text) =>
    day.test(text) ? new Date(Date.parse(text) + DAY_MS) : new Date(text),
  ),
  END,
  '2026-03-31',
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

/** An activity with its source row: in the ledger, the network, or the requests. */
export const ActivityEntry = Activity.extend({
  about: z
    .object({
      kind: oneOf(aboutKinds, 'The kind of record.'),
      id: str('The record’s id.', '4711'),
    })
    .describe('The record that the entry comes from.'),
}).meta({ id: 'ActivityEntry', description: 'An activity, with the record it comes from.' })

export const activityQuery = paging.extend({
  type: described(
    z.enum(activityTypes, { error: issueText('choose_activity_type') }).optional(),
    'Only this kind of activity.',
    'reward_level1',
  ),
  from: periodStart.optional(),
  to: periodEnd.optional(),
})

export const explainQuery = z.object({ profile_id: profileRef })

export const boardPositions = ['L', 'R', 'LL', 'LR', 'RL', 'RR'] as const

const planVersion = z
  .object({
    name: str('The plan’s name.', 'Bronze'),
    version: str('The catalog version with its prices.', '1'),
  })
  .describe('The plan and its prices.')

export const rewardTypes = ['reward_level1', 'reward_level2', 'sponsor_bonus'] as const

const rewardReasons = [
  'paid',
  'not_active',
  'imported',
  'not_beneath',
  'other_level',
  'plan_pays_none',
  'not_sponsor',
] as const

/** The rewards that the activation of one profile paid the member, each with its reason. */
export const Explanation = z
  .object({
    profile_id: profileId,
    user: z.object({ username: str('The owner’s username.', 'ben') }).describe('Who activated it.'),
    plan: planVersion,
    activated_at: at('When the profile was activated; null if it wasn’t yet.').nullable(),
    beneath: z
      .object({
        profile_id: profileId,
        level: whole('How many levels below your seat the profile is.', 1),
      })
      .nullable()
      .describe('Your nearest seat above the profile; null if there is none.'),
    rewards: listOf(
      z.object({
        type: oneOf(rewardTypes, 'The reward.'),
        reason: oneOf(
          rewardReasons,
          '`paid`, or why not. `not_active`: not activated yet. `imported`: came with an import, ' +
            'so nobody paid its joining fee here. `not_beneath`: not below one of your seats. ' +
            '`other_level`: goes to another seat. `plan_pays_none`: the plan has no ' +
            'such reward. `not_sponsor`: goes to the sponsor, who isn’t you.',
        ),
        detail: str(
          'The reason, as an English sentence.',
          'Paid from the Bronze joining fee of ben.',
        ),
        text: described(Text, '`detail` by its code, for clients that translate it.', {
          code: 'reward_paid',
          params: { plan: 'Bronze', name: 'ben', catalog: '1' },
        }),
        amount: usd('What you were paid; null if nothing.', '3.00').nullable(),
        journal: idOf('The journal entry that paid it; null if nothing was.').nullable(),
        seat: str(
          'The `profile_id` of the seat that earned it; null if none.',
          'BR-7K3M9Q2X',
        ).nullable(),
        position: oneOf(
          boardPositions,
          'The profile’s position on that seat’s board; null if none.',
        ).nullable(),
      }),
      'Every kind of reward, with the reason it was paid or not.',
    ),
  })
  .meta({ id: 'Explanation', description: 'What one activation paid you, and why.' })

export const statementQuery = z
  .object({
    from: periodStart,
    to: periodEnd,
    format: described(
      z.enum(['json', 'csv', 'html'], { error: issueText('choose_format') }).optional(),
      '`csv` for a spreadsheet, `html` for printing. Defaults to `json`.',
    ),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: issueText('period_reversed') })

/** The wallet over a period: opening + every amount = closing. */
export const Statement = z
  .object({
    username: str('Whose wallet it is.', 'anna'),
    from: at('The start of the period.', '2026-03-01T00:00:00.000Z'),
    to: at('The end of the period, itself excluded.', '2026-04-01T00:00:00.000Z'),
    opening_balance: usd('The balance at the start.', '9.50'),
    closing_balance: usd('The balance at the end: the opening balance plus all amounts.', '12.50'),
    entries: listOf(
      z.object({
        at: at('When it happened.'),
        journal: idOf('The journal entry.'),
        description: str('What happened, in English.', 'Level 1 reward: ben activated BR-9X2M4K7Q'),
        text: described(Text, '`description` by its code, for clients that translate it.', {
          code: 'line_level1',
          params: { name: 'ben', profile: 'BR-9X2M4K7Q' },
        }),
        amount: usd('The change: negative if money left the wallet.', '3.00'),
        balance: usd('The balance afterward.', '12.50'),
      }),
      'Every change to the wallet, oldest first.',
    ),
  })
  .meta({ id: 'Statement', description: 'The wallet over a period.' })

export const earningSteps = ['day', 'week', 'month'] as const

/** The most steps in one period. */
export const MAX_EARNING_STEPS = 400

export const earningsQuery = z.object({
  by: described(
    z.enum(earningSteps, { error: issueText('choose_step') }).optional(),
    'The length of a step. Weeks begin on Monday.',
  ),
  from: periodStart.optional(),
  to: periodEnd.optional(),
})

const earned = z.object({
  amount: usd('The earned amount.', '9.00'),
  count: whole('The number of rewards.', 3),
})

const byReward = z.object({
  reward_level1: earned.describe('For activations directly below your seats.'),
  reward_level2: earned.describe('For activations two levels below your seats.'),
  sponsor_bonus: earned.describe('For activations of members you sponsored.'),
} satisfies Record<(typeof rewardTypes)[number], typeof earned>)

/** Rewards of a period in equal steps (UTC; weeks begin on Monday), and by the payer's plan. */
export const Earnings = z
  .object({
    by: oneOf(earningSteps, 'The length of a step.'),
    from: at('The start of the period.', '2026-03-01T00:00:00.000Z'),
    to: at('The end of the period, itself excluded.', '2026-04-01T00:00:00.000Z'),
    total: earned.describe('The whole period.'),
    periods: listOf(
      byReward.extend({ start: at('The start of the step.', '2026-03-14T00:00:00.000Z') }),
      'Every step of the period, including empty ones.',
    ),
    plans: listOf(
      byReward.extend({ plan: str('The plan’s name.', 'Bronze') }),
      'The same by the plan of the activated profile.',
    ),
  })
  .meta({ id: 'Earnings', description: 'What a member earned in a period.' })

const days = whole('After how many days.', 30)

const BoardOdds = z
  .object({
    level: whole('How many positions of your board are taken.', 4),
    days: whole('The number of days it has had that many.', 12),
    of: whole(
      'The number of the plan’s boards in the last four quarters that had as many positions for ' +
        'as long.',
      1210,
    ),
    within: listOf(
      z.object({
        days,
        share: whole('The number out of a thousand that were complete by then.', 140),
        low: whole('The low end of the 95% interval.', 120),
        high: whole('The high end of the 95% interval.', 160),
        at_risk: whole('The number of boards that are at least that old.', 310),
      }),
      'Completion after a number of days; empty while fewer than 30 boards are at least that old.',
    ),
  })
  .meta({ id: 'BoardOdds', description: 'The progress of similar boards.' })

/**
 * The board of a member's own seat: what each position has paid or would pay, and where the money
 * went.
 */
export const Board = z
  .object({
    profile_id: profileId,
    plan: planVersion,
    active: flag('Whether the profile holds a seat.'),
    fee: usd(
      'What the seat cost; null before activation and for an imported seat.',
      '10.00',
    ).nullable(),
    earned: usd('What the taken positions have paid.', '9.00'),
    missing: usd('What the empty positions would pay under the current catalog.', '9.00'),
    filled: whole('How many of the six positions are taken.'),
    completed_at: at('When the board was complete; null before.')
      .nullable()
      .meta({ example: null }),
    odds: described(
      BoardOdds.nullable(),
      'The progress of similar boards; null for a complete board and before activation.',
    ),
    positions: listOf(
      z.object({
        position: oneOf(
          boardPositions,
          'The position: L and R directly below, the others below those.',
        ),
        profile_id: str('The profile there; null if it is free.', 'BR-9X2M4K7Q').nullable(),
        username: str('Its owner; null if it is free.', 'ben').nullable(),
        taken_at: at('When it was taken; null if it is free.').nullable(),
        amount: usd('What the position has paid, or would pay if it is free.', '3.00'),
        paid: flag('Whether it has been paid to you; false if the seat there was imported.'),
      }),
      'The six positions.',
    ),
    next: listOf(
      z.object({
        profile_id: profileId,
        plan: str('The new profile’s plan.', 'Silver'),
        kind: oneOf(['upgrade', 'reentry'], 'The next plan, or Bronze again.'),
        active: flag('Whether it holds a seat.'),
        fee: usd('What its seat costs.', '20.00'),
      }),
      'The profiles that the complete board created.',
      [],
    ),
  })
  .meta({ id: 'Board', description: 'The board of one of your seats.' })
