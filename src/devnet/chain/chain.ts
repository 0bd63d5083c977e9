import { finishBlock, type Block, type Included, type Transaction } from './block.ts'
import { BroadcastRefused, execute } from './execute.ts'
import { openLayers } from './layers.ts'
import { openAccountIndex, type AccountIndex } from './account-index.ts'
import { fillGenesis, openWorld, type World, type WorldLayers } from './world.ts'

/** Everything that changes the chain, in the form stored on disk. */
export type ChainEvent =
  /** `height` is the number of the block after block 0, for a chain that should look long. */
  | { kind: 'start'; seed: string; timeMs: number; height?: number }
  /** An accepted transaction; `forced` is a failure a test asked for. */
  | { kind: 'tx'; hex: string; forced?: string }
  /** A block with the pending transactions, or without any. */
  | { kind: 'block'; timeMs: number; empty?: boolean }
  /** Removes the newest blocks. Their transactions are pending again, except the dropped ones. */
  | { kind: 'reorg'; blocks: number; drop: string[]; fail: Record<string, string> }
  | { kind: 'freeze'; frozen: boolean }
  /** The price of a memo from now on. */
  | { kind: 'memo_fee'; sun: number }

/** A block is solid at 19 confirmations, which takes 18 further blocks. */
export const CONFIRMATIONS_FOR_SOLID = 19
const MAX_PENDING = 20_000

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
  /** Runs a transaction and adds it to the pending ones. Throws BroadcastRefused. */
  take(transaction: Transaction, forced?: string): Included
  addBlock(timeMs: number, empty: boolean): Block
  /** Throws a RangeError when it would remove a solid block. */
  reorg(event: Extract<ChainEvent, { kind: 'reorg' }>): void
  freeze(frozen: boolean): void
  memoFeeSun(): number
  setMemoFee(sun: number): void
}

type State = {
  world: World
  layers: WorldLayers
  index: AccountIndex
  /** Block 0, then those from `height` on. */
  blocks: Block[]
  height: number
  byId: Map<string, Included>
  forced: Map<string, string>
  pending: Included[]
  /** Index of the newest solid block in `blocks`. */
  solidAt: number
  isFrozen: boolean
  memoFeeSun: number
}

/**
 * An in-memory chain. It has no clock and no randomness, so the same events always give the same
 * chain.
 */
export function openChain(start: Extract<ChainEvent, { kind: 'start' }>): Chain {
  const state = firstState(start)
  const { world, layers, index, blocks, byId } = state
  return {
    world,
    layers,
    index,
    head: () => headOf(state),
    solid: () => present(blocks[state.solidAt]),
    blockAt: (number) => blocks[number === 0 ? 0 : number - state.height + 1],
    transaction: (txid) => byId.get(txid),
    pending: () => state.pending,
    isFrozen: () => state.isFrozen,
    take: (transaction, forced) => take(state, transaction, forced),
    addBlock: (timeMs, empty) => addBlock(state, timeMs, empty),
    reorg: (event) => reorg(state, event),
    memoFeeSun: () => state.memoFeeSun,
    setMemoFee: (sun) => void (state.memoFeeSun = sun),
    freeze(frozen) {
      state.isFrozen = frozen
      settle(state)
    },
  }
}

function firstState({ seed, timeMs, height = 1 }: Extract<ChainEvent, { kind: 'start' }>): State {
  const world = openWorld(seed)
  const layers: WorldLayers = openLayers()
  const genesis = layers.scratch('pending')
  fillGenesis(genesis, world, timeMs)
  genesis.commit()
  layers.seal(false)
  layers.keepBlocks(0)
  const parentId = `${seed}${'0'.repeat(64)}`.slice(0, 64)
  const producer = world.producerOf(0)
  const first = finishBlock({ number: 0, parentId, timeMs, producer, transactions: [] })
  return {
    world,
    layers,
    index: openAccountIndex(),
    blocks: [first],
    height,
    byId: new Map(),
    forced: new Map(),
    pending: [],
    solidAt: 0,
    isFrozen: false,
    memoFeeSun: 0,
  }
}

const headOf = ({ blocks }: State): Block => present(blocks.at(-1))

function take(state: State, transaction: Transaction, forced: string | undefined): Included {
  const { txid, raw, signatures, bytes, decoded } = transaction
  if (state.byId.has(txid)) throw new BroadcastRefused('DUP_TRANSACTION_ERROR', 'Dup transaction.')
  if (state.pending.length >= MAX_PENDING) throw new BroadcastRefused('SERVER_BUSY', 'Server busy.')
  const memoFeeSun = BigInt(state.memoFeeSun)
  const order = {
    transaction: decoded,
    bytes,
    memoFeeSun,
    ...(forced === undefined ? {} : { forced }),
  }
  const execution = execute(state.layers, state.world, order, headOf(state).timeMs)
  if (forced !== undefined) state.forced.set(txid, forced)
  const included: Included = { txid, raw, signatures, bytes, decoded, execution }
  state.pending.push(included)
  state.byId.set(txid, included)
  return included
}

function addBlock(state: State, timeMs: number, empty: boolean): Block {
  const alive = state.pending.filter(({ decoded }) => decoded.expirationMs > timeMs)
  if (alive.length < state.pending.length) rerunPending(state, alive)
  const parent = headOf(state)
  const number = parent.number === 0 ? state.height : parent.number + 1
  const block = finishBlock({
    number,
    parentId: parent.id,
    timeMs,
    producer: state.world.producerOf(number),
    transactions: empty ? [] : state.pending,
  })
  if (!empty) state.pending = []
  state.layers.seal(empty)
  state.blocks.push(block)
  state.index.add(block)
  settle(state)
  return block
}

function settle(state: State): void {
  const head = state.blocks.length - 1
  if (!state.isFrozen) {
    state.solidAt = Math.max(state.solidAt, head + 1 - CONFIRMATIONS_FOR_SOLID)
  }
  state.layers.keepBlocks(head - state.solidAt)
}

/** Runs pending transactions again on the new state and drops those that no longer work. */
function rerunPending(state: State, transactions: Transaction[]): void {
  state.layers.undoPending()
  for (const { txid } of state.pending) state.byId.delete(txid)
  state.pending = []
  for (const transaction of transactions) {
    try {
      take(state, transaction, state.forced.get(transaction.txid))
    } catch (error) {
      if (!(error instanceof BroadcastRefused)) throw error
    }
  }
}

function reorg(state: State, event: Extract<ChainEvent, { kind: 'reorg' }>): void {
  const { blocks: count, drop, fail } = event
  const loose = state.blocks.length - 1 - state.solidAt
  if (count < 1 || count > loose) throw new RangeError(`only ${loose} blocks are not solid`)
  const waiting = state.pending
  state.layers.undoPending()
  const gone = state.blocks.splice(-count)
  for (const block of gone.toReversed()) {
    state.layers.undoBlock()
    state.index.remove(block)
  }
  state.pending = [...gone.flatMap((block) => block.transactions), ...waiting]
  for (const [txid, ret] of Object.entries(fail)) state.forced.set(txid, ret)
  rerunPending(
    state,
    state.pending.filter(({ txid }) => !drop.includes(txid)),
  )
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a chain always has its first block')
  return value
}
