import { z } from 'zod'
import { at, coins, described, flag, listOf, oneOf, str, usd, whole } from '../fields/described.ts'

// Monitoring: the overview, trends, background jobs, alerts, and health checks.

const states = ['ok', 'degraded', 'down'] as const
const checkOf = (what: string) => oneOf(states, `${what}: \`ok\`, \`degraded\`, or \`down\`.`)

export const health = z.object({
  database: checkOf('PostgreSQL'),
  chain: checkOf('The TRON nodes'),
  mail: checkOf('Sending email'),
  rate: checkOf('The TRX rate'),
  clock: checkOf('The clock of the machine that answers, compared with the database’s'),
})
export const overallHealth = checkOf('The worst of the checks that matter')

const planName = str('The plan’s name.', 'Bronze')
const OLDEST = 'has waited since then; null if the queue is empty.'

export const Overview = z
  .object({
    members: z
      .object({
        total: whole('All members, without the company.', 1200),
        verified: whole('Members with a verified email address.', 1100),
        suspended: whole('Suspended members.', 2),
      })
      .describe('Members by state.'),
    profiles: listOf(
      z.object({
        plan: planName,
        active: whole('Profiles with a seat, imported ones included.', 800),
        imported: whole(
          'The number of imported seats among these. Nobody paid a fee for them here.',
          0,
        ),
        inactive: whole('Profiles without a seat.', 400),
      }),
      'Profiles by plan.',
    ),
    money: z
      .object({
        owed: usd('Our total debt to members.', '30000.00'),
        custody: listOf(
          z.object({
            asset: str('TRX or USDT.', 'TRX'),
            amount: coins('Our balance according to the ledger.', '120000.5'),
            value_usd: usd('Its current value; null without a rate.', '36720.15').nullable(),
          }),
          'Our coins.',
        ),
        custody_value_usd: usd(
          'The value of all coins; null without a rate.',
          '36720.15',
        ).nullable(),
        solvent: flag('Whether they cover our debts; null without a rate.').nullable(),
      })
      .describe('Our coins compared with our debts.'),
    queues: z
      .object({
        withdrawals_pending: whole('Withdrawals waiting for a decision.', 4),
        withdrawals_in_flight: whole('Withdrawals approved or sent, not final yet.', 1),
        unattributed: whole('Unmatched transfers.', 2),
        mails: whole('Emails waiting to be sent.', 0),
        messages: whole('Messages waiting for an answer.', 1),
        access_changes: whole('Access changes waiting for another admin.', 0),
        adjustments: whole('Adjustments waiting for another operator.', 0),
        catalogs: whole('Catalog drafts waiting for another admin.', 0),
        imports: whole('Members imports and corrections of rows waiting for another admin.', 0),
        oldest: z
          .object({
            withdrawal: at(`The oldest withdrawal ${OLDEST}`).nullable(),
            unattributed: at(`The oldest unmatched transfer ${OLDEST}`).nullable(),
            message: at(`The oldest message ${OLDEST}`).nullable(),
            mail: at(`The oldest email ${OLDEST}`).nullable().meta({ example: null }),
            access_change: at(`The oldest access change ${OLDEST}`).nullable(),
            adjustment: at(`The oldest adjustment ${OLDEST}`).nullable(),
            catalog: at(`The oldest catalog draft ${OLDEST}`).nullable(),
            import: at(`The oldest member import or correction ${OLDEST}`).nullable(),
          })
          .describe('Since when the oldest item of each queue waits.'),
      })
      .describe('Items waiting for staff or for a worker.'),
    chain_lag_seconds: whole(
      'The age of the newest final block, in seconds; null before the first.',
      60,
    ).nullable(),
    mails_failed_today: whole('Emails that failed within 24 hours.', 0),
    alerts: listOf(
      z.object({
        name: str('The alert.', 'withdrawals_waiting'),
        text: str('The problem, as a sentence.', 'A withdrawal has waited for more than a day.'),
        since: at('Since when.'),
      }),
      'Alerts that are over their limit now.',
      [],
    ),
    health: health.describe('What the product depends on.'),
  })
  .meta({ id: 'Overview', description: 'The state of the whole product.' })

export const Trends = z
  .object({
    days: listOf(
      z.object({
        day: described(z.iso.date(), 'The day (UTC), as `YYYY-MM-DD`.', '2026-03-14'),
        joins: whole('Members who joined.', 12),
        activations: whole('Profiles that were activated.', 9),
        boards: listOf(
          z.object({ plan: planName, completed: whole('Boards completed.', 1) }),
          'Complete boards by plan.',
        ),
        deposit_fees: usd('Deposit fees charged.', '4.50'),
        withdrawal_fees: usd('Withdrawal fees charged.', '3.20'),
        margin: usd('The company’s share of the joining fees.', '27.00'),
      }),
      'Each day of the period.',
    ),
    solvency: listOf(
      z.object({
        at: at('When it was measured.'),
        owed: usd('Our debts to members.', '30000.00'),
        trx: coins('TRX we held.', '120000.5'),
        usdt: coins('USDT we held.', '900'),
        value_usd: usd('Their value; null without a rate.', '37620.15').nullable(),
        ratio: str(
          'The value divided by our debts, as a decimal string; null if unknown.',
          '1.25',
        ).nullable(),
      }),
      'At most 400 measurements of the period, oldest first.',
    ),
  })
  .meta({ id: 'Trends', description: 'Activity and solvency over time.' })

export const JobState = z
  .object({
    name: str('The job.', 'payouts'),
    state: oneOf(['ok', 'late', 'resting'], '`late`: overdue. `resting`: paused, see `detail`.'),
    last_at: at('When it last ran; null if never.').nullable(),
    waiting: whole('The number of pending items.', 0),
    oldest_at: at('Since when the oldest item waits; null if none does.')
      .nullable()
      .meta({ example: null }),
    detail: str('Why it is paused; empty otherwise.', ''),
  })
  .meta({ id: 'JobState', description: 'A background job.' })

export const Alert = z
  .object({
    name: str('The alert’s name.', 'withdrawals_waiting'),
    text: str('What it means.', 'A withdrawal has waited for too long.'),
    unit: str('The unit of limit and value.', 'hours'),
    alarms: oneOf(['above', 'below'], 'The side of the limit that triggers the alert.'),
    enabled: flag('Whether it is on.'),
    limit: str('The limit, as a decimal string.', '24'),
    value: str('The latest value, as a decimal string; null before the first.', '3').nullable(),
    crossed_since: at('Since when it is over the limit; null if it isn’t.')
      .nullable()
      .meta({ example: null }),
    mailed_at: at('When we last emailed about it; null if never.')
      .nullable()
      .meta({ example: null }),
    checked_at: at('When it was last checked; null if never.').nullable(),
    pending: z
      .object({
        enabled: flag('Whether the alert would be on.'),
        limit: str('The new limit.', '48'),
        by: str('Who asked.', 'sam'),
        at: at('When they requested it.'),
      })
      .nullable()
      .meta({
        description:
          'A change that takes effect once another admin requests the same; null if none.',
        example: null,
      }),
  })
  .meta({
    id: 'Alert',
    description: 'A figure that triggers an email to staff when it crosses its limit.',
  })
