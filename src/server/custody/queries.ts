import { sql, expressionBuilder } from 'kysely'
import { anyOf, countAll, lit, subquery, sumOf } from '../../db/expressions.ts'
import type { Db, Tx, Database } from '../../db/types.ts'
import { custody, HOUSE_ACCOUNTS, unattributed } from '../../domain/ledger/account.ts'
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

/** What the ledger says that we hold of a coin. */
type HeldCoin = {
  readonly coin: Coin
  /** What our addresses hold according to the ledger. */
  readonly ledger: Units
  /** The part that belongs to nobody yet. */
  readonly unattributed: Units
  /**
   * The value of what is there: the ledger's figure less what addresses lack. Null without a rate.
   */
  readonly valueMicros: Micros | null
}

export type Solvency = {
  readonly coins: readonly HeldCoin[]
  /** Members' money, plus transfers that nobody has been credited with yet. */
  readonly owedMicros: Micros
  readonly valueMicros: Micros | null
  /** Whether custody at market value covers what we owe; null while unknown. */
  readonly solvent: boolean | null
}

type CustodyCoin = HeldCoin & {
  /** What our addresses held when we last compared each with the ledger. */
  readonly chain: Units
}

export type Custody = Omit<Solvency, 'coins'> & {
  readonly coins: readonly CustodyCoin[]
  /** Addresses that differed from the ledger at their last reconciliation. */
  readonly differing: number
  /** The oldest comparison behind `chain`; null if there has been none. */
  readonly checkedSince: Date | null
}

const balanceOf = (account: number) =>
  subquery.fn.coalesce(
    subquery.selectFrom('accounts').select('balance').where('no', '=', BigInt(account)),
    sql<bigint>`0`,
  )

const HOUSE_USD = HOUSE_ACCOUNTS.filter(({ asset }) => asset === 'USD').map(({ no }) => BigInt(no))

const checks = subquery.selectFrom('address_checks')
const differing = checks.where('state', '=', lit('differs'))

/** What the addresses that differ lack of a coin. */
const lacking = (coin: 'trx' | 'usdt') =>
  differing
    .select((each) =>
      sumOf(sql`greatest(${each(`ledger_${coin}`, '-', each.ref(`chain_${coin}`))}, 0)`).as('sum'),
    )
    .$asScalar()

/**
 * What we hold, against what we owe members, at a given rate. Postings add up to zero, so members'
 * balances are the opposite of the house's accounts in USD. There are only a few of those, and this
 * runs every minute, and for every open console.
 */
export async function readSolvency(db: Db, rate: RateE8 | null): Promise<Solvency> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('accounts')
        .select((each) => sumOf(each.neg('balance')).as('sum'))
        .where('no', '=', anyOf(HOUSE_USD, 'bigint'))
        .$asScalar()
        .$notNull()
        .as('owed'),
      balanceOf(custody('TRX')).as('trx'),
      balanceOf(custody('USDT')).as('usdt'),
      eb.neg(balanceOf(unattributed('TRX'))).as('free_trx'),
      eb.neg(balanceOf(unattributed('USDT'))).as('free_usdt'),
      lacking('trx').$notNull().as('lacking_trx'),
      lacking('usdt').$notNull().as('lacking_usdt'),
    ])
    .executeTakeFirstOrThrow()
  const usdtRate = (await usdtValueRate(db)) ?? PAR_RATE
  const coins: HeldCoin[] = [
    {
      coin: 'TRX',
      ledger: units(row.trx),
      unattributed: units(row.free_trx),
      valueMicros: valueAt(units(row.trx - row.lacking_trx), rate),
    },
    {
      coin: 'USDT',
      ledger: units(row.usdt),
      unattributed: units(row.free_usdt),
      valueMicros: valueAt(units(row.usdt - row.lacking_usdt), usdtRate),
    },
  ]
  const owedMicros = micros(row.owed + owedToSenders(row.free_trx, row.free_usdt, rate))
  const values = coins.map(({ valueMicros }) => valueMicros).filter((each) => each !== null)
  const known = values.length === coins.length
  const valueMicros = known ? micros(values.reduce((sum, each) => sum + each, 0n)) : null
  const solvent = valueMicros === null ? null : valueMicros >= owedMicros
  return { coins, owedMicros, valueMicros, solvent }
}

/** The same, with what our addresses held on chain at the last comparison of each. */
export async function readCustody(db: Db, rate: RateE8 | null): Promise<Custody> {
  const solvency = await readSolvency(db, rate)
  const row = await db
    .selectFrom('custody_totals')
    .select([
      'chain_trx',
      'chain_usdt',
      differing.select(countAll.as('count')).$asScalar().$notNull().as('differing'),
      checks
        .select(({ fn }) => fn.min('checked_at').as('at'))
        .$asScalar()
        .as('checked_since'),
    ])
    .executeTakeFirstOrThrow()
  const coins = solvency.coins.map((held) => ({
    ...held,
    chain: units(held.coin === 'TRX' ? row.chain_trx : row.chain_usdt),
  }))
  return { ...solvency, coins, differing: row.differing, checkedSince: row.checked_since }
}

/**
 * What we owe for unmatched transfers: they wait in custody and belong to their senders. USDT
 * counts at par, as in a credit. Without a rate, TRX counts nothing, and solvency is unknown.
 */
export function owedToSenders(trx: bigint, usdt: bigint, rate: RateE8 | null): bigint {
  return (valueAt(units(trx), rate) ?? 0n) + (valueAt(units(usdt), PAR_RATE) ?? 0n)
}

function valueAt(amount: Units, rate: RateE8 | null): Micros | null {
  if (rate !== null) return valueOf('TRX', amount, rate)
  return amount === 0n ? micros(0n) : null
}

const checkColumns = expressionBuilder<Database, 'address_checks'>()

/**
 * An address that holds less than the ledger says, by more than an operator has reviewed since the
 * difference began. Holding more is harmless, and any stranger can cause it.
 */
const lacksCoins = checkColumns.and([
  checkColumns('address_checks.state', '=', lit('differs')),
  checkColumns.or([
    checkColumns('address_checks.chain_trx', '<', checkColumns.ref('address_checks.ledger_trx')),
    checkColumns('address_checks.chain_usdt', '<', checkColumns.ref('address_checks.ledger_usdt')),
  ]),
  checkColumns.not(
    checkColumns.exists(
      checkColumns
        .selectFrom(
          checkColumns
            .selectFrom('difference_reviews')
            .select(['missing_trx', 'missing_usdt'])
            .whereRef('difference_reviews.address', '=', 'address_checks.address')
            .whereRef('difference_reviews.reviewed_at', '>=', 'address_checks.differs_since')
            .orderBy('difference_reviews.no', 'desc')
            .limit(1)
            .as('seen'),
        )
        .where((eb) =>
          eb(
            eb('address_checks.ledger_trx', '-', eb.ref('address_checks.chain_trx')),
            '<=',
            eb.ref('seen.missing_trx'),
          ),
        )
        .where((eb) =>
          eb(
            eb('address_checks.ledger_usdt', '-', eb.ref('address_checks.chain_usdt')),
            '<=',
            eb.ref('seen.missing_usdt'),
          ),
        ),
    ),
  ),
])

/** Members whose deposit address lacks coins, as a query of their numbers. We don't pay them. */
export const membersUnderReview = subquery
  .selectFrom('address_checks')
  .innerJoin('deposit_addresses', 'deposit_addresses.address', 'address_checks.address')
  .select('deposit_addresses.member_no')
  .where(lacksCoins)

/** Whether a member's deposit address lacks coins that the ledger has credited. */
export async function isUnderReview(db: Db, member: number): Promise<boolean> {
  const rows = await db
    .selectFrom('address_checks')
    .innerJoin('deposit_addresses', 'deposit_addresses.address', 'address_checks.address')
    .where('deposit_addresses.member_no', '=', member)
    .where(lacksCoins)
    .execute()
  return rows.length > 0
}

export type Lack = { trx: Units; usdt: Units }

/** What a wallet lacks against the ledger; null if nothing, or if an operator has reviewed it. */
export async function readLack(
  db: Db | Tx,
  address: string,
): Promise<(Lack & { checkedAt: Date }) | null> {
  const row = await db
    .selectFrom('address_checks')
    .select((eb) => [
      eb('ledger_trx', '-', eb.ref('chain_trx')).as('trx'),
      eb('ledger_usdt', '-', eb.ref('chain_usdt')).as('usdt'),
      'checked_at',
    ])
    .where('address', '=', address)
    .where(lacksCoins)
    .executeTakeFirst()
  return row ? { trx: units(row.trx), usdt: units(row.usdt), checkedAt: row.checked_at } : null
}

/**
 * What an address may lack because an operator has reviewed it. Never more than it lacked at the
 * last comparison. A review ends with its difference: the next one may be another loss.
 */
export async function readReviewedLack(db: Db | Tx, address: string): Promise<Lack> {
  const row = await db
    .selectFrom('address_checks')
    .innerJoin('difference_reviews', 'difference_reviews.address', 'address_checks.address')
    .select((eb) => [
      sql<bigint>`greatest(least(${eb.ref('missing_trx')},
        ${eb('ledger_trx', '-', eb.ref('chain_trx'))}), 0)::bigint`.as('trx'),
      sql<bigint>`greatest(least(${eb.ref('missing_usdt')},
        ${eb('ledger_usdt', '-', eb.ref('chain_usdt'))}), 0)::bigint`.as('usdt'),
    ])
    .where('address_checks.address', '=', address)
    .where('address_checks.state', '<>', lit('agrees'))
    .whereRef('difference_reviews.reviewed_at', '>=', 'address_checks.differs_since')
    .orderBy('difference_reviews.no', 'desc')
    .limit(1)
    .executeTakeFirst()
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
    .select([
      'address',
      'state',
      'checked_at',
      'chain_trx',
      'chain_usdt',
      'ledger_trx',
      'ledger_usdt',
      'differs_since',
      'block_number',
    ])
    .where('state', '=', 'differs')
    .orderBy('differs_since')
    .limit(100)
    .execute()
