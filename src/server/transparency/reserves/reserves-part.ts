/** What we hold and what we owe, as a part of the daily sheet. */
import { base64 } from '@scure/base'
import type { Tx } from '../../../db/types.ts'
import { formatUnits, formatUsd } from '../../../domain/money/money.ts'
import { formatRate } from '../../../domain/money/rate.ts'
import type { Json } from '../../../proof/canonical.ts'
import { deriveSolvency, type Wallet } from '../../../proof/solvency.ts'
import { liveRate } from '../../rate/queries.ts'
import { readOwedToMembers, readUnattributed } from '../liabilities/sheet-liabilities.ts'
import type { Cut, SheetPart } from '../sheet/part.ts'
import { buildDepositTree } from './deposit-tree.ts'
import { lowerOf, nameNetwork, readWallets } from './read-wallets.ts'
import type { Readings, ReserveDeps } from './read-wallets.ts'
import { readReadings } from './random-readings.ts'
import { findStatementFault, readStatements } from './statements.ts'

/**
 * Reads the wallets before and after the cutoff, and counts the lower amount. So a coin in transit
 * never counts twice, and one that left in between doesn't count.
 */
export function reservesPart(deps: ReserveDeps): SheetPart {
  const readNow = () => readWallets(deps.tron, deps.wallets, deps.patience)
  let before: Readings = new Map()
  return {
    name: 'solvency',
    prepare: async () => {
      before = await readNow()
    },
    async read(atCut, cut, db): Promise<Json> {
      const after = await readNow()
      const network = await nameNetwork(deps)
      const rate = await liveRate(atCut)
      const deposits = await buildDepositTree(atCut, db, cut.day, deps.wallets)
      const given = {
        owed: {
          members: formatUsd(await readOwedToMembers(atCut)),
          ...(await readUnattributed(atCut)),
        },
        wallets: await describeWallets(atCut, cut, deps, { network, before, after }),
        deposits: {
          addresses: deposits.size,
          trx: formatUnits(deposits.trx),
          usdt: formatUnits(deposits.usdt),
          root: deposits.root && base64.encode(deposits.root),
        },
        rate: rate && { trx: formatRate(rate.rateE8), as_of: rate.asOf.toISOString() },
        readings: await readReadings(atCut),
      }
      return asJson({ v: 1, network, ...given, ...deriveSolvency(given) })
    },
  }
}

function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json // texts and numbers
}

type Found = {
  readonly network: string | null
  readonly before: Readings
  readonly after: Readings
}

async function describeWallets(
  atCut: Tx,
  { day }: Cut,
  { wallets, brand, origin }: ReserveDeps,
  { network, before, after }: Found,
): Promise<Wallet[]> {
  const statements = await readStatements(atCut, wallets)
  const described: Wallet[] = []
  for (const address of wallets) {
    const statement = statements.get(address) ?? null
    const holding = lowerOf(before, after, address)
    const place = { brand, origin, network: network ?? '' }
    const isSigned =
      statement && (await findStatementFault(atCut, statement, { address, day, place })) === null
    const isKnown = network !== null && (holding !== null || !isSigned)
    const state = !isKnown ? 'not_known' : isSigned ? 'counted' : 'unsigned'
    described.push({
      address,
      state,
      statement,
      trx: holding && formatUnits(holding.trx),
      usdt: holding && formatUnits(holding.usdt),
      from_block: holding?.fromBlock ?? null,
      to_block: holding?.toBlock ?? null,
    })
  }
  return described
}
