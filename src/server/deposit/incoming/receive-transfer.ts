import { coinOf } from '../../book/rows/ledger-rows.ts'
import { given } from '../../../db/expressions.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { eventOf } from '../../../domain/ledger/event.ts'
import type { HeldReason } from '../../../domain/ledger/command.ts'
import { PAR_RATE, units, type RateE8 } from '../../../domain/money/money.ts'
import type { RefusalCode } from '../../../domain/ledger/refusal.ts'
import { callHook, type BatchHook } from '../../book/batch-hook.ts'
import type { Book } from '../../book/book.ts'
import { rateAt } from '../../rate/queries.ts'
import { wasDollarAt } from '../../rate/usdt-price.ts'
import { ChainTransfer } from '../../chain/chain-transfer.ts'
import { emailTransfers } from './email-transfers.ts'

/**
 * How the ledger handled a transfer. `known`: it already had it, so it booked nothing. `refused`:
 * the rules refuse it, for example because its amount is absurd.
 */
export type Received =
  | { state: 'booked' }
  | { state: 'known' }
  | { state: 'refused'; code: RefusalCode }

/**
 * Removes incoming transfers from the inbox in the commit that books them, and notifies the
 * members.
 */
export const recordCredits: BatchHook<ChainTransfer> = {
  name: 'receive-transfer',
  input: ChainTransfer,
  fits: ({ command }, { network, txid, asset, logIndex, amount }) =>
    command.kind === 'receive_transfer' &&
    command.network === network &&
    command.txid === txid &&
    command.coin === coinOf(asset) &&
    command.logIndex === logIndex &&
    command.amountUnits === amount,
  async write(tx, items, config) {
    const inputs = items.map(({ input }) => input)
    const transfers = items.map(({ outcome }) => eventOf(outcome.effects, 'transfer'))
    await Promise.all([dropIncoming(tx, inputs), emailTransfers(tx, config, transfers)])
  },
}

/** Deletes rows from the inbox. Returns how many there were. */
export async function dropIncoming(
  tx: Tx | Db,
  transfers: readonly ChainTransfer[],
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('incoming_transfers')
    .where(
      (eb) => eb.refTuple('network', 'txid', 'asset', 'log_index'),
      'in',
      (eb) =>
        eb
          .selectFrom(
            given('done', {
              network: {
                values: transfers.map(({ network }) => network),
                type: 'text',
              },
              txid: { values: transfers.map(({ txid }) => txid), type: 'text' },
              asset: {
                values: transfers.map(({ asset }) => asset),
                type: 'smallint',
              },
              log_index: {
                values: transfers.map(({ logIndex }) => logIndex),
                type: 'int',
              },
            }),
          )
          .select(['done.network', 'done.txid', 'done.asset', 'done.log_index'])
          .$asTuple('network', 'txid', 'asset', 'log_index'),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Submits a final transfer to the ledger, which credits it to the open request that it matches or
 * keeps it as unmatched. Books each (network, transaction, asset, index) at most once.
 */
export async function bookTransfer(
  book: Book,
  member: number,
  transfer: ChainTransfer,
  { rateE8: blockE8, held }: Priced,
): Promise<Received> {
  const { network, txid, logIndex, from, to, blockNumber, attributable } = transfer
  const result = await book.submit({
    command: {
      kind: 'receive_transfer',
      member,
      coin: coinOf(transfer.asset),
      network,
      txid,
      logIndex,
      from,
      to,
      amountUnits: units(transfer.amount),
      blockE8,
      blockNumber,
      blockAt: transfer.blockAt.getTime(),
      attributable,
      ...(held ? { held } : {}),
    },
    by: { system: 'chain' },
    hook: callHook(recordCredits, transfer),
  })
  if (!result.accepted) {
    if (result.refusal.code === 'already_used') return { state: 'known' }
    return { state: 'refused', code: result.refusal.code }
  }
  return { state: result.replayed ? 'known' : 'booked' }
}

/** The rate of a transfer's block, and why an operator has to review it before it counts. */
export type Priced = { rateE8: RateE8; held: HeldReason | null }

/**
 * What a transfer is worth; null until we have measured a rate after its block. USDT counts at par,
 * or is held.
 */
export async function priceTransfer(
  db: Db,
  { asset, blockAt }: Pick<ChainTransfer, 'asset' | 'blockAt'>,
): Promise<Priced | null> {
  if (coinOf(asset) === 'USDT') {
    return {
      rateE8: PAR_RATE,
      held: (await wasDollarAt(db, blockAt)) ? null : 'usdt_price',
    }
  }
  const rate = await rateAt(db, blockAt)
  return rate && { rateE8: rate.rateE8, held: rate.isLate ? 'late_rate' : null }
}

/** Only the rate of the transfer's block; null until we have one for that time. */
export async function blockRate(db: Db, transfer: ChainTransfer): Promise<RateE8 | null> {
  if (coinOf(transfer.asset) === 'USDT') return PAR_RATE
  return (await rateAt(db, transfer.blockAt))?.rateE8 ?? null
}
