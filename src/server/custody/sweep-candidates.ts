import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { sql } from 'kysely'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Coin } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'

// Finds deposit addresses worth a sweep, richest first for each coin, and those that the network
// would refuse.

export type Candidate = RowOf<'deposit_addresses', 'address_index'> & {
  address: Address
  trx: bigint
  usdt: bigint
}

const PAGE = 200

/** Compared since its last move, with no move under way and not quarantined for the coin. */
const isFree = (coin: Coin) => sql`
  c.state = 'agrees'
  and not exists (select from custody_moves m
    where m.state = 'stored' and a.address in (m.from_address, m.to_address))
  and not exists (select from reconciliation_queue d where d.address = a.address and d.moved)
  and not exists (select from sweep_quarantine q
    where q.address = a.address and q.asset = ${ASSET_CODES[coin]})`

const columns = sql`a.address, a.address_index, c.chain_trx as trx, c.chain_usdt as usdt`
const tables = sql`address_checks c join deposit_addresses a using (address)`

/** Addresses with at least `least` USDT (millionths), richest first. */
export async function* richInUsdt(db: Db, least: bigint): AsyncGenerator<Candidate> {
  let after: Candidate | undefined
  for (;;) {
    const page: Candidate[] = (
      await sql<Candidate>`
        select ${columns} from ${tables}
        where c.chain_usdt > 1 and c.chain_usdt >= ${least} and ${isFree('USDT')}
          and (${after === undefined} or c.chain_usdt < ${after?.usdt ?? 0n}
            or (c.chain_usdt = ${after?.usdt ?? 0n} and c.address > ${after?.address ?? ''}))
        order by c.chain_usdt desc, c.address limit ${PAGE}`.execute(db)
    ).rows
    yield* page
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

/**
 * Addresses with at least `leastSun`, richest first. Leaves out one whose USDT is worth a sweep,
 * because it needs its TRX for that.
 */
export async function richInTrx(
  db: Db,
  terms: { leastSun: bigint; worthUsdt: bigint; most: number },
): Promise<Candidate[]> {
  const { leastSun, worthUsdt, most } = terms
  const { rows } = await sql<Candidate>`
    select ${columns} from ${tables}
    where c.chain_trx > 0 and c.chain_trx >= ${leastSun} and c.chain_usdt < ${worthUsdt}
      and ${isFree('TRX')}
    order by c.chain_trx desc, c.address limit ${most}`.execute(db)
  return rows
}

export type Refused = { address: Address; coin: Coin; reason: string }

/** Excludes addresses from sweeps and top-ups until an operator requeues them. */
export async function quarantine(db: Db | Tx, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return
  const rows = refused.map(({ address, coin, reason }) => {
    return { address, asset: ASSET_CODES[coin], reason: reason.slice(0, 200) }
  })
  await db
    .insertInto('sweep_quarantine')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Requeues an address for sweeps. False if it wasn't in quarantine. */
export async function requeueAddress(db: Db | Tx, address: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sweep_quarantine')
    .where('address', '=', address)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Quarantined addresses, for operators. */
export const readQuarantine = (db: Db) =>
  db.selectFrom('sweep_quarantine').selectAll().orderBy('since').limit(100).execute()
