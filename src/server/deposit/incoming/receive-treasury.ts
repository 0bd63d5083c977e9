import { z } from 'zod'
import type { Db } from '../../../db/types.ts'
import { units } from '../../../domain/money/money.ts'
import { parseAddress } from '../../../tron/encoding/address.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import { callHook, type BatchHook } from '../../book/batch-hook.ts'
import type { Book } from '../../book/book.ts'
import { coinOf } from '../../book/rows/ledger-rows.ts'
import { DoneElsewhere, submitOrThrow } from '../../book/submission.ts'
import { ChainTransfer } from '../../chain/chain-transfer.ts'
import { readSpareTrx } from '../../chain/spare-trx.ts'
import { dropIncoming } from './receive-transfer.ts'

type Deps = { readonly db: Db; readonly book: Book; readonly tron: TronNodes }

/**
 * A transfer `isFromInbox` if the scan recorded it. If its row there is gone, the receiver has
 * turned out not to be ours, so we book nothing.
 */
const Receipt = ChainTransfer.extend({ isFromInbox: z.boolean().optional() })
type Receipt = z.output<typeof Receipt>

export const recordReceipts: BatchHook<Receipt> = {
  name: 'receive-treasury',
  input: Receipt,
  fits: ({ command }, { asset, amount }) =>
    command.kind === 'move_treasury' &&
    command.coin === coinOf(asset) &&
    command.amountUnits === amount,
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
 * Books what contracts are reported to have sent to wallets. Anyone can send many small amounts, so
 * we ask for a wallet's balance once per round, and count down what it has beyond the ledger.
 * @returns a function for one transfer at a time. False while the wallet doesn't hold it.
 */
export function openHeld(
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
