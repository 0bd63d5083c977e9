import { sql } from 'kysely'
import { countAll } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { isOwnWallet, memberOf, readOwners } from '../addresses/whose-address.ts'
import { audit } from '../audit/audit.ts'
import { BatchRefused } from './batch-refused.ts'

// Which wallets are ours decides how we treat a payment: we never credit what they send. A wallet
// becomes ours through an operator's command or a stored batch, never just by being typed.

export type OwnWallet = { address: Address; role: RowOf<'own_wallets'>['role'] }
export type Act = { operator: string; why: string }

/** Registers a wallet as ours. A wallet that already is keeps its role. */
export async function storeWallet(db: Db | Tx, wallet: OwnWallet): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('own_wallets')
    .values(wallet)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Lets one import at a time spend what a wallet of ours holds, because two could spend the same
 * coins. The row is the lock, since anyone may take an advisory lock.
 */
export const spendAlone = <T>(db: Db, address: string, spend: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await tx
      .selectFrom('own_wallets')
      .select('address')
      .where('address', '=', address)
      .forNoKeyUpdate()
      .execute()
    return await spend()
  })

/** For imports: a wallet retired since the export may neither pay nor collect. */
export async function refuseRetired(db: Db, addresses: Iterable<string>): Promise<void> {
  for (const address of addresses) {
    if (await isOwnWallet(db, address)) continue
    throw new BatchRefused(`${address} is no longer one of our wallets. Discard the batch.`)
  }
}

/**
 * Registers a wallet as ours for an operator.
 * @throws BatchRefused if it can't be.
 */
export async function addWallet(db: Db, wallet: OwnWallet, { operator, why }: Act): Promise<void> {
  await refuseDepositAddress(db, wallet.address)
  await db.transaction().execute(async (tx) => {
    if (!(await storeWallet(tx, wallet))) throw new BatchRefused('This wallet is already ours.')
    const entry = { operator, action: 'add wallet', object: wallet.address, reason: why }
    await audit(tx, [{ ...entry, after: { role: wallet.role }, requestId: 'command line' }])
  })
}

/**
 * A member's deposit address can't become a wallet, because its transfers would lose their owner.
 */
export async function refuseDepositAddress(db: Db | Tx, address: string): Promise<void> {
  const owners = await readOwners(db, [address])
  if (memberOf(owners, address) === undefined) return
  throw new BatchRefused(`${address} is a member's deposit address.`)
}

/** Our wallets, for operators, with the number of transfers that we kept back for each. */
export async function listWallets(db: Db): Promise<object[]> {
  const rows = await db
    .selectFrom('own_wallets')
    .leftJoin('address_checks', 'address_checks.address', 'own_wallets.address')
    .select((eb) => [
      'own_wallets.address',
      'own_wallets.role',
      'own_wallets.added_at',
      eb.cast<string | null>('address_checks.ledger_trx', 'text').as('ledger_trx'),
      eb.cast<string | null>('address_checks.ledger_usdt', 'text').as('ledger_usdt'),
      'address_checks.state',
      eb
        .selectFrom('own_incoming_transfers')
        .select(countAll.as('count'))
        .whereRef('own_incoming_transfers.from_address', '=', 'own_wallets.address')
        .where((kept) =>
          kept.not(
            kept.exists(
              kept
                .selectFrom('custody_moves')
                .whereRef('custody_moves.txid', '=', 'own_incoming_transfers.txid'),
            ),
          ),
        )
        .$asScalar()
        .as('kept_transfers'),
    ])
    .orderBy('own_wallets.added_at')
    .limit(500)
    .execute()
  return rows
}
