import { fromHex, toHex } from '../../tron/encoding/hex.ts'
import { CONFIRMATIONS_FOR_SOLID, openChain, type Chain, type ChainEvent } from './chain.ts'
import { BroadcastRefused } from './execute.ts'
import { openJournal } from './journal.ts'
import { checkSignature, checkTiming, readTransaction } from './pool.ts'
import { openTreasury, type Treasury } from './treasury.ts'
import { newSeed } from './world.ts'

/** The chain with its journal and clock. Every operation is on disk before it is answered. */
export type Network = {
  chain: Chain
  /** Checks and accepts a signed transaction; returns its id. Throws BroadcastRefused. */
  broadcast(whole: Uint8Array): string
  /** Makes blocks at once; pending transactions go into the first. */
  mine(blocks: number): void
  treasury: Treasury
  /** Signs a contract as the treasury, accepts it, and returns its id. Throws BroadcastRefused. */
  submit(contract: Parameters<Treasury['sign']>[0]): string
  reorg(blocks: number, drop: string[], fail: Record<string, string>): void
  freeze(frozen: boolean): void
  setMemoFee(sun: number): void
  /** Failures queued for the next contract calls. */
  failNext: string[]
  /** Ids of transactions that are accepted but never packed. */
  neverMine: { count: number; ids: Map<string, Uint8Array> }
  close(): void
}

export const MAX_MINED_BLOCKS = 10_000

type NewChain = { height?: number | undefined; seed?: string | undefined }

/** Opens the chain of a data directory, or creates one with a few blocks. */
export function openNetwork(dataDir: string, fresh: NewChain = {}): Network {
  const { chain, keep, close } = openKeptChain(dataDir, fresh)
  const failNext: string[] = []
  const neverMine = { count: 0, ids: new Map<string, Uint8Array>() }
  const treasury = openTreasury(chain)

  function take(whole: Uint8Array): string {
    const transaction = readTransaction(whole)
    const isCall = transaction.decoded.contract.type === 'TriggerSmartContract'
    const forced = isCall ? failNext[0] : undefined
    chain.take(transaction, forced)
    if (forced !== undefined) failNext.shift()
    keep({ kind: 'tx', hex: toHex(whole), ...(forced === undefined ? {} : { forced }) })
    return transaction.txid
  }

  function broadcast(whole: Uint8Array): string {
    const transaction = readTransaction(whole)
    const { txid } = transaction
    checkSignature(transaction)
    checkTiming(transaction, chain.head(), chain.blockAt)
    if (neverMine.ids.has(txid)) {
      throw new BroadcastRefused('DUP_TRANSACTION_ERROR', 'Dup transaction.')
    }
    if (neverMine.count === 0) return take(whole)
    neverMine.count -= 1
    neverMine.ids.set(txid, whole)
    return txid
  }

  let latestMs = chain.head().timeMs
  function addBlock(empty: boolean): void {
    // Strictly increasing, also beyond the times of blocks that a fork removed.
    latestMs = Math.max(Date.now(), latestMs + 1, chain.head().timeMs + 1)
    chain.addBlock(latestMs, empty)
    keep({ kind: 'block', timeMs: latestMs, ...(empty ? { empty } : {}) })
  }

  function mine(blocks: number): void {
    if (blocks < 1 || blocks > MAX_MINED_BLOCKS)
      throw new RangeError(`1 to ${MAX_MINED_BLOCKS} blocks`)
    for (let made = 0; made < blocks; made += 1) addBlock(false)
  }

  function reorg(blocks: number, drop: string[], fail: Record<string, string>): void {
    const event: ChainEvent = { kind: 'reorg', blocks, drop, fail }
    chain.reorg(event)
    keep(event)
    // The new branch is one block longer and packs the shared transactions later.
    for (let made = 0; made < blocks; made += 1) addBlock(true)
    addBlock(false)
  }

  function freeze(frozen: boolean): void {
    chain.freeze(frozen)
    keep({ kind: 'freeze', frozen })
  }

  function setMemoFee(sun: number): void {
    chain.setMemoFee(sun)
    keep({ kind: 'memo_fee', sun })
  }

  // A young chain has no solid block to reference.
  if (chain.head().number === 0) mine(CONFIRMATIONS_FOR_SOLID + 1)
  const submit: Network['submit'] = (contract) => take(treasury.sign(contract))
  const orders = { broadcast, submit, mine, reorg, freeze, setMemoFee }
  return { chain, failNext, neverMine, treasury, ...orders, close }
}

/** The chain replayed from its journal, and the journal to continue. */
function openKeptChain(dataDir: string, { seed = newSeed(), height = 1 }: NewChain) {
  const { events, journal } = openJournal(dataDir)
  const [first] = events
  const timeMs = Date.now() - 60_000
  const start: ChainEvent = first ?? { kind: 'start', seed, timeMs, height }
  if (start.kind !== 'start') throw new Error(`${dataDir} does not hold a devnet chain`)
  const chain = openChain(start)
  if (first === undefined) journal.append(start)
  for (const event of events.slice(1)) replay(chain, event)
  return { chain, keep: journal.append, close: journal.close }
}

function replay(chain: Chain, event: ChainEvent): void {
  switch (event.kind) {
    case 'start':
      throw new Error('a chain starts once')
    case 'tx':
      chain.take(readTransaction(fromHex(event.hex) ?? new Uint8Array()), event.forced)
      return
    case 'block':
      chain.addBlock(event.timeMs, event.empty === true)
      return
    case 'reorg':
      return chain.reorg(event)
    case 'freeze':
      return chain.freeze(event.frozen)
    case 'memo_fee':
      return chain.setMemoFee(event.sun)
  }
}
