import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Who waits for a node's answer. Workers move money and go first; people at a screen get a share
 * of what is left, and a refusal instead of a long wait.
 */
export type Lane = 'worker' | 'member'

type Asker = { lane: Lane; signal?: () => AbortSignal }

const worker: Asker = { lane: 'worker' }
const askers = new AsyncLocalStorage<Asker>()

/** Whoever asks a node right now. Outside of `askForPerson` that is a worker. */
export function currentAsker(): { lane: Lane; signal: AbortSignal | undefined } {
  const { lane, signal } = askers.getStore() ?? worker
  return { lane, signal: signal?.() }
}

/**
 * Runs work whose questions to nodes somebody waits for. They use the members' lane and stop when
 * the signal fires. The signal is made at the first question: most work asks none.
 *
 * The asker travels with the asynchronous work and not as a parameter, so that no call on the way
 * can forget to pass it on.
 */
export function askForPerson<T>(makeSignal: () => AbortSignal, work: () => T): T {
  let made: AbortSignal | undefined
  const signal = (): AbortSignal => (made ??= makeSignal())
  return askers.run({ lane: 'member', signal }, work)
}
