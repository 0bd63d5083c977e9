import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, oneOf } from '../fields/described.ts'
import { filledLine } from '../fields/fields.ts'
import { Alert, health, JobState, overallHealth, Overview, Trends } from '../subjects/monitoring.ts'
import { issueText } from '../texts/texts.ts'

export const monitoringCalls = {
  getOverview: {
    summary: 'Get the overview',
    description: 'Returns members, money, queues, alerts, and health in one answer.',
    answer: Overview,
    errors: [],
  },
  getTrends: {
    summary: 'Get trends',
    description: 'Returns daily activity and solvency over a number of days.',
    query: z.object({
      days: oneOf(['7', '30', '90', '365'], 'The number of days. Defaults to 30.', '30').optional(),
    }),
    answer: Trends,
    errors: ['invalid_request'],
  },
  listJobs: {
    summary: 'List background jobs',
    description: 'Returns each job with its backlog, across all processes.',
    answer: z.array(JobState),
    errors: [],
  },
  listAlerts: {
    summary: 'List alerts',
    description: 'Returns every alert with its limit and its latest value.',
    answer: z.array(Alert),
    errors: [],
  },
  changeAlert: {
    summary: 'Change an alert',
    description:
      'Sets the limit or turns the alert off. For an alert about missing money, this takes ' +
      'effect once another admin requests the same. Fields that you leave out stay as they are. ' +
      'A repeated request does nothing.',
    params: z.object({
      name: described(filledLine(40), 'The alert’s name.', 'withdrawals_waiting'),
    }),
    body: z.object({
      enabled: described(z.boolean(), 'Whether the alert should be on.', true).optional(),
      limit: described(
        z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, issueText('enter_number')),
        'The limit, as a decimal string with at most 2 decimals, in the alert’s unit.',
        '48',
      ).optional(),
    }),
    answer: Alert,
    errors: ['invalid_request', 'not_found'],
  },
  getLiveness: {
    summary: 'Check that the process is alive',
    description: 'Returns 200 as long as the process runs. Restart it if this fails.',
    answer: z.object({ status: z.literal('ok').describe('Always `ok`.') }),
    errors: [],
  },
  getServing: {
    summary: 'Check that the process accepts requests',
    description: 'For load balancers. Returns 503 while the process drains before a stop.',
    answer: z.object({
      status: oneOf(['ok', 'draining'], '`draining`, with 503: send requests elsewhere.'),
    }),
    errors: [],
  },
  getReadiness: {
    summary: 'Check what the product depends on',
    description:
      'Returns 503 if the database is unavailable, and 200 if an external service is degraded.',
    answer: z.object({ status: overallHealth, checks: health.describe('Each dependency.') }),
    errors: [],
  },
} satisfies Record<string, CallContract>
