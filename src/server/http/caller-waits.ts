import type { ServerResponse } from 'node:http'
import { runForWaitingCaller } from '../../tron/node/node-caller.ts'

/**
 * Browsers time out after ten seconds. By then, a call must have reported that the chain is
 * unavailable.
 */
const NODE_DEADLINE_MS = 6_000

/**
 * Runs a handler. Its requests to TRON nodes, if there are any, end when the caller disconnects,
 * and in any case soon enough to answer with an error.
 */
export function whileCallerWaits<T>(response: ServerResponse, work: () => T): T {
  const deadlineMs = performance.now() + NODE_DEADLINE_MS
  return runForWaitingCaller(() => {
    const left = new AbortController()
    if (response.closed) left.abort()
    response.once('close', () => left.abort())
    const leftMs = Math.max(0, Math.ceil(deadlineMs - performance.now()))
    return AbortSignal.any([left.signal, AbortSignal.timeout(leftMs)])
  }, work)
}
