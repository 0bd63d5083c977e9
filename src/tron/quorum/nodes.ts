import { agreeOnBlocks, type AgreedBlocks, type Concern } from './agree-blocks.ts'
import {
  ownedSun,
  readAccount,
  readBalances,
  readBlackListed,
  readDecimals,
  type AccountReading,
  type Balances,
} from '../query/account-reads.ts'
import type { Address } from '../encoding/address.ts'
import {
  isOlder,
  readBlocks,
  readHead,
  readHeaderAt,
  type BlockHead,
  type ReadBlock,
} from '../block/block-reads.ts'
import { verifyReader } from '../query/balance-reader.ts'
import { broadcastTo, combineBroadcasts, type Broadcast } from '../query/broadcast.ts'
import { estimateFee, type FeeEstimate, type FeeQuestion, type PriceCache } from '../query/fees.ts'
import { connectNode, type NodeClient, type NodeOptions } from '../node/node-client.ts'
import { openHoldings, type HoldingsOptions, type NodeHoldings } from './node-holdings.ts'
import { openNodeSet, type NodeHealth, type NodeSet } from './node-set.ts'
import { readOutgoing, type Outgoing } from '../query/outgoing.ts'
import { combineStates } from './state-agreement.ts'
import {
  combineKnown,
  readKnown,
  readTransactionState,
  type TransactionState,
} from '../query/transaction-state.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'
import {
  longestOutgoing,
  smallestBalances,
  voteAccount,
  voteFee,
  voteFlag,
  voteStillFinal,
  type BlockInPlace,
  type StillFinal,
  type Vote,
} from './votes.ts'

/**
 * The chain as the deposit and payout workers see it. Nothing here throws: every answer is a value
 * or a typed trouble, and a trouble always means "unknown", never "no".
 */
export type TronNodes = {
  usdtContract: Address
  /**
   * Newest final block on which all up-to-date nodes agree, or else more than half of all
   * configured nodes. `stale` when it is too old to act on.
   */
  finalHead(): Promise<Result<BlockHead>>
  /** Newest block: for display only. */
  head(): Promise<Result<BlockHead>>
  /**
   * Final blocks in full, `from` to `to` inclusive, at most `MAX_BLOCKS_PER_READ`. More than half
   * of all configured nodes must agree on the ids and on everything `concern` selects (all when
   * absent). The list ends at the final head that these nodes have, or briefly before a block that
   * the nodes with internal transactions lack.
   */
  finalBlocks(from: number, to: number, concern?: Concern): Promise<Result<ReadBlock[]>>
  /** Whether the nodes still have a final block that we have read. */
  isStillFinal(block: Pick<BlockHead, 'number' | 'id'>): Promise<StillFinal>
  /** `finalBlocks` of the head's view, which forks may change: for display only. */
  headBlocks(from: number, to: number): Promise<Result<ReadBlock[]>>
  /** The chain's name, from the last bytes of its first block: `tron-2b6653dc`. */
  chainName(): Promise<Result<string>>
  /** The id of block 0: the configured one, or the one all nodes report. Asked once. */
  genesisId(): Promise<Result<string>>
  /**
   * Whether any node knows a transaction, at one or two calls per node. For display only: `false`
   * doesn't prove that it isn't on chain.
   */
  isKnown(txid: string): Promise<Result<boolean>>
  /** The status of a transaction. The id must be 64 lowercase hex digits. */
  transaction(txid: string): Promise<Result<TransactionState>>
  /**
   * An account in the head's view: whether it exists and is a contract. It is one only if more than
   * half of all configured nodes report one; `disagreement` if they can't decide.
   */
  account(address: Address): Promise<Result<AccountReading>>
  /** Final balances in millionths: the lowest reported, because a node may be a block behind. */
  balances(address: Address): Promise<Result<Balances>>
  /**
   * The same with staked TRX: everything that belongs to an address, as reconciliation counts it.
   */
  owned(address: Address): Promise<Result<Balances>>
  /**
   * What each usable node reports for these addresses. We don't compare nodes, because their final
   * heads differ. Empty while no node is usable. `stakes` adds staked TRX, with the balance reader
   * at one more call per address.
   */
  holdings(addresses: readonly Address[], withStakes?: 'stakes'): Promise<NodeHoldings[]>
  /** Whether each usable node has the balance reader's code at an address. */
  hasReader(reader: Address): Promise<{ host: string; found: Result<boolean> }[]>
  /**
   * The median estimate; with two nodes the higher one. `reverted` or `fee_ceiling` only if more
   * than half of all configured nodes report it; `disagreement` if they can't decide.
   */
  estimateFee(question: FeeQuestion): Promise<Result<FeeEstimate>>
  /** Makes the next estimate read the prices again, because a transfer has run out of energy. */
  forgetPrices(): void
  /** Whether the issuer of USDT has frozen an address, decided like `account`. */
  isBlackListed(address: Address): Promise<Result<boolean>>
  /** Sends signed bytes to every node, once, without retries. */
  broadcast(signedHex: string): Promise<Broadcast>
  /** What an address has sent since a time. The payout worker compares it on start-up. */
  outgoing(address: Address, sinceMs: number): Promise<Result<Outgoing[]>>
  /** Whether the nodes are on the configured network and the token has six decimals. */
  check(): Promise<Result<{ final: BlockHead }>>
  /** Shows in `health` that a node's balances are of blocks far ahead of our record. */
  reportAhead(host: string): void
  health(): NodeHealth[]
}

export const MAX_BLOCKS_PER_READ = 100
const USDT_DECIMALS = 6n
/** Three blocks. Payouts pause when our record is five blocks behind. */
const INTERNALS_WAIT_MS = 9_000

export type TronNodesOptions = {
  nodes: NodeOptions[]
  usdtContract: Address
  genesisId?: string
  maxFinalAgeMs?: number
  /** How long we wait for a node that keeps internal transactions; nine seconds when absent. */
  internalsWaitMs?: number
  /** Ids of blocks whose transactions an operator verified elsewhere. */
  acceptedBlocks?: readonly string[]
  /** How long a final head is shared between callers. */
  headLastsMs?: number
  /** The most a USDT transfer may burn; 30 TRX when absent. */
  feeCeilingSun?: bigint
  /** How to read the balances of many addresses; one by one when absent. */
  holdings?: Omit<HoldingsOptions, 'usdtContract'>
}

const plainHoldings = { reader: null, batch: 100, perSecond: 2 }

const isReadable = (from: number, to: number): boolean =>
  from >= 0 && to - from < MAX_BLOCKS_PER_READ

/** Opens the configured nodes. Throws a RangeError when there are none or more than five. */
export function openTronNodes(options: TronNodesOptions): TronNodes {
  const { nodes, usdtContract, genesisId, maxFinalAgeMs = 180_000 } = options
  if (nodes.length < 1 || nodes.length > 5) throw new RangeError(`${nodes.length} nodes`)
  const network = { usdtContract, acceptedBlocks: new Set(options.acceptedBlocks) }
  const prices = openPriceCaches()
  const set = openNodeSet(nodes.map(connectNode), {
    maxFinalAgeMs,
    internalsWaitMs: options.internalsWaitMs ?? INTERNALS_WAIT_MS,
    ...(genesisId === undefined ? {} : { genesisId }),
  })
  const readHoldings = openHoldings({ ...(options.holdings ?? plainHoldings), usdtContract })
  const readGenesisId = rememberGenesis(set, genesisId)
  return {
    usdtContract,
    finalHead: shareFor(options.headLastsMs ?? 3_000, () => set.finalHead()),
    head: () => set.first((client) => readHead(client, 'wallet')),
    async finalBlocks(from, to, concern) {
      if (!isReadable(from, to)) return troubled('too_large', `${from}-${to}`)
      const lists = await set.all((client) =>
        readBlocks(client, 'walletsolidity', network, from, to),
      )
      const agreed = await agreeOnBlocks(lists, concern)
      return agreed.ok ? usableBlocks(set, agreed.value, { from, to, maxFinalAgeMs }) : agreed
    },
    isStillFinal: async (block) =>
      voteStillFinal(await set.vote((client) => readInPlace(client, block), 'every')),
    async headBlocks(from, to) {
      if (!isReadable(from, to)) return troubled('too_large', `${from}-${to}`)
      return set.first((client) => readBlocks(client, 'wallet', network, from, to))
    },
    async chainName() {
      const id = await readGenesisId()
      return id.ok ? fine(`tron-${id.value.slice(-8)}`) : id
    },
    genesisId: readGenesisId,
    async isKnown(txid) {
      return combineKnown(await set.answers((client) => readKnown(client, txid)))
    },
    async transaction(txid) {
      return combineStates(await set.all((client) => readTransactionState(client, network, txid)))
    },
    account: async (address) =>
      counted(set, voteAccount(await set.vote((client) => readAccount(client, 'wallet', address)))),
    balances: (address) => readSmallest(set, usdtContract, address, ({ balanceSun }) => balanceSun),
    owned: (address) => readSmallest(set, usdtContract, address, ownedSun),
    holdings: (addresses, stakes) =>
      set.answers((client) => readHoldings(client, addresses, stakes !== undefined)),
    hasReader: (reader) =>
      set.answers(async (client) => {
        return { host: new URL(client.url).host, found: await verifyReader(client, reader) }
      }),
    async estimateFee(question) {
      const read = (client: NodeClient) => estimateFee(client, options, question, prices.of(client))
      return counted(set, voteFee(await set.vote(read), options.feeCeilingSun))
    },
    forgetPrices: () => prices.forget(),
    async isBlackListed(address) {
      const told = await set.vote((client) => readBlackListed(client, usdtContract, address))
      return counted(set, voteFlag(told, 'whether an address is frozen'))
    },
    async broadcast(signedHex) {
      return combineBroadcasts(await set.answers((client) => broadcastTo(client, signedHex)))
    },
    outgoing: async (address, sinceMs) =>
      longestOutgoing(await set.vote((client) => readOutgoing(client, network, address, sinceMs))),
    check: () => checkNetwork(set, usdtContract),
    reportAhead: (host) => set.recordAhead(host),
    health: () => set.health(),
  }
}

/** Each node has its own prices, so that none sets those of the others. */
function openPriceCaches() {
  let caches = new WeakMap<NodeClient, { current: PriceCache }>()
  return {
    of(client: NodeClient): { current: PriceCache } {
      const cache = caches.get(client) ?? { current: undefined }
      caches.set(client, cache)
      return cache
    },
    forget: () => void (caches = new WeakMap()),
  }
}

function counted<T>(set: NodeSet, { result, dissents }: Vote<T>): Result<T> {
  set.recordDissent(dissents, 'answers')
  return result
}

function usableBlocks(
  set: NodeSet,
  { blocks, dissents, reads }: AgreedBlocks,
  { from, to, maxFinalAgeMs }: { from: number; to: number; maxFinalAgeMs: number },
): Result<ReadBlock[]> {
  set.recordDissent(dissents)
  const usable = set.countUsable({ from, count: blocks.length, reads })
  const last = blocks.at(-1)
  // The list ended early at the final head: don't act on an old one.
  const isEnd = last !== undefined && last.number < to
  if (isEnd && isOlder(last, maxFinalAgeMs)) {
    return troubled('stale', 'the final head is too old')
  }
  return fine(blocks.slice(0, usable))
}

/**
 * A minute. A node that lacks more blocks than these isn't behind, but on another chain, unless a
 * gateway has just asked its slowest machine.
 */
const MAX_LAG_BLOCKS = 20

async function readInPlace(
  client: NodeClient,
  { number, id }: Pick<BlockHead, 'number' | 'id'>,
): Promise<Result<BlockInPlace>> {
  const read = await readHeaderAt(client, 'walletsolidity', number)
  if (!read.ok) return read
  if (read.value) return fine(read.value.id === id ? 'same' : 'other')
  const head = await readHead(client, 'walletsolidity')
  if (!head.ok) return head
  return fine(number - head.value.number > MAX_LAG_BLOCKS ? 'short' : 'none yet')
}

async function checkNetwork(
  set: NodeSet,
  usdtContract: Address,
): Promise<Result<{ final: BlockHead }>> {
  const final = await set.finalHead()
  if (!final.ok) return final
  const decimals = await set.agree((client) => readDecimals(client, usdtContract))
  if (!decimals.ok) return decimals
  if (decimals.value !== USDT_DECIMALS) return troubled('disagreement', 'not a 6-decimal token')
  return fine({ final: final.value })
}

/**
 * Block 0 never changes, so the nodes are asked at most once. With a configured id they aren't
 * asked at all.
 */
function rememberGenesis(
  set: NodeSet,
  configured: string | undefined,
): () => Promise<Result<string>> {
  let known = configured
  return async () => {
    if (known !== undefined) return fine(known)
    const genesis = await set.agree((client) => readHeaderAt(client, 'wallet', 0))
    if (!genesis.ok) return genesis
    known = genesis.value?.id
    return known ? fine(known) : troubled('malformed', 'no first block')
  }
}

type TrxOf = (account: AccountReading) => bigint

const readSmallest = async (set: NodeSet, usdt: Address, address: Address, trxOf: TrxOf) =>
  smallestBalances(await set.answers((client) => readBalances(client, usdt, address, trxOf)))

/** Shares one answer among callers for a while. Troubles aren't shared. */
function shareFor<T>(lastsMs: number, ask: () => Promise<Result<T>>): () => Promise<Result<T>> {
  let shared: { answer: Promise<Result<T>>; untilMs: number } | undefined
  return async () => {
    const now = performance.now()
    shared = shared && shared.untilMs > now ? shared : { answer: ask(), untilMs: now + lastsMs }
    const mine = shared
    const result = await mine.answer
    if (!result.ok && shared === mine) shared = undefined
    return result
  }
}
