import { useState } from 'react'
import { isFinalRefusal, isNotBegun, isStoredRefusal } from './api-error.ts'
import { makeIdempotencyKey } from './pending-requests.ts'
import type { PendingRequest, PendingRequests } from './pending-requests.ts'

type SendOnce = <I, T>(
  name: string,
  input: I,
  send: (key: string, input: I) => Promise<T>,
) => Promise<T>

/**
 * Sends a request under the key of its intention. Pressed twice, or again after a lost answer, it
 * is one request with the first input. Another input gets another key. So does the same request
 * after a refusal, because the server would repeat its old answer although the wallet may have been
 * filled since. If an earlier try may have been carried out, only a refusal that answers that one,
 * too, ends the request.
 */
export function useSendOnce(pending: PendingRequests): SendOnce {
  const [sentHere] = useState(() => new Map<string, PendingRequest>())
  return async <I, T>(name: string, input: I, send: (key: string, input: I) => Promise<T>) => {
    const make = (): PendingRequest => {
      return { key: makeIdempotencyKey(), input, atMs: Date.now(), unknown: false }
    }
    const request = sentHere.get(name) ?? pending.find(name) ?? make()
    const keep = (unknown: boolean): void => {
      sentHere.set(name, { ...request, unknown })
      pending.keep(name, { ...request, unknown })
    }
    keep(true)
    try {
      const answer = await send(request.key, request.input as I) // the name determines its type
      pending.settle(name)
      return answer
    } catch (error) {
      if (request.unknown ? isStoredRefusal(error) : isFinalRefusal(error)) {
        sentHere.delete(name)
        pending.settle(name)
      } else {
        // An earlier try with an unknown outcome stays unknown, whatever this one's answer.
        keep(request.unknown || !isNotBegun(error))
      }
      throw error
    }
  }
}
