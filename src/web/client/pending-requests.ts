import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'
import type { TabStorage } from './tab-storage.ts'

// Requests that were sent and have no certain outcome yet. They outlive the form and the page:
// asking for the same thing again after closing a dialog or reloading must not be a second payment.

/**
 * `atMs` is when it was first sent. `unknown` means it may have been carried out; it is false
 * where every answer said that the server couldn't even begin.
 */
export type PendingRequest = { key: string; input: unknown; atMs: number; unknown: boolean }

export type PendingRequests = {
  find: (name: string) => PendingRequest | undefined
  /** Call this before sending, so that the request survives whatever happens to the page. */
  keep: (name: string, request: PendingRequest) => void
  /** Its outcome is known now. */
  settle: (name: string) => void
  subscribe: (listener: () => void) => () => void
}

const MAX_REQUESTS = 50
/** The server remembers a key for seven days: an older one would be a new request to it. */
const MAX_AGE_MS = 6 * 86_400_000

/** What a request is found by: the call, and what was asked for. */
export const requestName = (call: string, intention: unknown): string =>
  JSON.stringify([call, intention])

/** A new Idempotency-Key: 128 random bits. */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function createPendingRequests<Name extends string>(
  storage: TabStorage<Name>,
  item: Name,
): PendingRequests {
  const changes = createStore(0)
  let own: { owner: string | null; requests: Map<string, PendingRequest> } | null = null

  /** The requests of the signed-in member; at first, what the previous page left. */
  const read = () => {
    const owner = storage.readOwner()
    if (own?.owner !== owner) {
      const left = Object.entries(storage.get<Record<string, PendingRequest>>(item) ?? {})
      const fresh = left.filter(([, { atMs }]) => Date.now() - atMs < MAX_AGE_MS)
      own = { owner, requests: new Map(fresh) }
    }
    return own.requests
  }
  const write = (requests: Map<string, PendingRequest>) => {
    storage.set(item, requests.size > 0 ? Object.fromEntries(requests) : null)
    changes.set(changes.get() + 1)
  }
  return {
    find: (name) => read().get(name),
    keep(name, request) {
      const requests = read()
      requests.set(name, request)
      const [oldest = name] = requests.keys()
      if (requests.size > MAX_REQUESTS) requests.delete(oldest)
      write(requests)
    },
    settle(name) {
      const requests = read()
      if (requests.delete(name)) write(requests)
    },
    subscribe: changes.subscribe,
  }
}

/**
 * When the same thing was first asked for, in milliseconds, while its outcome is unknown; null
 * where there is no such request. It counts while it is being sent, too.
 */
export function usePendingSince(pending: PendingRequests, name: string): number | null {
  return useSyncExternalStore(pending.subscribe, () => {
    const request = pending.find(name)
    return request?.unknown ? request.atMs : null
  })
}
