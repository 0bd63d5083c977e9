/** What we hold against what we owe, as a part of the daily sheet. */
import { base64 } from '@scure/base'
import type { Tx } from '../../../db/types.ts'
import { formatUnits, formatUsd } from '../../../domain/money/money.ts'
import { formatRate } from '../../../domain/money/rate.ts'
import type { Json } from '../../../proof/canonical.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import { liveRate } from '../../rate/queries.ts'
import { readOwedToMembers, readUnattributed } from '../liabilities/sheet-liabilities.ts'
import type { Cut, SheetPart } from '../sheet/part.ts'
import { buildDepositTree } from './deposit-tree.ts'
import { lowerOf, readWallets, type Patience, type Readings } from './read-wallets.ts'
import { deriveSolvency, type SolvencyBody } from './solvency-figures.ts'
import { findStatementFault, readStatements } from './statements.ts'

export type ReserveDeps = {
  readonly tron: Pick<TronNodes, 'holdings' | 'health' | 'chainName'>
  readonly brand: string
  readonly origin: string
  /** Our reserve wallets. */
  readonly wallets: readonly Address[]
  readonly patience?: Patience
}

type Wallet = SolvencyBody['wallets'][number]

/**
 * Reads the wallets before the cut and after it, and counts the lower: a coin on its way never
 * counts twice, and one that left meanwhile doesn't count.
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
      }
      return { v: 1, network, ...given, ...deriveSolvency(given) }
    },
  }
}

/** Nobody asks the chain while no wallet is named. */
async function nameNetwork({ tron, wallets }: ReserveDeps): Promise<string | null> {
  const chain = wallets.length > 0 ? await tron.chainName() : null
  return chain?.ok === true ? chain.value : null
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
