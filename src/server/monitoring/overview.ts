import { sql } from 'kysely'
import { countAll, anyOf, ago, sumOf, lit, subquery } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Overview } from '../../contract/subjects/monitoring.ts'
import { custody, HOUSE_ACCOUNTS, unattributed } from '../../domain/ledger/account.ts'
import { PLAN_NAMES, PLANS } from '../../domain/money/catalog.ts'
import { formatUnits, formatUsd, units, type Coin } from '../../domain/money/money.ts'
import { valueOf } from '../../domain/money/rate.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import type { Context } from '../context.ts'
import { checkHealth } from './health.ts'
import { owedToSenders } from '../custody/queries.ts'
import { selectOpen } from '../imports/open-corrections.ts'
import { liveRate } from '../rate/queries.ts'
import { readCrossed } from './alerts.ts'

type Counts = {
  members: number
  verified: number
  suspended: number
  owed: bigint
  trx: bigint
  usdt: bigint
  unmatched_trx: bigint
  unmatched_usdt: bigint
  pending: number
  in_flight: number
  unattributed: number
  emails: number
  messages: number
  access_changes: number
  adjustments: number
  imports: number
  corrections: number
  oldest_withdrawal: Date | null
  oldest_unattributed: Date | null
  oldest_message: Date | null
  oldest_email: Date | null
  chain_lag: number | null
  emails_failed: number
}

// Postings add up to zero, so members' balances are the opposite of the house accounts in USD.
// There are only a few of those, and every open console needs this figure.
const HOUSE_USD = HOUSE_ACCOUNTS.filter(({ asset }) => asset === 'USD').map(({ no }) => no)

const pending = subquery.selectFrom('withdrawals').where('state', '=', lit('pending'))
const unmatched = subquery.selectFrom('transfers').where('state', '=', lit('unattributed'))
const unsent = subquery
  .selectFrom('emails')
  .where('sent_at', 'is', null)
  .where('failed_at', 'is', null)
const unanswered = subquery.selectFrom('contact_messages').where('answered_at', 'is', null)

const counted = [
  subquery
    .selectFrom('members')
    .select((eb) => sql<number>`coalesce(${eb.fn.max('no')}, ${HOUSE}) - ${HOUSE}`.as('count'))
    .$asScalar()
    .as('members'),
  subquery
    .selectFrom('identities')
    .select(countAll.as('count'))
    .where('verified_at', 'is not', null)
    .where('member_no', '>', HOUSE)
    .$asScalar()
    .as('verified'),
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
  unsent.select(countAll.as('count')).$asScalar().as('emails'),
  unanswered.select(countAll.as('count')).$asScalar().as('messages'),
  subquery
    .selectFrom('access_changes')
    .select(countAll.as('count'))
    .where('approved', 'is', null)
    .$asScalar()
    .as('access_changes'),
  subquery
    .selectFrom('adjustments')
    .select(countAll.as('count'))
    .where('approved_by', 'is', null)
    .where('rejected_by', 'is', null)
    .$asScalar()
    .as('adjustments'),
  subquery
    .selectFrom('member_imports')
    .select(countAll.as('count'))
    .where('state', '=', lit('proposed'))
    .$asScalar()
    .as('imports'),
  selectOpen(subquery).select(countAll.as('count')).$asScalar().as('corrections'),
  subquery
    .selectFrom('emails')
    .select(countAll.as('count'))
    .where('failed_at', '>', ago('days', 1))
    .$asScalar()
    .as('emails_failed'),
]

const balance = (account: number) =>
  subquery.fn.coalesce(
    subquery.selectFrom('accounts').select('balance').where('no', '=', BigInt(account)),
    lit<bigint>(0n),
  )

const money = [
  subquery
    .selectFrom('accounts')
    .select((eb) => sumOf(eb.neg('balance')).as('sum'))
    .where('no', '=', anyOf(HOUSE_USD.map(BigInt), 'bigint'))
    .$asScalar()
    .as('owed'),
  balance(custody('TRX')).as('trx'),
  balance(custody('USDT')).as('usdt'),
  subquery.neg(balance(unattributed('TRX'))).as('unmatched_trx'),
  subquery.neg(balance(unattributed('USDT'))).as('unmatched_usdt'),
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
  unsent
    .select(({ fn }) => fn.min('created_at').as('at'))
    .$asScalar()
    .as('oldest_email'),
]

const chainLag = subquery
  .selectFrom('chain_cursors')
  .select((eb) =>
    sql<number | null>`extract(epoch from now() - ${eb.fn.max('final_at')})::int`.as('age'),
  )
  .$asScalar()
  .as('chain_lag')

/**
 * The state of the product: members and profiles (without the company's), money, queues, health.
 */
export async function readOverview(context: Context): Promise<z.infer<typeof Overview>> {
  const { read } = context
  const counts = await read
    .selectNoFrom([...counted, ...money, ...oldest, chainLag])
    .executeTakeFirst()
  if (!counts) throw new Error('counting gave no row')
  return {
    members: {
      total: counts.members,
      verified: counts.verified,
      suspended: counts.suspended,
    },
    profiles: await countProfiles(context),
    money: await readSolvency(context, counts),
    queues: {
      withdrawals_pending: counts.pending,
      withdrawals_in_flight: counts.in_flight,
      unattributed: counts.unattributed,
      mails: counts.emails,
      messages: counts.messages,
      access_changes: counts.access_changes,
      adjustments: counts.adjustments,
      imports: counts.imports + counts.corrections,
      oldest: {
        withdrawal: counts.oldest_withdrawal?.toISOString() ?? null,
        unattributed: counts.oldest_unattributed?.toISOString() ?? null,
        message: counts.oldest_message?.toISOString() ?? null,
        mail: counts.oldest_email?.toISOString() ?? null,
      },
    },
    chain_lag_seconds: counts.chain_lag,
    mails_failed_today: counts.emails_failed,
    alerts: await readCrossed(read),
    health: await checkHealth(context),
  }
}

async function countProfiles({ read }: Context) {
  const rows = await read
    .selectFrom(
      read
        .selectFrom('profiles')
        .select((eb) => [
          'plan',
          countAll.as('total'),
          eb.fn.countAll<bigint>().filterWhere('imported', '=', lit(true)).as('imported'),
        ])
        .where('member_no', '>', HOUSE)
        .groupBy('plan')
        .as('made'),
    )
    .leftJoin(
      read
        .selectFrom('seats')
        .select(['plan', countAll.as('active')])
        .groupBy('plan')
        .as('taken'),
      'taken.plan',
      'made.plan',
    )
    // One seat of each plan is the house's root.
    .select((eb) => [
      'made.plan',
      eb(eb.ref('taken.active').$notNull(), '-', lit(1)).as('active'),
      'made.total',
      'made.imported',
    ])
    .execute()
  return PLANS.map((plan) => {
    const found = rows.find((row) => row.plan === plan)
    const { active = 0, total = 0, imported = 0n } = found ?? {}
    const inactive = total - active
    return { plan: PLAN_NAMES[plan], active, imported: Number(imported), inactive }
  })
}

/** Custody at market value against what we owe; unknown while TRX has no live rate. */
async function readSolvency({ read }: Context, counts: Counts) {
  const { trx, usdt, unmatched_trx: unmatchedTrx, unmatched_usdt: unmatchedUsdt } = counts
  const rate = await liveRate(read)
  const owed = counts.owed + owedToSenders(unmatchedTrx, unmatchedUsdt, rate?.rateE8 ?? null)
  const value = (coin: Coin, amount: bigint): bigint | null => {
    if (coin === 'USDT') return amount
    if (rate) return valueOf(coin, units(amount), rate.rateE8)
    return amount === 0n ? 0n : null
  }
  const held: [Coin, bigint][] = [
    ['TRX', trx],
    ['USDT', usdt],
  ]
  const values = held.map(([coin, amount]) => value(coin, amount))
  const known = values.filter((each) => each !== null)
  const total = known.length === values.length ? known.reduce((sum, each) => sum + each, 0n) : null
  return {
    owed: formatUsd(owed),
    custody: held.map(([asset, amount], i) => {
      const worth = values[i] ?? null
      return {
        asset,
        amount: formatUnits(amount),
        value_usd: worth === null ? null : formatUsd(worth),
      }
    }),
    custody_value_usd: total === null ? null : formatUsd(total),
    solvent: total === null ? null : total >= owed,
  }
}
