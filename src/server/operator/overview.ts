import { sql } from 'kysely'
import type { z } from 'zod'
import type { Overview } from '../../contract/operator.ts'
import { custody, FIRST_MEMBER_ACCOUNT } from '../../domain/account.ts'
import { PLAN_NAMES, PLANS } from '../../domain/catalogue.ts'
import { formatUnits, formatUsd, units, type Coin } from '../../domain/money.ts'
import { valueOf } from '../../domain/rate.ts'
import type { Context } from '../context.ts'
import { checkHealth } from '../http/health.ts'
import { liveRate } from '../rate/queries.ts'

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
  mails: number
  messages: number
}

/** How the product stands: members, profiles, what is held and owed, queues, health. */
export async function readOverview(context: Context): Promise<z.infer<typeof Overview>> {
  const { read } = context
  const { rows } = await sql<Counts>`
    select (select count(*)::int from members) as members,
      (select count(*)::int from people where verified_at is not null) as verified,
      (select count(*)::int from members where suspended) as suspended,
      (select coalesce(sum(balance), 0)::bigint from accounts
        where no >= ${FIRST_MEMBER_ACCOUNT}) as owed,
      coalesce((select balance from accounts where no = ${custody('TRX')}), 0) as trx,
      coalesce((select balance from accounts where no = ${custody('USDT')}), 0) as usdt,
      (select count(*)::int from withdrawals where state = 'pending') as pending,
      (select count(*)::int from withdrawals where state in ('approved', 'sent')) as in_flight,
      (select count(*)::int from transfers where state = 'unattributed') as unattributed,
      (select count(*)::int from mails where sent_at is null and failed_at is null) as mails,
      (select count(*)::int from contact_messages where answered_at is null) as messages
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
      mails: counts.mails,
      messages: counts.messages,
    },
    health: await checkHealth(context),
  }
}

async function countProfiles({ read }: Context) {
  const { rows } = await sql<{ plan: number; active: number; total: number }>`
    select p.plan, count(s.profile_no)::int as active, count(*)::int as total
    from profiles p left join seats s on s.profile_no = p.no group by p.plan`.execute(read)
  return PLANS.map((plan) => {
    const { active = 0, total = 0 } = rows.find((row) => row.plan === plan) ?? {}
    return { plan: PLAN_NAMES[plan], active, inactive: total - active }
  })
}

/** Custody at market value against what is owed; unknown while TRX has no live rate. */
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
