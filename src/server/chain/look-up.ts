import { runForWaitingCaller, currentCaller } from '../../tron/node/node-caller.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import type { TransactionState } from '../../tron/query/transaction-state.ts'
import { fine, troubled, type Result } from '../../tron/node/trouble.ts'

export type LookUp = { chain: string; transaction: TransactionState | { state: 'absent' } }

/** How long we don't ask again about a hash that no node knew. A block takes three seconds. */
const ABSENT_FOR_MS = 5_000
/** The most unknown hashes to remember. Far more than clients can ask for in that time. */
const MAX_ABSENT = 1_000

type Running = {
  answer: Promise<Result<LookUp>>
  /** Stops the requests, because nobody waits for the answer anymore. */
  abandon(): void
  waiting: number
}

type Memory = { running: Map<string, Running>; absentUntil: Map<string, number> }

const memories = new WeakMap<TronNodes, Memory>()

/**
 * Finds a transaction for a waiting caller. All callers with the same id share one look-up. An id
 * that no node knows costs two requests per node, and we don't ask again right away.
 */
export async function lookUpDeposit(tron: TronNodes, txid: string): Promise<Result<LookUp>> {
  const memory: Memory = memories.get(tron) ?? { running: new Map(), absentUntil: new Map() }
  memories.set(tron, memory)
  if ((memory.absentUntil.get(txid) ?? 0) > performance.now()) return absentOn(tron)
  const running = memory.running.get(txid) ?? begin(memory, tron, txid)
  return waitFor(running, currentCaller().signal)
}

async function absentOn(tron: TronNodes): Promise<Result<LookUp>> {
  const chain = await tron.chainName()
  return chain.ok ? fine({ chain: chain.value, transaction: { state: 'absent' } }) : chain
}

function begin(memory: Memory, tron: TronNodes, txid: string): Running {
  const stop = new AbortController()
  const forget = (): void => {
    if (memory.running.get(txid) === running) memory.running.delete(txid)
  }
  const answer = runForWaitingCaller(
    () => stop.signal,
    async () => {
      const found = await read(tron, txid)
      forget()
      if (found.ok && found.value.transaction.state === 'absent') rememberAbsent(memory, txid)
      return found
    },
  )
  const abandon = (): void => {
    forget()
    stop.abort()
  }
  const running: Running = { answer, abandon, waiting: 0 }
  memory.running.set(txid, running)
  return running
}

function rememberAbsent({ absentUntil }: Memory, txid: string): void {
  // The first entries are the oldest, since all stay for the same time.
  const [oldest] = absentUntil.keys()
  if (absentUntil.size >= MAX_ABSENT && oldest !== undefined) absentUntil.delete(oldest)
  absentUntil.delete(txid)
  absentUntil.set(txid, performance.now() + ABSENT_FOR_MS)
}

/** Waits for the shared answer, or until this caller gives up. */
async function waitFor(running: Running, signal?: AbortSignal): Promise<Result<LookUp>> {
  running.waiting += 1
  const { promise: leaving, resolve } = Promise.withResolvers<Result<LookUp>>()
  const leave = (): void => resolve(troubled('given_up', 'nobody waits for the answer'))
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave)
  try {
    return await Promise.race([running.answer, leaving])
  } finally {
    signal?.removeEventListener('abort', leave)
    running.waiting -= 1
    if (running.waiting === 0) running.abandon()
  }
}

async function read(tron: TronNodes, txid: string): Promise<Result<LookUp>> {
  const chain = await tron.chainName()
  if (!chain.ok) return chain
  const known = await tron.isKnown(txid)
  if (!known.ok) return known
  if (!known.value) return fine({ chain: chain.value, transaction: { state: 'absent' } })
  const transaction = await tron.transaction(txid)
  if (!transaction.ok) return transaction
  // A chain without new blocks may be cut off from the network. We credit nothing from it.
  if (transaction.value.state === 'final') {
    const final = await tron.finalHead()
    if (!final.ok) return final
  }
  return fine({ chain: chain.value, transaction: transaction.value })
}
