import { z } from 'zod'
import { lit } from '../../../db/expressions.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { units } from '../../../domain/money/money.ts'
import { parseAddress } from '../../../tron/encoding/address.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import { callHook, int8, type BatchHook, type Checked } from '../../book/batch-hook.ts'
import type { Book } from '../../book/book.ts'
import { coinOf } from '../../book/rows/ledger-rows.ts'
import { DoneElsewhere, submitOrThrow } from '../../book/submission.ts'
import { ChainTransfer } from '../../chain/chain-transfer.ts'
import { ledgerBalances } from '../../chain/ledger-balances.ts'
import { readSpareTrx } from '../../chain/spare-trx.ts'
import { dropIncoming } from './receive-transfer.ts'

type Deps = { readonly db: Db; readonly book: Book; readonly tron: TronNodes }

const Receipt = ChainTransfer.extend({
  /**
   * Whether the scan recorded the transfer. If its row there is gone, the receiver has turned out
   * not to be ours, so we book nothing.
   */
  isFromInbox: z.boolean().optional(),
  /**
   * For an opening balance: what the wallet held at the block. If the ledger lacks another amount
   * by now, we book nothing.
   */
  balance: int8.optional(),
})
export type Receipt = z.output<typeof Receipt>

export const recordReceipts: BatchHook<Receipt> = {
  name: 'receive-treasury',
  input: Receipt,
  fits: ({ command }, { asset, amount }) =>
    command.kind === 'move_treasury' &&
    command.coin === coinOf(asset) &&
    command.amountUnits === amount,
  check: (tx, inputs) => Promise.all(inputs.map((input) => checkOpening(tx, input))),
  async write(tx, items) {
    const transfers = items.map(({ input }) => input)
    const left = transfers.filter(({ isFromInbox }) => isFromInbox).length
    const rows = transfers.map(({ network, txid, asset, logIndex, to, amount, blockNumber }) => {
      const at = { log_index: logIndex, block_number: BigInt(blockNumber) }
      return { network, txid, asset, ...at, to_address: to, amount }
    })
    const [dropped] = await Promise.all([
      dropIncoming(tx, transfers),
      tx.insertInto('treasury_receipts').values(rows).execute(),
    ])
    if (dropped < left) throw new DoneElsewhere('a transfer has left the inbox')
  },
}

/** Refuses an opening balance that counts what was booked since, or is about to be booked. */
async function checkOpening(tx: Tx, opening: Receipt): Promise<Checked> {
  const { to, asset, amount, blockNumber, balance } = opening
  if (balance === undefined) return []
  const [[ledger], waiting] = await Promise.all([
    ledgerBalances(tx, [{ address: to, fromBlock: blockNumber, toBlock: blockNumber }]),
    // The ledger doesn't count what a contract sent, and we book it once the wallet holds it.
    tx
      .selectFrom('incoming_transfers')
      .select('txid')
      .where('to_address', '=', to)
      .where('asset', '=', asset)
      .where('attributable', '=', lit(false))
      .where('amount', '<=', amount)
      .limit(1)
      .execute(),
  ])
  if (waiting[0]) return new DoneElsewhere(`transaction ${waiting[0].txid} waits to be booked`)
  const booked = (coinOf(asset) === 'TRX' ? ledger?.to_trx : ledger?.to_usdt) ?? 0n
  return booked + amount === balance ? [] : new DoneElsewhere('we have booked something since')
}

/** Books coins that the operators put in, once per transfer, at the address that received them. */
export async function receiveTreasury(
  { db, book }: Pick<Deps, 'db' | 'book'>,
  transfer: Receipt,
  reason = `received with ${transfer.txid}`,
): Promise<void> {
  const { network, txid, asset, logIndex } = transfer
  const booked = await db
    .selectFrom('treasury_receipts')
    .select('txid')
    .where('network', '=', network)
    .where('txid', '=', txid)
    .where('asset', '=', asset)
    .where('log_index', '=', logIndex)
    .executeTakeFirst()
  if (booked) {
    await dropIncoming(db, [transfer])
    return
  }
  // If another process books it at the same moment, the table refuses the second row and thus the
  // command. The next round finds the first row and drops the incoming transfer.
  await submitOrThrow(book, {
    command: {
      kind: 'move_treasury',
      coin: coinOf(asset),
      amountUnits: units(transfer.amount),
      reason,
    },
    by: { system: 'chain' },
    hook: callHook(recordReceipts, transfer),
  })
}

// One node is enough to report TRX that a contract sent. So a company wallet gets it booked once
// the wallet holds the coins, by the lowest balance that most nodes report.

/** After five minutes, we ask less often, because requests to nodes are limited. */
const OFTEN_SECONDS = 300
const ROUND_SECONDS = 10

const isTurn = (ageSeconds: number): boolean =>
  ageSeconds < OFTEN_SECONDS || ageSeconds % OFTEN_SECONDS < ROUND_SECONDS

/**
 * Books TRX that contracts are reported to have sent to company wallets. Anyone can send many small
 * amounts, so we ask for a wallet's balance once per round, and count down what it has beyond the
 * ledger.
 * @returns a function for one transfer at a time. False while the wallet doesn't hold it.
 */
export function openContractReceipts(
  deps: Deps,
): (transfer: ChainTransfer, ageSeconds: number) => Promise<boolean> {
  const spare = new Map<string, bigint>()
  return async (transfer, ageSeconds) => {
    if (!isTurn(ageSeconds)) return false
    const { to, amount } = transfer
    const left = spare.get(to) ?? (await readSpare(deps, to))
    const isHeld = left >= amount
    spare.set(to, isHeld ? left - amount : left)
    if (isHeld) await receiveTreasury(deps, { ...transfer, isFromInbox: true })
    return isHeld
  }
}

/** How much TRX a wallet has beyond the ledger; less than nothing while nobody can tell. */
async function readSpare({ db, tron }: Deps, wallet: string): Promise<bigint> {
  const address = parseAddress(wallet)
  const spare = address.ok ? await readSpareTrx({ db, tron }, address.address) : null
  return spare ?? -1n
}
