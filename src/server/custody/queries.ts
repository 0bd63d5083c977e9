import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { custody, FIRST_MEMBER_ACCOUNT, unattributed } from '../../domain/ledger/account.ts'
import {
  micros,
  PAR_RATE,
  units,
  type Coin,
  type Micros,
  type RateE8,
  type Units,
} from '../../domain/money/money.ts'
import { valueOf } from '../../domain/money/rate.ts'
import { usdtValueRate } from '../rate/usdt-price.ts'

type CoinCustody = {
  coin: Coin
  /** What our addresses held when we last compared each with the ledger. */
  chain: Units
  /** What they hold according to the ledger. */
  ledger: Units
  /** The part that belongs to nobody yet. */
  unattributed: Units
  /**
   * The value of what is there: the ledger's figure less what addresses lack. Null without a rate.
   */
  valueMicros: Micros | null
}

export type Custody = {
  coins: CoinCustody[]
  /** Members' money, plus transfers that nobody has been credited with yet. */
  owedMicros: Micros
  valueMicros: Micros | null
  /** Whether custody at market value covers what we owe; null while unknown. */
  solvent: boolean | null
  /** Addresses that differed from the ledger at their last reconciliation. */
  differing: number
  /** The oldest comparison behind `chain`; null if there has been none. */
  checkedSince: Date | null
}

type CustodyRow = {
  owed: bigint
  trx: bigint
  usdt: bigint
  free_trx: bigint
  free_usdt: bigint
  chain_trx: bigint
  chain_usdt: bigint
  lacking_trx: bigint
  lacking_usdt: bigint
  differing: number
  checked_since: Date | null
}

const balanceOf = (account: number) =>
  sql`coalesce((select balance from accounts where no = ${account}), 0)`

/** Custody on chain, in the ledger, and against what we owe members, at a given rate. */
export async function readCustody(db: Db, rate: RateE8 | null): Promise<Custody> {
  const { rows } = await sql<CustodyRow>`
    select (select coalesce(sum(balance), 0)::bigint from accounts
        where no >= ${FIRST_MEMBER_ACCOUNT}) as owed,
      ${balanceOf(custody('TRX'))} as trx, ${balanceOf(custody('USDT'))} as usdt,
      -${balanceOf(unattributed('TRX'))} as free_trx,
      -${balanceOf(unattributed('USDT'))} as free_usdt,
      (select coalesce(sum(chain_trx), 0)::bigint from address_checks) as chain_trx,
      (select coalesce(sum(chain_usdt), 0)::bigint from address_checks) as chain_usdt,
      (select coalesce(sum(greatest(ledger_trx - chain_trx, 0)), 0)::bigint
        from address_checks where state = 'differs') as lacking_trx,
      (select coalesce(sum(greatest(ledger_usdt - chain_usdt, 0)), 0)::bigint
        from address_checks where state = 'differs') as lacking_usdt,
      (select count(*)::int from address_checks where state = 'differs') as differing,
      (select min(checked_at) from address_checks) as checked_since`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('counting gave no row')
  const rates = { TRX: rate, USDT: (await usdtValueRate(db)) ?? PAR_RATE }
  const coins = [custodyOf('TRX', row, rates.TRX), custodyOf('USDT', row, rates.USDT)]
  // Waiting unmatched transfers belong to their senders. USDT counts at par, as in a credit.
  const waiting =
    (valueAt(units(row.free_trx), rate) ?? 0n) + (valueAt(units(row.free_usdt), PAR_RATE) ?? 0n)
  const owedMicros = micros(row.owed + waiting)
  const values = coins.map(({ valueMicros }) => valueMicros).filter((each) => each !== null)
  const known = values.length === coins.length
  const valueMicros = known ? micros(values.reduce((sum, each) => sum + each, 0n)) : null
  return {
    coins,
    owedMicros,
    valueMicros,
    solvent: valueMicros === null ? null : valueMicros >= owedMicros,
    differing: row.differing,
    checkedSince: row.checked_since,
  }
}

function custodyOf(coin: Coin, row: CustodyRow, rate: RateE8 | null): CoinCustody {
  const [chain, ledger, free, lacking] =
    coin === 'TRX'
      ? [row.chain_trx, row.trx, row.free_trx, row.lacking_trx]
      : [row.chain_usdt, row.usdt, row.free_usdt, row.lacking_usdt]
  return {
    coin,
    chain: units(chain),
    ledger: units(ledger),
    unattributed: units(free),
    valueMicros: valueAt(units(ledger - lacking), rate),
  }
}

function valueAt(amount: Units, rate: RateE8 | null): Micros | null {
  if (rate !== null) return valueOf('TRX', amount, rate)
  return amount === 0n ? micros(0n) : null
}

/**
 * An address `c` that holds less than the ledger says, by more than an operator has reviewed.
 * Holding more is harmless, and any stranger can cause it.
 */
const lacksCoins = sql`c.state = 'differs'
  and (c.chain_trx < c.ledger_trx or c.chain_usdt < c.ledger_usdt)
  and not exists (select from (
    select missing_trx, missing_usdt from difference_reviews r
    where r.address = c.address order by r.no desc limit 1) seen
    where c.ledger_trx - c.chain_trx <= seen.missing_trx
      and c.ledger_usdt - c.chain_usdt <= seen.missing_usdt)`

/** Members whose deposit address lacks coins, as a query of their numbers. We don't pay them. */
export const membersUnderReview = sql`
  select d.member_no from address_checks c join deposit_addresses d using (address)
  where ${lacksCoins}`

/** Whether a member's deposit address lacks coins that the ledger has credited. */
export async function isUnderReview(db: Db, member: number): Promise<boolean> {
  const { rows } = await sql`
    select from address_checks c join deposit_addresses d using (address)
    where d.member_no = ${member} and ${lacksCoins}`.execute(db)
  return rows.length > 0
}

export type Lack = { trx: Units; usdt: Units }

/** What a wallet lacks against the ledger; null if nothing, or if an operator has reviewed it. */
export async function readLack(db: Db | Tx, address: string): Promise<Lack | null> {
  const { rows } = await sql<{ trx: bigint; usdt: bigint }>`
    select ledger_trx - chain_trx as trx, ledger_usdt - chain_usdt as usdt
    from address_checks c where c.address = ${address} and ${lacksCoins}`.execute(db)
  const [row] = rows
  return row ? { trx: units(row.trx), usdt: units(row.usdt) } : null
}

/**
 * What an address may lack because an operator has reviewed it. Never more than it lacked at the
 * last comparison, so a review ends with the difference.
 */
export async function readReviewedLack(db: Db | Tx, address: string): Promise<Lack> {
  const { rows } = await sql<{ trx: bigint; usdt: bigint }>`
    select greatest(least(r.missing_trx, c.ledger_trx - c.chain_trx), 0)::bigint as trx,
      greatest(least(r.missing_usdt, c.ledger_usdt - c.chain_usdt), 0)::bigint as usdt
    from address_checks c join difference_reviews r using (address)
    where c.address = ${address} and c.state <> 'agrees'
    order by r.no desc limit 1`.execute(db)
  const [row] = rows
  return { trx: units(row?.trx ?? 0n), usdt: units(row?.usdt ?? 0n) }
}

/**
 * Records that an operator has reviewed what an address lacks. We pay its owner again until it
 * lacks more. Null if there is nothing left to review.
 */
export async function reviewLack(
  db: Db | Tx,
  address: string,
  reason: string,
): Promise<Lack | null> {
  const lack = await readLack(db, address)
  if (lack === null) return null
  const row = { address, missing_trx: lack.trx, missing_usdt: lack.usdt, reason }
  await db.insertInto('difference_reviews').values(row).execute()
  return lack
}

/** Addresses whose holdings differ from the ledger, for operators. */
export const readDifferences = (db: Db) =>
  db
    .selectFrom('address_checks')
    .selectAll()
    .where('state', '=', 'differs')
    .orderBy('differs_since')
    .limit(100)
    .execute()
