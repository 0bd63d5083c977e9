import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { factOf, type TransferFact } from '../../domain/fact.ts'
import { PAR_RATE, units, type RateE8 } from '../../domain/money.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { Book, Outcome, Rider } from '../book/book.ts'
import { rateAt } from '../rate/queries.ts'
import type { ChainTransfer } from './chain-transfer.ts'
import { mailTransfers } from './mail-transfers.ts'
import { coinOf } from './show-deposit.ts'

/**
 * What the book made of a transfer. `known`: it had it already, nothing was booked. `refused`: the
 * rules refuse it, as one of an absurd amount.
 */
export type Received =
  | { state: 'booked'; transfer: TransferFact }
  | { state: 'known' }
  | { state: 'refused'; code: RefusalCode }

/** Forgets the arrivals in the commit that books them, and tells the members of what came. */
const settleArrivals: Rider<ChainTransfer> = {
  name: 'receive-transfer',
  async run(tx, items) {
    await forgetArrivals(
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
export async function forgetArrivals(tx: Tx | Db, transfers: readonly ChainTransfer[]) {
  const keys = transfers.map(({ txid }) => txid)
  await sql`
    delete from arrivals where (network, txid, asset, log_index) in (
      select * from unnest(${transfers.map(({ network }) => network)}::text[], ${keys}::text[],
        ${transfers.map(({ asset }) => asset)}::smallint[],
        ${transfers.map(({ logIndex }) => logIndex)}::int[]))`.execute(tx)
}

/**
 * Gives a solid transfer to the book, which credits it to the open request that it meets or keeps
 * it as unattributed. At most once for each (network, transaction, asset, index), whoever asks.
 */
export async function receiveTransfer(
  book: Book,
  member: number,
  transfer: ChainTransfer,
  blockE8: RateE8,
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
    },
    by: { system: 'chain' },
    rider: settleArrivals,
    input: transfer,
  })
  if (!result.accepted) {
    if (result.refusal.code === 'already_used') return { state: 'known' }
    return { state: 'refused', code: result.refusal.code }
  }
  if (result.replayed) return { state: 'known' }
  return { state: 'booked', transfer: transferOf(result.outcome) }
}

/** The rate of the transfer's block; null while none of that time is known. USDT is at par. */
export async function blockRate(db: Db, transfer: ChainTransfer): Promise<RateE8 | null> {
  return coinOf(transfer.asset) === 'USDT' ? PAR_RATE : rateAt(db, transfer.blockAt)
}
