import { subquery, lit, sumOf } from '../../db/expressions.ts'
import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Coin } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { BlockHead } from '../../tron/block/block-reads.ts'
import { transferBytes } from '../../tron/query/fees.ts'
import type { Context } from '../context.ts'

/** Reserved in the wallet for costs that no payout includes. */
const RESERVE_SUN = 5_000_000n

/** What we may spend now: the final balances less everything under way. */
export type PayoutBudget = {
  TRX: bigint
  USDT: bigint
  final: BlockHead
  /** `performance.now()` after the head was read. */
  finalReadAt: number
}

/** The most that TRX to a new address burns: activating the address, and the bytes. */
export const WORST_TRX_SUN = 1_368_000n
/** What the bytes of a USDT call may burn on top of its limit: 0.001 TRX each. */
const CALL_BYTES_SUN = transferBytes.USDT * 1_000n

/** The most that an order for an offline signer may burn, from its fee limit: 0 for TRX. */
export function worstOfOrder(feeLimitSun: bigint): bigint {
  const callSun = feeLimitSun + CALL_BYTES_SUN
  return callSun > WORST_TRX_SUN ? callSun : WORST_TRX_SUN
}

/** The newest payout and move. */
export type Newest = { payout: bigint; move: bigint }

export async function readNewest(db: Db): Promise<Newest> {
  return await db
    .selectNoFrom((eb) => [
      newestOf(eb.selectFrom('payouts').select(({ fn }) => fn.max('no').as('no'))).as('payout'),
      newestOf(eb.selectFrom('custody_moves').select(({ fn }) => fn.max('no').as('no'))).as('move'),
    ])
    .executeTakeFirstOrThrow()
}

const newestOf = (newest: Expression<unknown>) => sql<bigint>`coalesce(${newest}, 0)`

/**
 * A wallet's payouts and moves that take coins from it: those that are stored, or all that are
 * newer than some.
 */
const commitments = (wallet: Address, since: Newest | null) =>
  subquery
    .selectFrom('payouts')
    .select(['asset', 'units', 'fee_limit_sun'])
    .where('from_address', '=', wallet)
    .where((eb) => (since ? eb('no', '>', since.payout) : eb('state', '=', lit('stored'))))
    .unionAll(
      subquery
        .selectFrom('custody_moves')
        .select(['asset', 'units', lit(0n).as('fee_limit_sun')])
        .where('from_address', '=', wallet)
        .where((eb) => (since ? eb('no', '>', since.move) : eb('state', '=', lit('stored')))),
    )

/**
 * The most that a wallet's stored payouts and moves may still take from it.
 * @param worstOf the most that one of them burns, from its fee limit
 * @param since counts the newer ones instead, whatever their state
 */
export async function readCommitted(
  db: Db,
  wallet: Address,
  worstOf: (limit: Expression<bigint>) => RawBuilder<bigint>,
  since: Newest | null = null,
): Promise<{ sun: bigint; usdt: bigint }> {
  return await db
    .selectFrom(commitments(wallet, since).as('under_way'))
    .select((eb) => {
      const trx = sumOf(eb.ref('units'), eb('asset', '=', lit(1)))
      const fees = sumOf(worstOf(eb.ref('fee_limit_sun')))
      return [
        sql<bigint>`${trx} + ${fees}`.as('sun'),
        sumOf(eb.ref('units'), eb('asset', '=', lit(2))).as('usdt'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/**
 * The worst case, regardless of the estimate: the full limit for a USDT call, the activation for
 * TRX to a new address. Rows without a figure, such as those signed offline, count the same.
 */
export const mostBurned = (limit: Expression<bigint>) =>
  sql<bigint>`greatest(${limit}, ${WORST_TRX_SUN})`

/** Reads a wallet's budget. Throws while the chain cannot be read or has stopped. */
export async function openPayoutBudget(
  { db, tron }: Pick<Context, 'db' | 'tron'>,
  wallet: Address,
): Promise<PayoutBudget> {
  const final = await tron.finalHead()
  if (!final.ok) throw new Error(`no payouts: ${final.trouble.kind}`)
  const finalReadAt = performance.now()
  const balances = await tron.balances(wallet)
  if (!balances.ok) throw new Error(`no payouts: ${balances.trouble.kind}`)
  const { sun, usdt } = await readCommitted(db, wallet, mostBurned)
  return {
    TRX: balances.value.trx - sun - RESERVE_SUN,
    USDT: balances.value.usdt - usdt,
    final: final.value,
    finalReadAt,
  }
}

/** Takes a payout out of the budget. If it doesn't fit, returns the coin that is short. */
export function deductFrom(
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
