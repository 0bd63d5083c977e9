import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { lit } from '../../db/expressions.ts'
import { pagesOf } from '../../db/pages.ts'
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

/**
 * Compared since its last move, with no move under way and not quarantined for the coin. For USDT,
 * also not frozen as of our daily check.
 */
const selectFree = (db: Db, coin: Coin) =>
  db
    .selectFrom('address_checks')
    .innerJoin('deposit_addresses', 'deposit_addresses.address', 'address_checks.address')
    .select([
      'deposit_addresses.address',
      'deposit_addresses.address_index',
      'address_checks.chain_trx as trx',
      'address_checks.chain_usdt as usdt',
    ])
    .$narrowType<{ address: Address }>()
    .where('address_checks.state', '=', lit('agrees'))
    .where(({ eb, exists, not }) =>
      eb.and([
        not(
          exists(
            eb
              .selectFrom('custody_moves')
              .where('custody_moves.state', '=', lit('stored'))
              .where((move) =>
                move.or([
                  move('custody_moves.from_address', '=', move.ref('deposit_addresses.address')),
                  move('custody_moves.to_address', '=', move.ref('deposit_addresses.address')),
                ]),
              ),
          ),
        ),
        not(
          exists(
            eb
              .selectFrom('reconciliation_queue')
              .whereRef('reconciliation_queue.address', '=', 'deposit_addresses.address')
              .where('reconciliation_queue.moved', '=', lit(true)),
          ),
        ),
        not(
          exists(
            eb
              .selectFrom('sweep_quarantine')
              .whereRef('sweep_quarantine.address', '=', 'deposit_addresses.address')
              .where('sweep_quarantine.asset', '=', ASSET_CODES[coin]),
          ),
        ),
      ]),
    )
    .$if(coin === 'USDT', (query) =>
      query.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('frozen_addresses').whereRef(
              'frozen_addresses.address',
              '=',
              'deposit_addresses.address',
            ),
          ),
        ),
      ),
    )

/** Addresses with at least `least` USDT (millionths), richest first. */
export async function* richInUsdt(db: Db, least: bigint): AsyncGenerator<Candidate> {
  const readPage = (last: Candidate | undefined): Promise<Candidate[]> =>
    selectFree(db, 'USDT')
      .where('address_checks.chain_usdt', '>', lit(1n))
      .where('address_checks.chain_usdt', '>=', least)
      .$if(last !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('address_checks.chain_usdt', '<', last?.usdt ?? 0n),
            eb.and([
              eb('address_checks.chain_usdt', '=', last?.usdt ?? 0n),
              eb('address_checks.address', '>', last?.address ?? ''),
            ]),
          ]),
        ),
      )
      .orderBy('address_checks.chain_usdt', 'desc')
      .orderBy('address_checks.address')
      .limit(PAGE)
      .execute()
  for await (const page of pagesOf(PAGE, readPage)) yield* page
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
  const rows = await selectFree(db, 'TRX')
    .where('address_checks.chain_trx', '>', lit(0n))
    .where('address_checks.chain_trx', '>=', leastSun)
    .where('address_checks.chain_usdt', '<', worthUsdt)
    .orderBy('address_checks.chain_trx', 'desc')
    .orderBy('address_checks.address')
    .limit(most)
    .execute()
  return rows
}

export type Refused = { address: Address; coin: Coin; reason: string }

/** Excludes an address from sweeps and top-ups until an operator requeues it. */
export async function quarantineAddress(
  db: Db | Tx,
  { address, coin, reason }: Refused,
): Promise<void> {
  await db
    .insertInto('sweep_quarantine')
    .values({ address, asset: ASSET_CODES[coin], reason: reason.slice(0, 200) })
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
export const readQuarantinedAddresses = (db: Db) =>
  db
    .selectFrom('sweep_quarantine')
    .select(['address', 'asset', 'reason', 'since'])
    .orderBy('since')
    .limit(100)
    .execute()
