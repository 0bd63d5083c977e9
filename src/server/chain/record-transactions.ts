import { anyOf, lit } from '../../db/expressions.ts'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Concern } from '../../tron/quorum/agree-blocks.ts'
import type { BlockTransaction, ReadBlock } from '../../tron/block/block-reads.ts'
import type { Movement } from '../../tron/transaction/transfers.ts'
import { readOwners, type Owners } from '../addresses/whose-address.ts'
import { recordUnexplained } from './record-unexplained.ts'

/** The transaction ids among these that belong to a payout or custody move, in any state. */
async function watchedIds(db: Db | Tx, txids: readonly string[]): Promise<Set<string>> {
  if (txids.length === 0) return new Set()
  const rows = await db
    .selectFrom('payouts')
    .select('txid')
    .where('txid', '=', anyOf(txids, 'text'))
    .union((eb) =>
      eb.selectFrom('custody_moves').select('txid').where('txid', '=', anyOf(txids, 'text')),
    )
    .execute()
  return new Set(rows.map(({ txid }) => txid))
}

/** What the block scan must not miss: our addresses, and the ids that we wait for. */
export const openConcern =
  (db: Db): Concern =>
  async ({ addresses, txids }) => {
    const [owners, watched] = [await readOwners(db, addresses), await watchedIds(db, txids)]
    return new Set([...owners.keys(), ...watched])
  }

type Found = { block: ReadBlock; transaction: BlockTransaction }

/**
 * Records transactions that one of our addresses sent, that moved coins from one, or that a payout
 * or move waits for. Transactions that nothing explains pause payouts until an operator explains
 * them.
 */
export async function recordTransactions(
  tx: Tx,
  network: string,
  blocks: readonly ReadBlock[],
  ours: Owners,
): Promise<void> {
  const every = blocks.flatMap((block) =>
    block.transactions.map((transaction) => ({ block, transaction })),
  )
  const ids = every.map(({ transaction }) => transaction.txid)
  const watched = await watchedIds(tx, ids)
  const found = every.filter(
    ({ transaction }) => watched.has(transaction.txid) || movesCoinsFrom(transaction, ours),
  )
  for (const each of found) await addTransaction(tx, network, each, ours)
  await recordAllUnexplained(tx, found, ours)
}

/** Whether one of our addresses sent a transaction, or the transaction moved coins from one. */
const movesCoinsFrom = ({ owner, reading }: BlockTransaction, ours: Owners): boolean =>
  (owner !== undefined && ours.has(owner)) ||
  movementsOf(reading).some(({ from }) => ours.has(from))

const movementsOf = ({ credits, unattributed }: BlockTransaction['reading']): Movement[] => [
  ...credits,
  ...unattributed,
]

/** Failed calls can carry any 256-bit amount. */
const MAX_UNITS = 2n ** 63n - 1n
/** A stranger's transaction may have thousands of logs. */
const MAX_MOVEMENTS = 1_000

async function addTransaction(
  tx: Tx,
  network: string,
  { block, transaction }: Found,
  ours: Owners,
): Promise<void> {
  const { txid, owner, kind, pays, feeSun, result, reading } = transaction
  const paid = pays && pays.amount <= MAX_UNITS ? pays : undefined
  const added = await tx
    .insertInto('chain_transactions')
    .values({
      txid,
      network,
      block_number: BigInt(block.number),
      block_at: new Date(block.timeMs),
      owner_address: owner ?? null,
      kind,
      asset: paid ? ASSET_CODES[paid.asset] : null,
      to_address: paid?.to ?? null,
      amount: paid?.amount ?? null,
      fee_sun: feeSun,
      result,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) return
  const movements = movementsOf(reading)
  const isSent = owner !== undefined && ours.has(owner)
  const kept = movements.filter(
    ({ from, to }) => isSent || movements.length <= MAX_MOVEMENTS || ours.has(from) || ours.has(to),
  )
  if (kept.length === 0) return
  await tx
    .insertInto('chain_transfers')
    .values(
      kept.slice(0, 5_000).map((movement) => ({
        txid,
        network,
        asset: ASSET_CODES[movement.asset],
        kind: movement.kind,
        log_index: movement.index,
        from_address: movement.from,
        to_address: movement.to,
        amount: movement.amount,
        block_number: BigInt(block.number),
      })),
    )
    .execute()
}

/**
 * Records transactions that no payout or move explains, for an operator. A payout that we gave up
 * doesn't explain one: we considered it expired, and then it appeared.
 */
async function recordAllUnexplained(tx: Tx, found: readonly Found[], ours: Owners): Promise<void> {
  if (found.length === 0) return
  const ids = found.map(({ transaction }) => transaction.txid)
  const rows = await tx
    .selectFrom('payouts')
    .select('txid')
    .where('txid', '=', anyOf(ids, 'text'))
    .where('state', '<>', lit('expired'))
    .union((eb) =>
      eb
        .selectFrom('custody_moves')
        .select('txid')
        .where('txid', '=', anyOf(ids, 'text'))
        .where('state', '<>', lit('expired')),
    )
    .execute()
  const explained = new Set(rows.map(({ txid }) => txid))
  const unexplained = found.filter(({ transaction }) => !explained.has(transaction.txid))
  for (const { block, transaction } of unexplained) {
    const { txid, owner, kind, pays, reading } = transaction
    const taken = movementsOf(reading).find(({ from }) => ours.has(from))
    const address = owner !== undefined && ours.has(owner) ? owner : (taken?.from ?? owner ?? '')
    const what = pays ? `${pays.amount} millionths of ${pays.asset} to ${pays.to}` : kind
    await recordUnexplained(tx, { txid, address, detail: `block ${block.number}: ${what}` })
  }
}
