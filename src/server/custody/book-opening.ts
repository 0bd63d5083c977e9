import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { Db } from '../../db/types.ts'
import { formatUnits, units, type Coin } from '../../domain/money/money.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import { audit } from '../audit/audit.ts'
import type { Book } from '../book/book.ts'
import { DoneElsewhere } from '../book/submission.ts'
import type { ChainTransfer } from '../chain/chain-transfer.ts'
import { ledgerBalances } from '../chain/ledger-balances.ts'
import { receiveTreasury, type Receipt } from '../deposit/incoming/receive-treasury.ts'
import { BatchRefused } from './batch-refused.ts'
import type { Act } from './own-wallets.ts'

type Deps = { db: Db; book: Book; tron: TronNodes }
export type Opening = { coin: Coin; amount: bigint }

/**
 * Books what a company wallet held before we followed it, as the company's own coins, once per
 * wallet and coin. Refuses while the reconciler finds no difference, while a payout, move, or
 * receipt that may explain it is under way, and where the wallet holds less than the ledger says.
 */
export async function bookOpening(deps: Deps, address: string, act: Act): Promise<Opening[]> {
  const { db, tron } = deps
  const found = await readDifference(db, address)
  const chain = await tron.chainName()
  if (!chain.ok) throw new BatchRefused('The chain cannot be read.')
  const keyOf = (coin: Coin): Key => ({
    network: chain.value,
    txid: `opening:${address}`,
    asset: ASSET_CODES[coin],
  })
  const openings: Opening[] = []
  // Both coins first, so that a refusal leaves nothing booked without its reason.
  for (const coin of ['TRX', 'USDT'] as const) {
    const amount = found.chain[coin] - found.ledger[coin]
    if (amount < 0n) throw new BatchRefused(`The wallet holds less ${coin} than is booked.`)
    if (amount === 0n) continue
    if (await isBooked(db, keyOf(coin))) {
      throw new BatchRefused(`An opening balance in ${coin} is already booked for this wallet.`)
    }
    openings.push({ coin, amount })
  }
  if (openings.length === 0) throw new BatchRefused('There is nothing left to book.')
  const receiptOf = (opening: Opening) => openingOf(keyOf(opening.coin), address, opening, found)
  await bookAll(deps, { openings, receiptOf }, { address, act })
  return openings
}

/** Books one coin after the other, and audits what was booked even if a later one is refused. */
async function bookAll(
  { db, book }: Deps,
  { openings, receiptOf }: { openings: readonly Opening[]; receiptOf(each: Opening): Receipt },
  { address, act }: { address: string; act: Act },
): Promise<void> {
  const booked: Opening[] = []
  try {
    for (const opening of openings) {
      await receiveTreasury({ db, book }, receiptOf(opening))
      booked.push(opening)
    }
  } catch (error) {
    if (!(error instanceof DoneElsewhere)) throw error
    const what = booked.length === 0 ? "We didn't book this" : `We only booked ${textOf(booked)}`
    throw new BatchRefused(`${what}, because ${error.message}. Try again in a minute.`)
  } finally {
    if (booked.length > 0) {
      const after = textOf(booked)
      const entry = { action: 'book opening balance', object: address, after }
      const by = { operator: act.operator, reason: act.why, requestId: 'command line' }
      await db.transaction().execute((tx) => audit(tx, [{ ...by, ...entry }]))
    }
  }
}

const textOf = (openings: readonly Opening[]): string =>
  openings.map(({ coin, amount }) => `${formatUnits(units(amount))} ${coin}`).join(', ')

type Found = { chain: Record<Coin, bigint>; ledger: Record<Coin, bigint>; block: number; at: Date }

/**
 * What the wallet held at the last reconciliation, and what the ledger now says that it held at
 * that block. We may have booked a receipt from before that block since.
 */
async function readDifference(db: Db, address: string): Promise<Found> {
  const row = await db
    .selectFrom('own_wallets')
    .innerJoin('address_checks', 'address_checks.address', 'own_wallets.address')
    .select([
      'address_checks.state',
      'address_checks.chain_trx',
      'address_checks.chain_usdt',
      'address_checks.block_number',
      'address_checks.checked_at',
    ])
    .where('own_wallets.address', '=', address)
    .executeTakeFirst()
  if (!row?.block_number) {
    throw new BatchRefused('No company wallet with this address has been reconciled yet.')
  }
  if (row.state !== 'differs') {
    throw new BatchRefused(`There is nothing to book: the last reconciliation says ${row.state}.`)
  }
  const block = Number(row.block_number)
  const [ledger] = await ledgerBalances(db, [{ address, fromBlock: block, toBlock: block }])
  return {
    chain: { TRX: row.chain_trx, USDT: row.chain_usdt },
    ledger: { TRX: ledger?.to_trx ?? 0n, USDT: ledger?.to_usdt ?? 0n },
    block,
    at: row.checked_at,
  }
}

type Key = Pick<ChainTransfer, 'network' | 'txid' | 'asset'>

async function isBooked(db: Db, { network, txid, asset }: Key): Promise<boolean> {
  const row = await db
    .selectFrom('treasury_receipts')
    .select('txid')
    .where('network', '=', network)
    .where('txid', '=', txid)
    .where('asset', '=', asset)
    .executeTakeFirst()
  return row !== undefined
}

/** The receipt of an opening balance, as of the block of the reconciliation. */
const openingOf = (
  key: Key,
  to: string,
  { coin, amount }: Opening,
  { chain, block, at }: Found,
): Receipt => ({
  ...key,
  logIndex: 0,
  from: '',
  to,
  amount,
  blockNumber: block,
  blockAt: at,
  attributable: false,
  balance: chain[coin],
})
