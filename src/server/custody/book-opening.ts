import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { Db } from '../../db/types.ts'
import type { Coin } from '../../domain/money/money.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import type { Book } from '../book/book.ts'
import type { ChainTransfer } from '../chain/chain-transfer.ts'
import { receiveTreasury } from '../deposit/incoming/receive-treasury.ts'
import { BatchRefused } from './batch-refused.ts'

type Deps = { db: Db; book: Book; tron: TronNodes }
export type Opening = { coin: Coin; amount: bigint }

/**
 * Books what a company wallet held before we followed it, as the company's own coins, once per
 * wallet and coin. Refuses while the reconciler finds no difference, while a payout or move that
 * may explain it is under way, and where the wallet holds less than the ledger says.
 */
export async function bookOpening(deps: Deps, address: string): Promise<Opening[]> {
  const { db, book, tron } = deps
  const found = await readDifference(db, address)
  const chain = await tron.chainName()
  const solid = await tron.finalHead()
  if (!chain.ok || !solid.ok) throw new BatchRefused('The chain cannot be read.')
  const keyOf = (coin: Coin): Key => ({
    network: chain.value,
    txid: `opening:${address}`,
    asset: ASSET_CODES[coin],
  })
  const openings: Opening[] = []
  // Both coins first, so that a refusal leaves nothing booked without its reason.
  for (const coin of ['TRX', 'USDT'] as const) {
    const amount = found[coin]
    if (amount < 0n) throw new BatchRefused(`The wallet holds less ${coin} than is booked.`)
    if (amount === 0n) continue
    if (await isBooked(db, keyOf(coin))) {
      throw new BatchRefused(`An opening balance in ${coin} is already booked for this wallet.`)
    }
    openings.push({ coin, amount })
  }
  for (const { coin, amount } of openings) {
    await receiveTreasury({ db, book }, openingOf(keyOf(coin), address, amount, solid.value))
  }
  return openings
}

/** What the wallet held beyond the ledger at the last reconciliation. */
async function readDifference(db: Db, address: string): Promise<Record<Coin, bigint>> {
  const row = await db
    .selectFrom('own_wallets')
    .innerJoin('address_checks', 'address_checks.address', 'own_wallets.address')
    .select([
      'address_checks.state',
      'address_checks.chain_trx',
      'address_checks.ledger_trx',
      'address_checks.chain_usdt',
      'address_checks.ledger_usdt',
    ])
    .where('own_wallets.address', '=', address)
    .executeTakeFirst()
  if (!row) throw new BatchRefused('No company wallet with this address has been reconciled yet.')
  if (row.state !== 'differs') {
    throw new BatchRefused(`There is nothing to book: the last reconciliation says ${row.state}.`)
  }
  return { TRX: row.chain_trx - row.ledger_trx, USDT: row.chain_usdt - row.ledger_usdt }
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

const openingOf = (
  key: Key,
  to: string,
  amount: bigint,
  solid: { number: number; timeMs: number },
): ChainTransfer => ({
  ...key,
  logIndex: 0,
  from: '',
  to,
  amount,
  blockNumber: solid.number,
  blockAt: new Date(solid.timeMs),
  attributable: false,
})
