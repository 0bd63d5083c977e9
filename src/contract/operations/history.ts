import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { pageOf, profileRef } from '../fields/fields.ts'
import {
  Activity,
  ActivityEntry,
  activityQuery,
  Board,
  Earnings,
  earningsQuery,
  Explanation,
  explainQuery,
  Statement,
  statementQuery,
} from '../subjects/history.ts'

export const historyCalls = {
  listRecentActivity: {
    summary: 'List your latest activity',
    description: 'Returns the 20 newest entries, for a dashboard.',
    answer: z.array(Activity),
    errors: [],
  },
  listActivity: {
    summary: 'List your activity',
    description: 'Returns all activity of the account, newest first.',
    query: activityQuery,
    answer: pageOf(ActivityEntry),
    errors: ['invalid_request'],
  },
  explainRewards: {
    summary: 'Explain what an activation paid you',
    description:
      'Returns each reward of one activation, with the reason you did or didn’t receive it.',
    query: explainQuery,
    answer: Explanation,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getEarnings: {
    summary: 'Get your earnings over time',
    description: 'Returns rewards per day, week, or month, and per plan. At most 400 steps.',
    query: earningsQuery,
    answer: Earnings,
    errors: ['invalid_request'],
  },
  getStatement: {
    summary: 'Get a wallet statement',
    description: 'Returns every change to the wallet in a period, with at most 10,000 entries.',
    query: statementQuery,
    answer: Statement,
    errors: ['invalid_request'],
  },
  getBoard: {
    summary: 'Get the board of one of your profiles',
    description: 'Returns the six positions, what each has paid, and what the board led to.',
    params: z.object({ id: profileRef }),
    answer: Board,
    errors: ['not_found', 'profile_not_found'],
  },
} satisfies Record<string, CallContract>
