import { countAll, is, lit } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { releaseOwnTransfers } from '../deposit/incoming/own-transfers.ts'
import { audit } from '../audit/audit.ts'
import { BatchRefused } from './batch-refused.ts'

// Which wallets are ours decides how we treat a payment: we never credit what they send. A wallet
// becomes ours through an operator's command or a stored batch, never just by being typed.

export type OwnWallet = { address: Address; role: RowOf<'own_wallets'>['role'] }
type Act = { operator: string; why: string }

/** Registers a wallet as ours. A wallet that already is keeps its role. */
export async function storeWallet(db: Db | Tx, wallet: OwnWallet): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('own_wallets')
    .values(wallet)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function isOwnWallet(db: Db, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('own_wallets')
    .select('address')
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

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
  const row = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('address', '=', address)
    .executeTakeFirst()
  if (row) throw new BatchRefused(`${address} is a member's deposit address.`)
}

/**
 * Takes a wallet off our list. From now on, its transfers are payments like any other. `mistaken`
 * means that it never was ours, so we also book the transfers that we kept back because of it.
 * Returns how many those are.
 * @throws BatchRefused while the ledger says that it holds coins, or a move or payout of it is
 * under way.
 */
export async function retireWallet(
  db: Db,
  address: string,
  { operator, why, mistaken }: Act & { mistaken: boolean },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const wallet = await tx
      .selectFrom('own_wallets')
      .select(['role', 'added_at'])
      .where('address', '=', address)
      .forUpdate()
      .executeTakeFirst()
    if (!wallet) throw new BatchRefused('This wallet is not one of ours.')
    await refuseInUse(tx, address)
    await tx
      .insertInto('retired_wallets')
      .values({ address, ...wallet, retired_by: operator, reason: why })
      .execute()
    await tx.deleteFrom('own_wallets').where('address', '=', address).execute()
    const released = mistaken ? await releaseOwnTransfers(tx, address) : 0
    const entry = { operator, action: 'retire wallet', object: address, reason: why }
    await audit(tx, [{ ...entry, after: { mistaken, released }, requestId: 'command line' }])
    return released
  })
}

async function refuseInUse(tx: Tx, address: string): Promise<void> {
  const rows = await tx
    .selectNoFrom((eb) => [
      is(
        eb.or([
          eb.exists(
            eb
              .selectFrom('payouts')
              .where('state', '=', lit('stored'))
              .where('from_address', '=', address),
          ),
          eb.exists(
            eb
              .selectFrom('custody_moves')
              .where('state', '=', lit('stored'))
              .where((move) =>
                move.or([move('from_address', '=', address), move('to_address', '=', address)]),
              ),
          ),
        ]),
      ).as('open'),
      is(
        eb.exists(
          eb
            .selectFrom('address_checks')
            .where('address', '=', address)
            .where((check) =>
              check.or([check('ledger_trx', '>', lit(0n)), check('ledger_usdt', '>', lit(0n))]),
            ),
        ),
      ).as('holds'),
    ])
    .execute()
  if (rows[0]?.open) throw new BatchRefused('A payout or move of this wallet is under way.')
  if (rows[0]?.holds) throw new BatchRefused('The ledger says that this wallet holds coins.')
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
