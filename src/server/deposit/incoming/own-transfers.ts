import { expressionBuilder, sql } from 'kysely'
import { lit } from '../../../db/expressions.ts'
import type { Database, Db, Tx } from '../../../db/types.ts'
import { staysInCustody } from '../../addresses/whose-address.ts'
import { TRANSFER_COLUMNS, transferRow, type ChainTransfer } from '../../chain/chain-transfer.ts'
import { dropIncoming } from './receive-transfer.ts'

/**
 * Takes a transfer sent by one of our own addresses out of the inbox. We keep it, because the
 * sender may turn out not to be ours. False if it just did: then the transfer stays in the inbox.
 */
export async function holdBackOwnTransfer(db: Db, transfer: ChainTransfer): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    if (!(await staysInCustody(tx, transfer.from))) return false
    await tx
      .insertInto('own_incoming_transfers')
      .values(transferRow(transfer))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await dropIncoming(tx, [transfer])
    return true
  })
}

const kept = expressionBuilder<Database, 'own_incoming_transfers'>()

/** Whether an operator explained a transfer, before its sender turned out not to be ours. */
const isExplained = kept.exists(
  kept
    .selectFrom('outside_moves')
    .whereRef('outside_moves.txid', '=', 'own_incoming_transfers.txid'),
)

/** Whether we booked a transfer to a deposit address as a move from one of ours to another. */
export const isExplainedDeposit = kept.exists(
  kept
    .selectFrom('outside_moves')
    .innerJoin('deposit_addresses', 'deposit_addresses.address', 'outside_moves.to_address')
    .whereRef('outside_moves.txid', '=', 'own_incoming_transfers.txid')
    .whereRef('outside_moves.asset', '=', 'own_incoming_transfers.asset')
    .whereRef('outside_moves.log_index', '=', 'own_incoming_transfers.log_index')
    .whereRef('outside_moves.from_address', '=', 'own_incoming_transfers.from_address')
    .where('outside_moves.to_own', '=', lit(true)),
)

/** The receipt that reverses an explained transfer. Its own name, so that there is at most one. */
export const reversalOf = (sender: string, txid: string): string => `mistaken:${sender}:${txid}`

/** Whether that move is out of custody again. */
export const isReversed = kept.exists(
  kept
    .selectFrom('treasury_receipts')
    .whereRef('treasury_receipts.network', '=', 'own_incoming_transfers.network')
    .where(
      'treasury_receipts.txid',
      '=',
      sql<string>`'mistaken:' || ${kept.ref('own_incoming_transfers.from_address')}
        || ':' || ${kept.ref('own_incoming_transfers.txid')}`,
    )
    .whereRef('treasury_receipts.asset', '=', 'own_incoming_transfers.asset')
    .whereRef('treasury_receipts.log_index', '=', 'own_incoming_transfers.log_index'),
)

/**
 * Puts an address's transfers back into the inbox, to be booked like any stranger's. Leaves out
 * moves that we made and recorded ourselves, and those that were explained and not reversed.
 * Returns how many.
 */
export async function releaseOwnTransfers(tx: Tx, sender: string): Promise<number> {
  const rows = await tx
    .with('released', (db) =>
      db
        .deleteFrom('own_incoming_transfers')
        .where('from_address', '=', sender)
        .where(({ eb, not, exists }) =>
          eb.and([
            ...(['custody_moves', 'payouts'] as const).map((table) =>
              not(
                exists(
                  eb
                    .selectFrom(table)
                    .whereRef(`${table}.txid`, '=', 'own_incoming_transfers.txid'),
                ),
              ),
            ),
            eb.or([not(isExplained), isReversed]),
          ]),
        )
        .returning(TRANSFER_COLUMNS),
    )
    .insertInto('incoming_transfers')
    .columns(TRANSFER_COLUMNS)
    .expression((eb) => eb.selectFrom('released').select(TRANSFER_COLUMNS))
    .returning('txid')
    .execute()
  return rows.length
}
