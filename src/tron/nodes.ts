import { readAccount, readDecimals, readUsdt, type AccountReading } from './account-reads.ts'
import type { Address } from './address.ts'
import {
  readBlocks,
  readHead,
  readHeaderAt,
  type BlockHead,
  type ReadBlock,
} from './block-reads.ts'
import { broadcastTo, combineBroadcasts, type Broadcast } from './broadcast.ts'
import { estimateFee, type FeeEstimate, type FeeQuestion, type PriceCache } from './fees.ts'
import { combineKnown, readKnown } from './known.ts'
import { connectNode, type NodeOptions } from './node-client.ts'
import { openNodeSet, type NodeHealth, type NodeSet } from './node-set.ts'
import { readOutgoing, type Outgoing } from './outgoing.ts'
import { combineStates } from './state-agreement.ts'
import { readTransactionState, type TransactionState } from './transaction-state.ts'
import { fine, troubled, type Result } from './trouble.ts'

/**
 * The chain as the deposit and payout workers know it. Nothing here throws; every answer is a value
 * or a typed trouble, and a trouble always means "not known", never "no".
 */
export type TronNodes = {
  usdtContract: Address
  /** Newest solid block on which all fresh nodes agree. `stale` when it is too old to act on. */
  solidHead(): Promise<Result<BlockHead>>
  /** Newest block: for display only. */
  head(): Promise<Result<BlockHead>>
  /**
   * Solid blocks with what their transactions moved, `from` to `to` inclusive, at most
   * `maxBlocksPerRead`. All nodes that answer must agree; the list ends at the solid head.
   */
  solidBlocks(from: number, to: number): Promise<Result<ReadBlock[]>>
  /** The same for the head's view, which forks may change: for display only. */
  headBlocks(from: number, to: number): Promise<Result<ReadBlock[]>>
  /** The chain that the nodes are of, by the last bytes of its first block: `tron-2b6653dc`. */
  chainName(): Promise<Result<string>>
  /** The id of block 0, as all nodes have it; asked until it is known, then remembered. */
  genesisId(): Promise<Result<string>>
  /**
   * Whether any node has heard of a transaction, at one or two calls a node. Only for what a person
   * is told: `false` is no proof that it is not on chain.
   */
  isKnown(txid: string): Promise<Result<boolean>>
  /** Where a transaction is. The id must be 64 lower-case hex digits. */
  transaction(txid: string): Promise<Result<TransactionState>>
  /** An account as the head knows it: whether it exists and is a contract. */
  account(address: Address): Promise<Result<AccountReading>>
  /** Solid balances in millionths. */
  balances(address: Address): Promise<Result<{ trx: bigint; usdt: bigint }>>
  estimateFee(question: FeeQuestion): Promise<Result<FeeEstimate>>
  /** Sends whole signed bytes to every node, once. Never repeats by itself. */
  broadcast(signedHex: string): Promise<Broadcast>
  /** What an address sent since a time, for the payout worker's start-up comparison. */
  outgoing(address: Address, sinceMs: number): Promise<Result<Outgoing[]>>
  /** Whether the nodes are of the configured network and the contract has six decimals. */
  check(): Promise<Result<{ solid: BlockHead }>>
  health(): NodeHealth[]
}

export const maxBlocksPerRead = 100
const usdtDecimals = 6n

export type TronNodesOptions = {
  nodes: NodeOptions[]
  usdtContract: Address
  genesisId?: string
  maxSolidAgeMs?: number
}

/** Opens the configured nodes. Throws a RangeError when there are none or more than five. */
export function openTronNodes(options: TronNodesOptions): TronNodes {
  const { nodes, usdtContract, genesisId, maxSolidAgeMs = 180_000 } = options
  if (nodes.length < 1 || nodes.length > 5) throw new RangeError(`${nodes.length} nodes`)
  const network = { usdtContract }
  const cache: { current: PriceCache } = { current: undefined }
  const set = openNodeSet(nodes.map(connectNode), {
    maxSolidAgeMs,
    ...(genesisId === undefined ? {} : { genesisId }),
  })
  const readGenesisId = rememberGenesis(set)
  return {
    usdtContract,
    solidHead: () => set.solidHead(),
    head: () => set.first((client) => readHead(client, 'wallet')),
    async solidBlocks(from, to) {
      if (from < 0 || to - from >= maxBlocksPerRead) return troubled('too_large', `${from}-${to}`)
      const solid = await set.solidHead()
      if (!solid.ok) return solid
      const last = Math.min(to, solid.value.number)
      if (last < from) return fine([])
      return set.agree((client) => readBlocks(client, 'walletsolidity', network, from, last))
    },
    async headBlocks(from, to) {
      if (from < 0 || to - from >= maxBlocksPerRead) return troubled('too_large', `${from}-${to}`)
      return set.first((client) => readBlocks(client, 'wallet', network, from, to))
    },
    async chainName() {
      const id = await readGenesisId()
      return id.ok ? fine(`tron-${id.value.slice(-8)}`) : id
    },
    genesisId: readGenesisId,
    async isKnown(txid) {
      return combineKnown(await set.all((client) => readKnown(client, txid)))
    },
    async transaction(txid) {
      return combineStates(await set.all((client) => readTransactionState(client, network, txid)))
    },
    account: (address) => set.first((client) => readAccount(client, 'wallet', address)),
    balances: (address) =>
      set.agree(async (client) => {
        const account = await readAccount(client, 'walletsolidity', address)
        if (!account.ok) return account
        const usdt = await readUsdt(client, 'walletsolidity', usdtContract, address)
        return usdt.ok ? fine({ trx: account.value.balanceSun, usdt: usdt.value }) : usdt
      }),
    estimateFee: (question) =>
      set.first((client) => estimateFee(client, usdtContract, question, cache)),
    async broadcast(signedHex) {
      return combineBroadcasts(await set.all((client) => broadcastTo(client, signedHex)))
    },
    outgoing: (address, sinceMs) =>
      set.first((client) => readOutgoing(client, network, address, sinceMs)),
    async check() {
      const solid = await set.solidHead()
      if (!solid.ok) return solid
      const decimals = await set.agree((client) => readDecimals(client, usdtContract))
      if (!decimals.ok) return decimals
      if (decimals.value !== usdtDecimals) return troubled('disagreement', 'not a 6-decimal token')
      return fine({ solid: solid.value })
    },
    health: () => set.health(),
  }
}

/** Block 0 never changes: once the nodes have agreed on it, nobody is asked again. */
function rememberGenesis(set: NodeSet): () => Promise<Result<string>> {
  let known: string | undefined
  return async () => {
    if (known !== undefined) return fine(known)
    const genesis = await set.agree((client) => readHeaderAt(client, 'wallet', 0))
    if (!genesis.ok) return genesis
    known = genesis.value?.id
    return known ? fine(known) : troubled('malformed', 'no first block')
  }
}
