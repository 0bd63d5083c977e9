import { is, lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import { isProvablyExpired } from '../../tron/query/transaction-state.ts'
import { transferOf, transfersOf, type ChainTransfer } from './chain-transfer.ts'
import { readCursor } from './record-blocks.ts'
import { readOwners } from '../addresses/whose-address.ts'
import { recordTransactions } from './record-transactions.ts'

// What our own record of final blocks has about a transaction. It has no gaps before its cursor.

/** How far the record reaches. Null before the scan has begun. */
export type Reach = { network: string; number: number; id: string; at: Date }

/** Throws while the chain name is unknown. After that, the record needs no node. */
export async function readReach(db: Db, tron: TronNodes): Promise<Reach | null> {
  const chain = await tron.chainName()
  if (!chain.ok) throw new Error(`the chain cannot be read: ${chain.trouble.kind}`)
  const cursor = await readCursor(db, chain.value)
  if (!cursor) return null
  const { finalNumber: number, finalId: id, finalAt: at } = cursor
  return { network: chain.value, number, id, at }
}

/** Everything that a recorded transaction moved. */
export async function recordedTransfers(
  db: Db,
  { network }: Reach,
  txid: string,
): Promise<ChainTransfer[]> {
  const rows = await db
    .selectFrom('chain_transfers')
    .innerJoin('chain_transactions', (join) =>
      join
        .onRef('chain_transactions.txid', '=', 'chain_transfers.txid')
        .onRef('chain_transactions.network', '=', 'chain_transfers.network'),
    )
    .select([
      'chain_transfers.asset',
      'chain_transfers.kind',
      'chain_transfers.log_index',
      'chain_transfers.from_address',
      'chain_transfers.to_address',
      'chain_transfers.amount',
      'chain_transfers.block_number',
      'chain_transactions.block_at',
    ])
    .where('chain_transfers.txid', '=', txid)
    .where('chain_transfers.network', '=', network)
    .orderBy('log_index')
    .execute()
  return rows.map(({ kind, ...row }) =>
    transferOf({ ...row, network, txid, attributable: kind === 'transfer' }),
  )
}

/**
 * Everything that a final transaction moved, as the nodes report it now. Our record may have less:
 * TRX sent by a contract that only a node reports that was down, or one of very many movements.
 * Null while the nodes don't report the transaction.
 */
export async function reportedTransfers(
  tron: TronNodes,
  { network }: Reach,
  txid: string,
): Promise<ChainTransfer[] | null> {
  const found = await tron.transaction(txid)
  if (!found.ok || found.value.state !== 'final') return null
  return transfersOf(network, found.value.reading)
}

type Found = 'recorded' | 'expired' | 'waiting'

/**
 * Looks up a transaction that the scan may have passed before we were waiting for it. Adds it to
 * the record from its block, read the same way as in the scan. Returns `expired` if all nodes
 * report that it is in no block and never will be.
 */
export async function lookUp(
  { db, tron }: { db: Db; tron: TronNodes },
  reach: Reach,
  { txid, expiresAt }: { txid: string; expiresAt: Date | null },
  marginMs?: number,
): Promise<Found> {
  const found = await tron.transaction(txid)
  if (!found.ok) return 'waiting'
  if (found.value.state !== 'final') {
    const isOver = expiresAt && isProvablyExpired(found.value, expiresAt.getTime(), marginMs)
    return isOver ? 'expired' : 'waiting'
  }
  const { blockNumber } = found.value
  if (blockNumber > reach.number) return 'waiting'
  const read = await tron.finalBlocks(blockNumber, blockNumber, () =>
    Promise.resolve(new Set([txid])),
  )
  const block = read.ok ? read.value[0] : undefined
  const transaction = block?.transactions.find((each) => each.txid === txid)
  if (!block || !transaction) return 'waiting'
  await db.transaction().execute(async (tx) => {
    const ours = await readOwners(tx, transaction.owner ? [transaction.owner] : [])
    await recordTransactions(tx, reach.network, [{ ...block, transactions: [transaction] }], ours)
  })
  return 'recorded'
}

/**
 * Whether an earlier payout of a withdrawal is, or may still turn out to be, on chain. It is under
 * way, we gave it up but the record has it anyway, or the record hasn't passed its expiration yet.
 */
export async function mayStillPay(db: Db, { at }: Reach, withdrawal: number): Promise<boolean> {
  const row = await db
    .selectNoFrom((eb) =>
      is(
        eb.exists(
          eb
            .selectFrom('payouts')
            .where('withdrawal_no', '=', withdrawal)
            .where((payout) =>
              payout.or([
                payout('state', 'in', [lit('stored'), lit('confirmed')]),
                payout.and([
                  payout('state', '=', lit('expired')),
                  payout.or([
                    payout('expires_at', '>=', at),
                    payout.exists(
                      payout
                        .selectFrom('chain_transactions')
                        .whereRef('chain_transactions.txid', '=', 'payouts.txid'),
                    ),
                  ]),
                ]),
              ]),
            ),
        ),
      ).as('lives'),
    )
    .executeTakeFirst()
  return row?.lives === true
}
