import { is, lit } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import { inCustody } from '../addresses/whose-address.ts'
import { audit } from '../audit/audit.ts'
import type { Book } from '../book/book.ts'
import { readReach } from '../chain/chain-record.ts'
import { ledgerOf } from '../chain/ledger-balances.ts'
import { receiveTreasury } from '../deposit/incoming/receive-treasury.ts'
import {
  isExplainedDeposit,
  isReversed,
  releaseOwnTransfers,
  reversalOf,
} from '../deposit/incoming/own-transfers.ts'
import { BatchRefused } from './batch-refused.ts'
import type { Act } from './own-wallets.ts'

type Deps = { db: Db; book: Book; tron: TronNodes }
type Retirement = Act & { mistaken: boolean }

/** How often we start over because a transfer was booked while we reversed the others. */
const TRIES = 5

/**
 * Takes a wallet off our list. From now on, its transfers are payments like any other. `mistaken`
 * means that it never was ours. Then we also take everything booked for it out of custody, close
 * its unexplained transfers, and book the transfers that we kept back because of it. Returns how
 * many those are.
 * @throws BatchRefused while a move or payout of it is under way, while the ledger says that it
 * holds coins (unless it is `mistaken`), or if a `mistaken` one was part of a payout or move.
 */
export async function retireWallet(
  deps: Deps,
  address: string,
  retirement: Retirement,
): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (retirement.mistaken) {
      await refuseUsed(deps.db, address)
      await reverseBooked(deps, address)
      await reverseExplained(deps, address)
    }
    const released = await retire(deps.db, address, retirement)
    if (released !== null) return released
  }
  throw new BatchRefused('This wallet keeps receiving coins. Try again.')
}

/**
 * Returns how many transfers it released, or null if a mistaken wallet still has something booked.
 */
async function retire(
  db: Db,
  address: string,
  { operator, why, mistaken }: Retirement,
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    // The scan reads our wallets under this lock, so it records no more transfers of this one.
    await tx.selectFrom('chain_cursors').select('network').forUpdate().execute()
    const wallet = await tx
      .selectFrom('own_wallets')
      .select(['role', 'added_at'])
      .where('address', '=', address)
      .forUpdate()
      .executeTakeFirst()
    if (!wallet) throw new BatchRefused('This wallet is not one of ours.')
    await refuseUnderWay(tx, address)
    if (mistaken) {
      // A receipt that is being booked deletes its row too, so one of the two waits for the other.
      await tx.deleteFrom('incoming_transfers').where('to_address', '=', address).execute()
      if ((await readBooked(tx, address)).length > 0) return null
      if ((await readExplained(tx, address)).length > 0) return null
    } else {
      await refuseHolding(tx, address)
    }
    await tx
      .insertInto('retired_wallets')
      .values({ address, ...wallet, retired_by: operator, reason: why })
      .execute()
    await tx.deleteFrom('own_wallets').where('address', '=', address).execute()
    await forgetChecks(tx, address)
    const closed = mistaken ? await closeUnexplained(tx, address, { operator, why }) : 0
    const released = mistaken ? await releaseOwnTransfers(tx, address) : 0
    const entry = { operator, action: 'retire wallet', object: address, reason: why }
    await audit(tx, [
      { ...entry, after: { mistaken, released, closed }, requestId: 'command line' },
    ])
    return released
  })
}

async function refuseUnderWay(tx: Tx, address: string): Promise<void> {
  const row = await tx
    .selectNoFrom((eb) =>
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
    )
    .executeTakeFirst()
  if (row?.open) throw new BatchRefused('A payout or move of this wallet is under way.')
}

/** Counts what is booked now. The last comparison may be from before a sweep. */
async function refuseHolding(tx: Tx, address: string): Promise<void> {
  const { trx, usdt } = await ledgerOf(tx, address)
  if (trx > 0n || usdt > 0n) {
    throw new BatchRefused('The ledger says that this wallet holds coins.')
  }
}

/** Someone of ours must have the key of a wallet that we paid from. */
async function refuseUsed(db: Db, address: string): Promise<void> {
  const row = await db
    .selectNoFrom((eb) =>
      is(
        eb.or([
          eb.exists(eb.selectFrom('payouts').where('from_address', '=', address)),
          eb.exists(
            eb
              .selectFrom('custody_moves')
              .where((move) =>
                move.or([move('from_address', '=', address), move('to_address', '=', address)]),
              ),
          ),
        ]),
      ).as('used'),
    )
    .executeTakeFirst()
  if (!row?.used) return
  throw new BatchRefused('This wallet was part of our payouts or moves. Retire it as ours.')
}

/**
 * Explained payments of a wallet to deposit addresses that the ledger still has as moves between
 * our own addresses. They are deposits if the wallet isn't ours.
 */
const readExplained = (db: Db | Tx, address: string) =>
  db
    .selectFrom('own_incoming_transfers')
    .select(['txid', 'asset', 'log_index', 'to_address', 'amount'])
    .where('from_address', '=', address)
    .where(isExplainedDeposit)
    .where(({ not }) => not(isReversed))
    .execute()

/** Takes them out of custody where they arrived. Then they can be booked like any payment. */
async function reverseExplained({ db, book, tron }: Deps, address: string): Promise<void> {
  const explained = await readExplained(db, address)
  if (explained.length === 0) return
  const reach = await readReach(db, tron)
  if (!reach) throw new BatchRefused('We have not read the chain yet.')
  const { network, number: blockNumber, at: blockAt } = reach
  for (const { txid, asset, log_index: logIndex, to_address: to, amount } of explained) {
    const reversal = { network, txid: reversalOf(address, txid), asset, logIndex }
    await receiveTreasury(
      { db, book },
      { ...reversal, from: '', to, amount: -amount, blockNumber, blockAt, attributable: false },
      `reversed: ${address}, which paid with ${txid}, is not our wallet`,
    )
  }
}

const readBooked = (db: Db | Tx, address: string) =>
  db
    .selectFrom('address_totals')
    .select(['asset', 'units'])
    .where('address', '=', address)
    .where('units', '<>', lit(0n))
    .execute()

/**
 * Takes what we booked for a wallet out of custody again: receipts, an opening balance, explained
 * transfers, and fees. One entry per coin, as a receipt of the opposite amount.
 */
async function reverseBooked({ db, book, tron }: Deps, address: string): Promise<void> {
  const booked = await readBooked(db, address)
  if (booked.length === 0) return
  const reach = await readReach(db, tron)
  if (!reach) throw new BatchRefused('We have not read the chain yet.')
  const { network, number: blockNumber, at: blockAt } = reach
  const txid = `mistaken:${address}`
  for (const { asset, units } of booked) {
    const reversal = { network, txid, asset, from: '', to: address, amount: -units, blockNumber }
    // The next free index: two commands at once take the same one, and the table refuses one.
    const logIndex = await countReversals(db, txid, asset)
    await receiveTreasury(
      { db, book },
      { ...reversal, logIndex, blockAt, attributable: false },
      `reversed: ${address} is not our wallet`,
    )
  }
}

async function countReversals(db: Db, txid: string, asset: number): Promise<number> {
  const rows = await db
    .selectFrom('treasury_receipts')
    .select('log_index')
    .where('txid', '=', txid)
    .where('asset', '=', asset)
    .execute()
  return rows.length
}

/** Its last comparison with the ledger no longer counts, and there won't be another. */
async function forgetChecks(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('reconciliation_queue').where('address', '=', address).execute()
  await tx.deleteFrom('reconciliation_retries').where('address', '=', address).execute()
  const nothing = { chain_trx: 0n, chain_usdt: 0n, ledger_trx: 0n, ledger_usdt: 0n }
  await tx
    .updateTable('address_checks')
    .set({ ...nothing, state: 'agrees', differs_since: null })
    .where('address', '=', address)
    .execute()
}

/** Closes what it sent, unless the same transaction took coins from an address of ours too. */
async function closeUnexplained(tx: Tx, address: string, { operator, why }: Act): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('unexplained_transfers')
    .set({ explained_by: operator, explanation: `not our wallet: ${why}` })
    .where('address', '=', address)
    .where('explained_by', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chain_transfers')
            .whereRef('chain_transfers.txid', '=', 'unexplained_transfers.txid')
            .where((transfer) => inCustody(transfer.ref('chain_transfers.from_address'))),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
