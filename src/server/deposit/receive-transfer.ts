import { coinOf } from '../book/rows/ledger-rows.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { factOf, type TransferFact } from '../../domain/ledger/fact.ts'
import type { HeldReason } from '../../domain/ledger/command.ts'
import { PAR_RATE, units, type RateE8 } from '../../domain/money/money.ts'
import type { RefusalCode } from '../../domain/ledger/refusal.ts'
import type { Book, Outcome, BatchHook } from '../book/book.ts'
import { rateAt } from '../rate/queries.ts'
import { wasDollarAt } from '../rate/usdt-price.ts'
import type { ChainTransfer } from '../chain/chain-transfer.ts'
import { mailTransfers } from './mail-transfers.ts'

/**
 * What the book made of a transfer. `known`: it had it already, nothing was booked. `refused`: the
 * rules refuse it, as one of an absurd amount.
 */
export type Received =
  | { state: 'booked'; transfer: TransferFact }
  | { state: 'known' }
  | { state: 'refused'; code: RefusalCode }

/** Forgets the arrivals in the commit that books them, and tells the members of what came. */
const recordCredits: BatchHook<ChainTransfer> = {
  name: 'receive-transfer',
  async run(tx, items) {
    await dropIncoming(
      tx,
      items.map(({ input }) => input),
    )
    const transfers = items.map(({ outcome }) => transferOf(outcome))
    await mailTransfers(tx, transfers)
    return transfers.map(({ no }) => ({ transfer: no }))
  },
}

const transferOf = ({ effects }: Outcome): TransferFact => factOf(effects, 'transfer')

/** Takes rows out of the inbox. */
export async function dropIncoming(tx: Tx | Db, transfers: readonly ChainTransfer[]) {
  const keys = transfers.map(({ txid }) => txid)
  await sql`
    delete from incoming_transfers where (network, txid, asset, log_index) in (
      select * from unnest(${transfers.map(({ network }) => network)}::text[], ${keys}::text[],
        ${transfers.map(({ asset }) => asset)}::smallint[],
        ${transfers.map(({ logIndex }) => logIndex)}::int[]))`.execute(tx)
}

/**
 * Gives a solid transfer to the book, which credits it to the open request that it meets or keeps
 * it as unattributed. Books each (network, transaction, asset, index) at most once.
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
    hook: recordCredits,
    input: transfer,
  })
  if (!result.accepted) {
    if (result.refusal.code === 'already_used') return { state: 'known' }
    return { state: 'refused', code: result.refusal.code }
  }
  if (result.replayed) return { state: 'known' }
  return { state: 'booked', transfer: transferOf(result.outcome) }
}

/** The rate of a transfer's block, and why a person has to look before it counts. */
export type Priced = { rateE8: RateE8; held: HeldReason | null }

/** What a transfer is worth; null while no rate of its time is known. USDT is at par, or held. */
export async function priceTransfer(
  db: Db,
  { asset, blockAt }: Pick<ChainTransfer, 'asset' | 'blockAt'>,
): Promise<Priced | null> {
  if (coinOf(asset) === 'USDT') {
    return { rateE8: PAR_RATE, held: (await wasDollarAt(db, blockAt)) ? null : 'usdt_price' }
  }
  const rate = await rateAt(db, blockAt)
  return rate && { rateE8: rate.rateE8, held: rate.isLate ? 'late_rate' : null }
}

/** The rate of the transfer's block alone; null while none of that time is known. */
export async function blockRate(db: Db, transfer: ChainTransfer): Promise<RateE8 | null> {
  if (coinOf(transfer.asset) === 'USDT') return PAR_RATE
  return (await rateAt(db, transfer.blockAt))?.rateE8 ?? null
}
