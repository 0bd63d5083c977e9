import { sql } from 'kysely'
import type { z } from 'zod'
import type { Overview } from '../../contract/subjects/monitoring.ts'
import { custody, HOUSE_ACCOUNTS } from '../../domain/ledger/account.ts'
import { PLAN_NAMES, PLANS } from '../../domain/money/catalog.ts'
import { formatUnits, formatUsd, units, type Coin } from '../../domain/money/money.ts'
import { valueOf } from '../../domain/money/rate.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import type { Context } from '../context.ts'
import { checkHealth } from './health.ts'
import { liveRate } from '../rate/queries.ts'
import { readCrossed } from './alerts.ts'

type Counts = {
  members: number
  verified: number
  suspended: number
  owed: bigint
  trx: bigint
  usdt: bigint
  pending: number
  in_flight: number
  unattributed: number
  emails: number
  messages: number
  access_changes: number
  adjustments: number
  oldest_withdrawal: Date | null
  oldest_unattributed: Date | null
  oldest_message: Date | null
  oldest_email: Date | null
  chain_lag: number | null
  emails_failed: number
}

// Postings add up to zero, so members' balances are the opposite of the house accounts in USD.
// Those are few, and every open console asks.
const HOUSE_USD = HOUSE_ACCOUNTS.filter(({ asset }) => asset === 'USD').map(({ no }) => no)

/**
 * The state of the product: members and profiles (without the company's), money, queues, health.
 */
export async function readOverview(context: Context): Promise<z.infer<typeof Overview>> {
  const { read } = context
  const { rows } = await sql<Counts>`
    select (select coalesce(max(no), ${HOUSE}) - ${HOUSE} from members)::int as members,
      (select count(*)::int from identities
        where verified_at is not null and member_no > ${HOUSE}) as verified,
      (select count(*)::int from members where suspended) as suspended,
      (select coalesce(-sum(balance), 0)::bigint from accounts
        where no = any(${HOUSE_USD})) as owed,
      coalesce((select balance from accounts where no = ${custody('TRX')}), 0) as trx,
      coalesce((select balance from accounts where no = ${custody('USDT')}), 0) as usdt,
      (select count(*)::int from withdrawals where state = 'pending') as pending,
      (select count(*)::int from withdrawals where state in ('approved', 'sent')) as in_flight,
      (select count(*)::int from transfers where state = 'unattributed') as unattributed,
      (select count(*)::int from emails where sent_at is null and failed_at is null) as emails,
      (select count(*)::int from contact_messages where answered_at is null) as messages,
      (select count(*)::int from access_changes where approved is null) as access_changes,
      (select count(*)::int from adjustments
        where approved_by is null and rejected_by is null) as adjustments,
      (select min(requested_at) from withdrawals where state = 'pending') as oldest_withdrawal,
      (select min(block_at) from transfers where state = 'unattributed') as oldest_unattributed,
      (select min(received_at) from contact_messages where answered_at is null) as oldest_message,
      (select min(created_at) from emails
        where sent_at is null and failed_at is null) as oldest_email,
      (select extract(epoch from now() - max(final_at))::int from chain_cursors) as chain_lag,
      (select count(*)::int from emails
        where failed_at > now() - interval '1 day') as emails_failed
  `.execute(read)
  const counts = rows[0]
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
  const { rows } = await sql<{ plan: number; active: number; total: number }>`
    select plan, active - 1 as active, total
    from (select plan, count(*)::int as total from profiles
      where member_no > ${HOUSE} group by plan) made
    -- One seat of each plan is the house's root.
    left join (select plan, count(*)::int as active from seats group by plan) taken using (plan)
  `.execute(read)
  return PLANS.map((plan) => {
    const { active = 0, total = 0 } = rows.find((row) => row.plan === plan) ?? {}
    return { plan: PLAN_NAMES[plan], active, inactive: total - active }
  })
}

/** Custody at market value against what we owe; unknown while TRX has no live rate. */
async function readSolvency({ read }: Context, { owed, trx, usdt }: Counts) {
  const rate = await liveRate(read)
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
