import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../../db/types.ts'
import type { Book } from '../../book/book.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import { readOwners, type Owners } from '../../addresses/whose-address.ts'
import { TRANSFER_COLUMNS, transferOf, type ChainTransfer } from '../../chain/chain-transfer.ts'
import { holdBackOwnTransfer } from './own-transfers.ts'
import { dropIncoming, priceTransfer, bookTransfer, type Priced } from './receive-transfer.ts'
import { openContractReceipts, receiveTreasury } from './receive-treasury.ts'

const PAGE = 500

export type CreditDeps = {
  db: Db
  book: Book
  tron: TronNodes
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
  const receiveFromContract = openContractReceipts(deps)
  let settled = 0
  let waiting = 0
  while (!stopping.aborted) {
    const page = await readIncoming(db, waiting)
    if (page.length === 0) break
    const transfers = page.map(({ transfer }) => transfer)
    const parties = transfers.flatMap(({ from, to }) => [from, to])
    const owners = await readOwners(db, parties)
    const rates = await ratesOf(db, transfers)
    const known = { owners, rates }
    const [fromContracts, usual] = partition(page, ({ transfer }) =>
      isContractReceipt(transfer, known),
    )
    const done = await Promise.all(usual.map((incoming) => creditOne(deps, incoming, known)))
    // One at a time, because each uses up some of what the wallet holds.
    for (const { transfer, age } of fromContracts) {
      done.push(await receiveFromContract(transfer, age()))
    }
    const count = done.filter(Boolean).length
    settled += count
    waiting += page.length - count
  }
  return settled
}

async function readIncoming(db: Db, offset: number): Promise<Incoming[]> {
  const rows = await db
    .selectFrom('incoming_transfers')
    .select(TRANSFER_COLUMNS)
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
    transfer: transferOf(row),
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
  owners: Owners
  rates: Map<string, Priced | null>
}

async function creditOne(
  deps: CreditDeps,
  { transfer, age }: Incoming,
  known: Known,
): Promise<boolean> {
  const { db, book, log, onDeposit } = deps
  // A transfer between two addresses of ours stays in custody, so there is nothing to book.
  if (known.owners.has(transfer.from)) {
    return await holdBackOwnTransfer(db, transfer)
  }
  const receiver = known.owners.get(transfer.to)
  if (receiver === undefined) {
    log.warn({ txid: transfer.txid, to: transfer.to }, 'the receiver of a transfer isn’t ours')
    await dropIncoming(db, [transfer])
    return true
  }
  if (receiver === 'company') {
    await receiveTreasury(deps, { ...transfer, isFromInbox: true })
    return true
  }
  const rate = known.rates.get(blockKey(transfer)) ?? null
  if (rate === null) return false
  const received = await bookTransfer(book, receiver.member, transfer, rate)
  if (received.state === 'booked') onDeposit?.(age())
  if (received.state === 'known') await dropIncoming(db, [transfer])
  if (received.state !== 'refused') return true
  // Its record stays for operators to review, and it doesn't block the others.
  log.error({ txid: transfer.txid, code: received.code }, 'an incoming transfer cannot be booked')
  return false
}

const partition = <T>(list: readonly T[], isIn: (each: T) => boolean): [T[], T[]] => [
  list.filter(isIn),
  list.filter((each) => !isIn(each)),
]

/** Whether a contract sent TRX to a wallet of the company. */
const isContractReceipt = ({ from, to, attributable }: ChainTransfer, { owners }: Known): boolean =>
  !attributable && owners.get(to) === 'company' && !owners.has(from)
