import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { custody, FIRST_MEMBER_ACCOUNT, unattributed } from '../../domain/account.ts'
import { units, type Coin, type Micros, type RateE8, type Units } from '../../domain/money.ts'
import { micros } from '../../domain/money.ts'
import { valueOf } from '../../domain/rate.ts'

export type CoinCustody = {
  coin: Coin
  /** What our addresses held when each was last compared with the ledger. */
  chain: Units
  /** What the ledger says that they hold. */
  ledger: Units
  /** The part of it that is not anybody's yet. */
  unattributed: Units
  /** The ledger's figure at the given rate; null while TRX has no rate. */
  valueMicros: Micros | null
}

export type Custody = {
  coins: CoinCustody[]
  owedMicros: Micros
  valueMicros: Micros | null
  /** Whether custody at market value covers what is owed; null while it cannot be told. */
  solvent: boolean | null
  /** Addresses that differed from the ledger twice in a row. */
  differing: number
  /** The oldest comparison behind `chain`; null when there has been none. */
  checkedSince: Date | null
}

type Row = {
  owed: bigint
  trx: bigint
  usdt: bigint
  free_trx: bigint
  free_usdt: bigint
  chain_trx: bigint
  chain_usdt: bigint
  differing: number
  checked_since: Date | null
}

const balanceOf = (account: number) =>
  sql`coalesce((select balance from accounts where no = ${account}), 0)`

/** Custody on chain, in the ledger, and against what is owed to members, at a rate. */
export async function readCustody(db: Db, rate: RateE8 | null): Promise<Custody> {
  const { rows } = await sql<Row>`
    select (select coalesce(sum(balance), 0)::bigint from accounts
        where no >= ${FIRST_MEMBER_ACCOUNT}) as owed,
      ${balanceOf(custody('TRX'))} as trx, ${balanceOf(custody('USDT'))} as usdt,
      -${balanceOf(unattributed('TRX'))} as free_trx,
      -${balanceOf(unattributed('USDT'))} as free_usdt,
      (select coalesce(sum(chain_trx), 0)::bigint from address_checks) as chain_trx,
      (select coalesce(sum(chain_usdt), 0)::bigint from address_checks) as chain_usdt,
      (select count(*)::int from address_checks where state = 'differs') as differing,
      (select min(checked_at) from address_checks) as checked_since`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('counting gave no row')
  const coin = (name: Coin, chain: bigint, ledger: bigint, free: bigint): CoinCustody => ({
    coin: name,
    chain: units(chain),
    ledger: units(ledger),
    unattributed: units(free),
    valueMicros: valueAt(name, units(ledger), rate),
  })
  const coins = [
    coin('TRX', row.chain_trx, row.trx, row.free_trx),
    coin('USDT', row.chain_usdt, row.usdt, row.free_usdt),
  ]
  const values = coins.map(({ valueMicros }) => valueMicros).filter((each) => each !== null)
  const known = values.length === coins.length
  const valueMicros = known ? micros(values.reduce((sum, each) => sum + each, 0n)) : null
  return {
    coins,
    owedMicros: micros(row.owed),
    valueMicros,
    solvent: valueMicros === null ? null : valueMicros >= row.owed,
    differing: row.differing,
    checkedSince: row.checked_since,
  }
}

function valueAt(coin: Coin, amount: Units, rate: RateE8 | null): Micros | null {
  if (coin === 'USDT') return micros(amount)
  if (rate !== null) return valueOf(coin, amount, rate)
  return amount === 0n ? micros(0n) : null
}

/** Addresses that hold other than the ledger says, for operators. */
export const readDifferences = (db: Db) =>
  db
    .selectFrom('address_checks')
    .selectAll()
    .where('state', '=', 'differs')
    .orderBy('differs_since')
    .limit(100)
    .execute()
