import { sql } from 'kysely'
import { ago, countAll, lit, secondsSince, subquery } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Overview } from '../../contract/subjects/monitoring.ts'
import { PLAN_NAMES, PLANS } from '../../domain/money/catalog.ts'
import { formatUnits, formatUsd } from '../../domain/money/money.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import type { Context } from '../context.ts'
import { checkHealth } from './health.ts'
import { readSolvency } from '../custody/queries.ts'
import { countWaiting, oldestUnsent } from '../email/backlog.ts'
import { selectOpen } from '../imports/open-corrections.ts'
import { liveRate } from '../rate/queries.ts'
import { readCrossed } from './alerts.ts'
import { readPlanCounts } from './plan-counts.ts'

const pending = subquery.selectFrom('withdrawals').where('state', '=', lit('pending'))
const unmatched = subquery.selectFrom('transfers').where('state', '=', lit('unattributed'))
const unanswered = subquery.selectFrom('contact_messages').where('answered_at', 'is', null)
const accessChanges = subquery.selectFrom('access_changes').where('approved', 'is', null)
const adjustments = subquery
  .selectFrom('adjustments')
  .where('approved_by', 'is', null)
  .where('rejected_by', 'is', null)
const catalogs = subquery.selectFrom('catalog_drafts').where('state', '=', lit('proposed'))
const imports = subquery.selectFrom('member_imports').where('state', '=', lit('proposed'))
const corrections = selectOpen(subquery)

const counted = [
  subquery
    .selectFrom('members')
    .select((eb) => sql<number>`coalesce(${eb.fn.max('no')}, ${HOUSE}) - ${HOUSE}`.as('count'))
    .$asScalar()
    .as('members'),
  // Only imported members may be unverified.
  subquery
    .selectFrom('identities')
    .select(countAll.as('count'))
    .where('verified_at', 'is', null)
    .where('member_no', '>', HOUSE)
    .$asScalar()
    .as('unverified'),
  subquery
    .selectFrom('members')
    .select(countAll.as('count'))
    .where('suspended', '=', lit(true))
    .$asScalar()
    .as('suspended'),
  pending.select(countAll.as('count')).$asScalar().as('pending'),
  subquery
    .selectFrom('withdrawals')
    .select(countAll.as('count'))
    .where('state', 'in', [lit('approved'), lit('sent')])
    .$asScalar()
    .as('in_flight'),
  unmatched.select(countAll.as('count')).$asScalar().as('unattributed'),
  sql<number>`(${countWaiting})`.as('emails'),
  unanswered.select(countAll.as('count')).$asScalar().as('messages'),
  accessChanges.select(countAll.as('count')).$asScalar().as('access_changes'),
  adjustments.select(countAll.as('count')).$asScalar().as('adjustments'),
  catalogs.select(countAll.as('count')).$asScalar().as('catalogs'),
  imports.select(countAll.as('count')).$asScalar().as('imports'),
  corrections.select(countAll.as('count')).$asScalar().as('corrections'),
  subquery
    .selectFrom('emails')
    .select(countAll.as('count'))
    .where('failed_at', '>', ago('days', 1))
    .$asScalar()
    .as('emails_failed'),
]

const oldest = [
  pending
    .select(({ fn }) => fn.min('requested_at').as('at'))
    .$asScalar()
    .as('oldest_withdrawal'),
  unmatched
    .select(({ fn }) => fn.min('block_at').as('at'))
    .$asScalar()
    .as('oldest_unattributed'),
  unanswered
    .select(({ fn }) => fn.min('received_at').as('at'))
    .$asScalar()
    .as('oldest_message'),
  sql<Date | null>`(${oldestUnsent})`.as('oldest_email'),
  accessChanges
    .select(({ fn }) => fn.min('requested_at').as('at'))
    .$asScalar()
    .as('oldest_access_change'),
  adjustments
    .select(({ fn }) => fn.min('proposed_at').as('at'))
    .$asScalar()
    .as('oldest_adjustment'),
  catalogs
    .select(({ fn }) => fn.min('proposed_at').as('at'))
    .$asScalar()
    .as('oldest_catalog'),
  imports
    .select(({ fn }) => fn.min('proposed_at').as('at'))
    .$asScalar()
    .as('oldest_import'),
  corrections
    .select(({ fn }) => fn.min('c.proposed_at').as('at'))
    .$asScalar()
    .as('oldest_correction'),
]

const chainLag = subquery
  .selectFrom('chain_cursors')
  .select((eb) => sql<number | null>`${secondsSince(eb.fn.max('final_at'))}::int`.as('age'))
  .$asScalar()
  .as('chain_lag')

/**
 * The state of the product: members and profiles (without the company's), money, queues, health.
 */
export async function readOverview(context: Context): Promise<z.infer<typeof Overview>> {
  const { read } = context
  const counts = await read.selectNoFrom([...counted, ...oldest, chainLag]).executeTakeFirst()
  if (!counts) throw new Error('the count returned no row')
  return {
    members: {
      total: counts.members,
      verified: counts.members - counts.unverified,
      suspended: counts.suspended,
    },
    profiles: await countProfiles(context),
    money: await showMoney(context),
    queues: {
      withdrawals_pending: counts.pending,
      withdrawals_in_flight: counts.in_flight,
      unattributed: counts.unattributed,
      mails: counts.emails,
      messages: counts.messages,
      access_changes: counts.access_changes,
      adjustments: counts.adjustments,
      catalogs: counts.catalogs,
      imports: counts.imports + counts.corrections,
      oldest: {
        withdrawal: earliest(counts.oldest_withdrawal),
        unattributed: earliest(counts.oldest_unattributed),
        message: earliest(counts.oldest_message),
        mail: earliest(counts.oldest_email),
        access_change: earliest(counts.oldest_access_change),
        adjustment: earliest(counts.oldest_adjustment),
        catalog: earliest(counts.oldest_catalog),
        import: earliest(counts.oldest_import, counts.oldest_correction),
      },
    },
    chain_lag_seconds: counts.chain_lag,
    mails_failed_today: counts.emails_failed,
    alerts: await readCrossed(read),
    health: await checkHealth(context),
  }
}

/** The earliest of some times; null if there is none. */
function earliest(...times: (Date | null)[]): string | null {
  const known = times.flatMap((time) => time?.toISOString() ?? [])
  return known.toSorted()[0] ?? null
}

async function countProfiles({ read }: Context) {
  const counts = await readPlanCounts(read)
  return PLANS.map((plan) => {
    const { seats = 1, profiles = 0, imported = 0 } = counts.find((row) => row.plan === plan) ?? {}
    // One seat of each plan is the house's root.
    const active = seats - 1
    return { plan: PLAN_NAMES[plan], active, imported, inactive: profiles - active }
  })
}

/** Custody at market value against what we owe; unknown while TRX has no live rate. */
async function showMoney({ read }: Context) {
  const rate = await liveRate(read)
  const { coins, owedMicros, valueMicros, solvent } = await readSolvency(read, rate?.rateE8 ?? null)
  return {
    owed: formatUsd(owedMicros),
    custody: coins.map(({ coin, ledger, valueMicros: worth }) => ({
      asset: coin,
      amount: formatUnits(ledger),
      value_usd: worth === null ? null : formatUsd(worth),
    })),
    custody_value_usd: valueMicros === null ? null : formatUsd(valueMicros),
    solvent,
  }
}
