import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { count, filledLine, money, time } from '../fields/fields.ts'
import { issueText } from '../texts/texts.ts'

// Monitoring: the overview, trends, background jobs, alerts, and health checks.

const check = z.enum(['ok', 'degraded', 'down'])

export const Overview = z
  .object({
    members: z.object({
      total: z.number().int(),
      verified: z.number().int(),
      suspended: z.number().int(),
    }),
    profiles: z.array(
      z.object({ plan: z.string(), active: z.number().int(), inactive: z.number().int() }),
    ),
    money: z.object({
      owed: money,
      custody: z.array(z.object({ asset: z.string(), amount: money, value_usd: money.nullable() })),
      custody_value_usd: money.nullable(),
      solvent: z.boolean().nullable(),
    }),
    queues: z.object({
      withdrawals_pending: z.number().int(),
      withdrawals_in_flight: z.number().int(),
      unattributed: z.number().int(),
      mails: z.number().int(),
      messages: z.number().int(),
      access_changes: z.number().int(),
      adjustments: z.number().int(),
      /** Since when the oldest of each queue waits. */
      oldest: z.object({
        withdrawal: time.nullable(),
        unattributed: time.nullable(),
        message: time.nullable(),
        mail: time.nullable(),
      }),
    }),
    /** Solidified block: how long ago it was made, in seconds; null before the first. */
    chain_lag_seconds: z.number().int().nullable(),
    mails_failed_today: z.number().int(),
    alerts: z.array(z.object({ name: z.string(), text: z.string(), since: time })),
    health: z.object({ database: check, chain: check, mail: check, rate: check }),
  })
  .meta({ id: 'Overview' })

export const Trends = z
  .object({
    days: z.array(
      z.object({
        day: z.iso.date(),
        joins: count,
        activations: count,
        boards: z.array(z.object({ plan: z.string(), completed: count })),
        deposit_fees: money,
        withdrawal_fees: money,
        margin: money,
      }),
    ),
    solvency: z.array(
      z.object({
        at: time,
        owed: money,
        trx: money,
        usdt: money,
        value_usd: money.nullable(),
        ratio: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Trends' })

export const JobState = z
  .object({
    name: z.string(),
    state: z.enum(['ok', 'late', 'resting']),
    last_at: time.nullable(),
    waiting: count,
    oldest_at: time.nullable(),
    detail: z.string(),
  })
  .meta({ id: 'JobState' })

export const Alert = z
  .object({
    name: z.string(),
    text: z.string(),
    unit: z.string(),
    /** On which side of the limit it is an alert. */
    alarms: z.enum(['above', 'below']),
    enabled: z.boolean(),
    limit: z.string(),
    value: z.string().nullable(),
    crossed_since: time.nullable(),
    mailed_at: time.nullable(),
    checked_at: time.nullable(),
    /** What one admin has asked for; it counts once another one asks for the same. */
    pending: z
      .object({ enabled: z.boolean(), limit: z.string(), by: z.string(), at: time })
      .nullable(),
  })
  .meta({ id: 'Alert' })

export const monitoringCalls = {
  getOverview: {
    answer: Overview,
    errors: [],
  },
  getTrends: {
    query: z.object({ days: z.enum(['7', '30', '90', '365']).optional() }),
    answer: Trends,
    errors: ['invalid_request'],
  },
  listJobs: {
    answer: z.array(JobState),
    errors: [],
  },
  listAlerts: {
    answer: z.array(Alert),
    errors: [],
  },
  changeAlert: {
    params: z.object({ name: filledLine(40) }),
    body: z.object({
      enabled: z.boolean(),
      limit: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, issueText('enter_number')),
    }),
    answer: Alert,
    errors: ['invalid_request', 'not_found'],
  },
  getLiveness: {
    answer: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  getServing: {
    /** `draining`, with 503: this process is about to stop. Send requests elsewhere. */
    answer: z.object({ status: z.enum(['ok', 'draining']) }),
    errors: [],
  },
  getReadiness: {
    answer: z.object({
      status: check,
      checks: z.object({ database: check, chain: check, mail: check, rate: check }),
    }),
    errors: [],
  },
} satisfies Record<string, CallContract>
