import { sql } from 'kysely'
import type { Coin } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { BlockHead } from '../../tron/block/block-reads.ts'
import type { Context } from '../context.ts'

/** Stays in the wallet for costs that no payout plans for. */
const RESERVE_SUN = 5_000_000n

/** What we may spend now: the final balances less everything under way. */
export type PayoutBudget = { TRX: bigint; USDT: bigint; solid: BlockHead }

/** The most that TRX to a new address burns: activating the address, and the bytes. */
const WORST_TRX_SUN = 1_368_000n

type UnderWay = { sun: bigint; usdt: bigint }

/** Reads a wallet's budget. Throws while the chain cannot be read or has stopped. */
export async function openPayoutBudget(
  { db, tron }: Pick<Context, 'db' | 'tron'>,
  wallet: Address,
): Promise<PayoutBudget> {
  const solid = await tron.finalHead()
  if (!solid.ok) throw new Error(`no payouts: ${solid.trouble.kind}`)
  const balances = await tron.balances(wallet)
  if (!balances.ok) throw new Error(`no payouts: ${balances.trouble.kind}`)
  // Assume the worst case for each, regardless of its estimate: the full limit for a USDT call, the
  // activation for TRX to a new address. Rows without a figure, such as those signed offline, count
  // the same.
  const { rows } = await sql<UnderWay>`
    select coalesce(sum(units) filter (where asset = 1), 0)::bigint
        + coalesce(sum(greatest(fee_limit_sun, ${WORST_TRX_SUN})), 0)::bigint as sun,
      coalesce(sum(units) filter (where asset = 2), 0)::bigint as usdt
    from (
      select asset, units, fee_limit_sun from payouts
        where state = 'stored' and from_address = ${wallet}
      union all select asset, units, 0 from custody_moves
        where state = 'stored' and from_address = ${wallet}) under_way`.execute(db)
  const { sun, usdt } = rows[0] ?? { sun: 0n, usdt: 0n }
  return {
    TRX: balances.value.trx - sun - RESERVE_SUN,
    USDT: balances.value.usdt - usdt,
    solid: solid.value,
  }
}

/** Takes a payout out of the budget. If it doesn't fit, returns the coin that is short. */
export function takeFrom(
  budget: PayoutBudget,
  coin: Coin,
  amount: bigint,
  worstSun: bigint,
): Coin | null {
  const sun = coin === 'TRX' ? amount + worstSun : worstSun
  if (coin === 'USDT' && amount > budget.USDT) return 'USDT'
  if (sun > budget.TRX) return 'TRX'
  budget.TRX -= sun
  if (coin === 'USDT') budget.USDT -= amount
  return null
}
