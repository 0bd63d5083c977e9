import { finishBlock, type Block, type Included, type Transaction } from './block.ts'
import { BroadcastRefused, execute, type Execution } from './execute.ts'
import { openLayers } from './layers.ts'
import { openAccountIndex, type AccountIndex } from './account-index.ts'
import { fillGenesis, openWorld, type World, type WorldLayers } from './world.ts'

/** Everything that ever changes the chain, in the form in which it is kept on disk. */
export type ChainEvent =
  | { kind: 'start'; seed: string; timeMs: number }
  /** A transaction that was taken; `forced` is a failure ordered by a test. */
  | { kind: 'tx'; hex: string; forced?: string }
  /** A block with the waiting transactions, or with none of them. */
  | { kind: 'block'; timeMs: number; empty?: boolean }
  /** The newest blocks vanish; their transactions wait again, but for the dropped ones. */
  | { kind: 'reorg'; blocks: number; drop: string[]; fail: Record<string, string> }
  | { kind: 'freeze'; frozen: boolean }

/** A block is solid at 19 confirmations: 18 further blocks. */
export const confirmationsForSolid = 19
export const maxPending = 20_000

export type Chain = {
  world: World
  layers: WorldLayers
  index: AccountIndex
  head(): Block
  solid(): Block
  blockAt(number: number): Block | undefined
  transaction(txid: string): Included | undefined
  pending(): Included[]
  isFrozen(): boolean
  /** Runs a transaction and lets it wait for the next block. Throws BroadcastRefused. */
  take(transaction: Transaction, forced?: string): Included
  addBlock(timeMs: number, empty: boolean): Block
  /** Throws a RangeError when a solid block would go. */
  reorg(event: Extract<ChainEvent, { kind: 'reorg' }>): void
  freeze(frozen: boolean): void
}

/** A chain in memory. The same events give the same chain: there is no clock and no chance in it. */
export function openChain(start: Extract<ChainEvent, { kind: 'start' }>): Chain {
  const world = openWorld(start.seed)
  const layers: WorldLayers = openLayers()
  const index = openAccountIndex()
  const blocks: Block[] = []
  const byId = new Map<string, Included>()
  const forcedOutcomes = new Map<string, string>()
  let pending: Included[] = []
  let solidNumber = 0
  let isFrozen = false

  const head = (): Block => present(blocks.at(-1))

  function take(transaction: Transaction, forced?: string): Included {
    if (byId.has(transaction.txid)) {
      throw new BroadcastRefused('DUP_TRANSACTION_ERROR', 'Dup transaction.')
    }
    if (pending.length >= maxPending) throw new BroadcastRefused('SERVER_BUSY', 'Server busy.')
    const execution = run(transaction, forced)
    if (forced !== undefined) forcedOutcomes.set(transaction.txid, forced)
    const { txid, raw, signatures, bytes, decoded } = transaction
    const included: Included = { txid, raw, signatures, bytes, decoded, execution }
    pending.push(included)
    byId.set(included.txid, included)
    return included
  }

  function run({ decoded, bytes }: Transaction, forced: string | undefined): Execution {
    const order = { transaction: decoded, bytes, ...(forced === undefined ? {} : { forced }) }
    return execute(layers, world, order, head().timeMs)
  }

  function addBlock(timeMs: number, empty: boolean): Block {
    const expired = pending.some((waiting) => waiting.decoded.expirationMs <= timeMs)
    if (expired) rerunPending(pending.filter(({ decoded }) => decoded.expirationMs > timeMs))
    const parent = head()
    const block = finishBlock({
      number: parent.number + 1,
      parentId: parent.id,
      timeMs,
      witness: world.treasury,
      transactions: empty ? [] : pending,
    })
    if (!empty) pending = []
    layers.seal(empty)
    blocks.push(block)
    index.add(block)
    settle()
    return block
  }

  function settle(): void {
    if (!isFrozen) solidNumber = Math.max(solidNumber, head().number + 1 - confirmationsForSolid)
    layers.keepBlocks(head().number - solidNumber)
  }

  /** Runs waiting transactions again on the state they now meet; what cannot run any more is lost. */
  function rerunPending(transactions: Transaction[]): void {
    layers.undoPending()
    for (const { txid } of pending) byId.delete(txid)
    pending = []
    for (const transaction of transactions) {
      try {
        take(transaction, forcedOutcomes.get(transaction.txid))
      } catch (error) {
        if (!(error instanceof BroadcastRefused)) throw error
      }
    }
  }

  function reorg({ blocks: count, drop, fail }: Extract<ChainEvent, { kind: 'reorg' }>): void {
    if (count < 1 || count > head().number - solidNumber) {
      throw new RangeError(`only ${head().number - solidNumber} blocks are not solid`)
    }
    const waiting = pending
    layers.undoPending()
    const gone = blocks.splice(-count)
    for (const block of gone.toReversed()) {
      layers.undoBlock()
      index.remove(block)
    }
    pending = [...gone.flatMap((block) => block.transactions), ...waiting]
    for (const [txid, ret] of Object.entries(fail)) forcedOutcomes.set(txid, ret)
    rerunPending(pending.filter(({ txid }) => !drop.includes(txid)))
  }

  const genesis = layers.scratch('pending')
  fillGenesis(genesis, world, start.timeMs)
  genesis.commit()
  layers.seal(false)
  layers.keepBlocks(0)
  const parentId = `${start.seed}${'0'.repeat(64)}`.slice(0, 64)
  const { timeMs } = start
  blocks.push(
    finishBlock({ number: 0, parentId, timeMs, witness: world.treasury, transactions: [] }),
  )

  return {
    world,
    layers,
    index,
    head,
    solid: () => present(blocks[solidNumber]),
    blockAt: (number) => blocks[number],
    transaction: (txid) => byId.get(txid),
    pending: () => pending,
    isFrozen: () => isFrozen,
    take,
    addBlock,
    reorg,
    freeze(frozen) {
      isFrozen = frozen
      settle()
    },
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a chain always has its first block')
  return value
}
