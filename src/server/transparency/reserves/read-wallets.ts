/** What reserve wallets hold, as far as the nodes agree. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../../tron/encoding/address.ts'
import type { Holding, NodeHoldings } from '../../../tron/quorum/node-holdings.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'

export type Readings = ReadonlyMap<string, Holding>

type Chain = Pick<TronNodes, 'holdings' | 'health'>
type Patience = { readonly tries: number; readonly pauseMs: number }

export type ReserveDeps = {
  readonly tron: Pick<TronNodes, 'holdings' | 'health' | 'chainName'>
  readonly brand: string
  readonly origin: string
  /** Our reserve wallets. */
  readonly wallets: readonly Address[]
  readonly patience?: Patience
}

/** Without reserve wallets, we don't query the chain. */
export async function nameNetwork({
  tron,
  wallets,
}: Pick<ReserveDeps, 'tron' | 'wallets'>): Promise<string | null> {
  const chain = wallets.length > 0 ? await tron.chainName() : null
  return chain?.ok === true ? chain.value : null
}

/** Nodes are sometimes a block or two apart, so we retry while a wallet is busy. */
const usual: Patience = { tries: 5, pauseMs: 3_000 }

/**
 * A wallet's balance, if more than half of the configured nodes answered and none disagrees. We
 * don't choose among answers: if a wallet's nodes disagree, its balance is unknown.
 */
function agreed(
  address: Address,
  answers: readonly NodeHoldings[],
  nodes: number,
): Holding | undefined {
  const held = answers.flatMap((answer) => answer.held.filter((each) => each.address === address))
  const [first] = held
  if (!first || 2 * held.length <= nodes) return undefined
  const isSame = held.every(({ trx, usdt }) => trx === first.trx && usdt === first.usdt)
  if (!isSame) return undefined
  const fromBlock = Math.min(...held.map((each) => each.fromBlock))
  const toBlock = Math.max(...held.map((each) => each.toBlock))
  return { ...first, fromBlock, toBlock }
}

/** Reads what wallets hold, including staked TRX. Leaves out wallets with an unknown balance. */
export async function readWallets(
  tron: Chain,
  addresses: readonly Address[],
  { tries, pauseMs }: Patience = usual,
): Promise<Readings> {
  const known = new Map<string, Holding>()
  for (let no = 1; no <= tries; no++) {
    const asked = addresses.filter((address) => !known.has(address))
    if (asked.length === 0) break
    const answers = await tron.holdings(asked, 'stakes')
    for (const address of asked) {
      const holding = agreed(address, answers, tron.health().length)
      if (holding) known.set(address, holding)
    }
    if (known.size < addresses.length && no < tries) await sleep(pauseMs)
  }
  return known
}

/** The lower of two readings, so that a coin that moves between wallets never counts twice. */
export function lowerOf(before: Readings, after: Readings, address: string): Holding | null {
  const [one, other] = [before.get(address), after.get(address)]
  if (!one || !other) return null
  return {
    address: one.address,
    trx: one.trx < other.trx ? one.trx : other.trx,
    usdt: one.usdt < other.usdt ? one.usdt : other.usdt,
    fromBlock: Math.min(one.fromBlock, other.fromBlock),
    toBlock: Math.max(one.toBlock, other.toBlock),
  }
}
