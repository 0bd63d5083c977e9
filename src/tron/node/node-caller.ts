import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Who waits for a node's answer. Workers move money and go first. Members' requests share the rest,
 * and fail quickly instead of waiting long.
 */
export type Lane = 'worker' | 'member'

type NodeCaller = { lane: Lane; signal?: () => AbortSignal }

const worker: NodeCaller = { lane: 'worker' }
const nodeCallers = new AsyncLocalStorage<NodeCaller>()

/** The current caller of the nodes. Outside `runForWaitingCaller`, it is a worker. */
export function currentCaller(): { lane: Lane; signal: AbortSignal | undefined } {
  const { lane, signal } = nodeCallers.getStore() ?? worker
  return { lane, signal: signal?.() }
}

/**
 * Runs work on behalf of a waiting person. Its calls to nodes use the members' lane and stop when
 * the signal fires. The signal is created on the first call, because most work makes none.
 *
 * The caller travels with the async context instead of a parameter, so no function on the way can
 * forget to pass it on.
 */
export function runForWaitingCaller<T>(makeSignal: () => AbortSignal, work: () => T): T {
  let made: AbortSignal | undefined
  const signal = (): AbortSignal => (made ??= makeSignal())
  return nodeCallers.run({ lane: 'member', signal }, work)
}
