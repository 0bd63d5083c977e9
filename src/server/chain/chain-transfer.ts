import { z } from 'zod'
import type { RowOf } from '../../db/types.ts'
import { int8, moment } from '../book/batch-hook.ts'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { ReadBlock } from '../../tron/block/block-reads.ts'
import type { Reading, Movement } from '../../tron/transaction/transfers.ts'

/** A transfer with its on-chain key, as the deposit tables store it and batch hooks take it. */
export const ChainTransfer = z.object({
  network: z.string(),
  txid: z.string(),
  asset: z.int(),
  logIndex: z.int(),
  from: z.string(),
  to: z.string(),
  amount: int8,
  blockNumber: z.int(),
  blockAt: moment,
  /** False for TRX sent by a contract, which matches no request by rule. */
  attributable: z.boolean(),
})
export type ChainTransfer = z.output<typeof ChainTransfer>

/**
 * TRX sent by a contract gets an index from its internal call. This can't collide with index 0 of a
 * plain TRX transfer, since a transaction is either that or a contract call.
 */
function chainTransfer(network: string, movement: Movement): ChainTransfer {
  return {
    network,
    txid: movement.txid,
    asset: ASSET_CODES[movement.asset],
    logIndex: movement.index,
    from: movement.from,
    to: movement.to,
    amount: movement.amount,
    blockNumber: movement.blockNumber,
    blockAt: new Date(movement.blockTimeMs),
    attributable: movement.kind === 'transfer',
  }
}

/** Everything that moved in a transaction, regardless of who received it. */
export const transfersOf = (network: string, reading: Reading): ChainTransfer[] =>
  [...reading.credits, ...reading.unattributed].map((movement) => chainTransfer(network, movement))

export const transfersIn = (network: string, blocks: readonly ReadBlock[]): ChainTransfer[] =>
  blocks.flatMap(({ readings }) => readings.flatMap((reading) => transfersOf(network, reading)))

/** The columns of a transfer, in the tables that keep whole ones. */
export const TRANSFER_COLUMNS = [
  'network',
  'txid',
  'asset',
  'log_index',
  'from_address',
  'to_address',
  'amount',
  'block_number',
  'block_at',
  'attributable',
] as const

type TransferRow = RowOf<'incoming_transfers', (typeof TRANSFER_COLUMNS)[number]>

export const transferRow = (transfer: ChainTransfer): TransferRow => ({
  network: transfer.network,
  txid: transfer.txid,
  asset: transfer.asset,
  log_index: transfer.logIndex,
  from_address: transfer.from,
  to_address: transfer.to,
  amount: transfer.amount,
  block_number: BigInt(transfer.blockNumber),
  block_at: transfer.blockAt,
  attributable: transfer.attributable,
})

export const transferOf = (row: TransferRow): ChainTransfer => ({
  network: row.network,
  txid: row.txid,
  asset: row.asset,
  logIndex: row.log_index,
  from: row.from_address,
  to: row.to_address,
  amount: row.amount,
  blockNumber: Number(row.block_number),
  blockAt: row.block_at,
  attributable: row.attributable,
})
