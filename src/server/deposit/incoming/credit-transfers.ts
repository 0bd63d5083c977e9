import { coinOf } from '../../book/rows/ledger-rows.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { DoneElsewhere } from '../../book/submission.ts'
import type { Logger } from 'pino'
import type { Db } from '../../../db/types.ts'
import { units } from '../../../domain/money/money.ts'
import { callHook, type BatchHook } from '../../book/batch-hook.ts'
import type { Book } from '../../book/book.ts'
import { membersByAddress } from './addresses.ts'
import { ChainTransfer } from '../../chain/chain-transfer.ts'
import { holdBackOwnTransfer } from './own-transfers.ts'
import { dropIncoming, priceTransfer, bookTransfer, type Priced } from './receive-transfer.ts'
import { ownWallets } from '../../chain/record-transactions.ts'

const PAGE = 500

export type CreditDeps = {
  db: Db
  book: Book
  log: Logger
  /** Receives the seconds from recording a transfer to a member to booking it. */
  onDeposit?: (seconds: number) => void
}

/** A recorded transfer, and how to tell its age by the database's clock. */
type Incoming = { transfer: ChainTransfer; age(): number }

/**
 * Submits all recorded incoming transfers to the ledger, in chain order. A transfer without a rate
 * yet waits for the next round and doesn't block the others. Returns how many were settled.
 */
export async function creditIncoming(deps: CreditDeps, stopping: AbortSignal): Promise<number> {
  const { db } = deps
  let settled = 0
  let waiting = 0
  while (!stopping.aborted) {
    const page = await readIncoming(db, waiting)
    if (page.length === 0) break
    const transfers = page.map(({ transfer }) => transfer)
    const parties = transfers.flatMap(({ from, to }) => [from, to])
    const [members, wallets] = [await membersByAddress(db, parties), await ownWallets(db, parties)]
    const rates = await ratesOf(db, transfers)
    const done = await Promise.all(
      page.map((incoming) => creditOne(deps, incoming, { members, wallets, rates })),
    )
    const count = done.filter(Boolean).length
    settled += count
    waiting += page.length - count
  }
  return settled
}

async function readIncoming(db: Db, offset: number): Promise<Incoming[]> {
  const rows = await db
    .selectFrom('incoming_transfers')
    .select([
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
    ])
    .select(({ ref }) =>
      sql<number>`extract(epoch from clock_timestamp() - ${ref('recorded_at')})::float8`.as('age'),
    )
    .orderBy('block_number')
    .orderBy('txid')
    .orderBy('asset')
    .orderBy('log_index')
    .limit(PAGE)
    .offset(offset)
    .execute()
  const readAt = performance.now()
  return rows.map((row) => ({
    age: () => row.age + (performance.now() - readAt) / 1_000,
    transfer: {
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
    },
  }))
}

const blockKey = ({ asset, blockAt }: ChainTransfer): string => `${asset}:${blockAt.getTime()}`

/** One look-up per block and coin, however many transfers the block holds. */
async function ratesOf(
  db: Db,
  page: readonly ChainTransfer[],
): Promise<Map<string, Priced | null>> {
  const first = new Map(page.map((transfer) => [blockKey(transfer), transfer]))
  const rates = new Map<string, Priced | null>()
  for (const [key, transfer] of first) rates.set(key, await priceTransfer(db, transfer))
  return rates
}

type Known = {
  members: Map<string, number>
  wallets: Set<string>
  rates: Map<string, Priced | null>
}

async function creditOne(
  deps: CreditDeps,
  { transfer, age }: Incoming,
  known: Known,
): Promise<boolean> {
  const { db, book, log, onDeposit } = deps
  // A transfer between two addresses of ours stays in custody, so there is nothing to book.
  if (known.members.has(transfer.from) || known.wallets.has(transfer.from)) {
    await holdBackOwnTransfer(db, transfer)
    return true
  }
  const member = known.members.get(transfer.to)
  if (member === undefined && !known.wallets.has(transfer.to)) {
    log.warn({ txid: transfer.txid, to: transfer.to }, 'the receiver of a transfer isn’t ours')
    await dropIncoming(db, [transfer])
    return true
  }
  if (member === undefined) {
    await receiveTreasury(deps, { ...transfer, isFromInbox: true })
    return true
  }
  const rate = known.rates.get(blockKey(transfer)) ?? null
  if (rate === null) return false
  const received = await bookTransfer(book, member, transfer, rate)
  if (received.state === 'booked') onDeposit?.(age())
  if (received.state === 'known') await dropIncoming(db, [transfer])
  if (received.state !== 'refused') return true
  // Its record stays for operators to review, and it doesn't block the others.
  log.error({ txid: transfer.txid, code: received.code }, 'an incoming transfer cannot be booked')
  return false
}

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
    if ((await dropIncoming(tx, transfers)) < left) {
      throw new DoneElsewhere('a transfer has left the inbox')
    }
    const rows = transfers.map(({ network, txid, asset, logIndex, to, amount, blockNumber }) => {
      const at = { log_index: logIndex, block_number: BigInt(blockNumber) }
      return { network, txid, asset, ...at, to_address: to, amount }
    })
    await tx.insertInto('treasury_receipts').values(rows).execute()
  },
}

/** Books coins that the operators put in, once per transfer, at the address that received them. */
export async function receiveTreasury(
  { db, book }: Pick<CreditDeps, 'db' | 'book'>,
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
  const result = await book.submit({
    command: {
      kind: 'move_treasury',
      coin: coinOf(asset),
      amountUnits: units(transfer.amount),
      reason,
    },
    by: { system: 'chain' },
    hook: callHook(recordReceipts, transfer),
  })
  if (!result.accepted) throw new Error(`receipt ${txid} is refused: ${result.refusal.code}`)
}
