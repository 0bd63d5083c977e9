import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'
import type { TabStorage } from './tab-storage.ts'

// Sent requests without a certain outcome yet. They outlive the form and the page: repeating the
// same request after closing a dialog or reloading must not become a second payment.

/**
 * `atMs` is when it was first sent. `unknown` means that it may have been carried out. It is false
 * if every answer said that the server couldn't even begin.
 */
export type PendingRequest = { key: string; input: unknown; atMs: number; unknown: boolean }

export type PendingRequests = {
  find: (name: string) => PendingRequest | undefined
  /** Call this before sending, so that the request survives whatever happens to the page. */
  keep: (name: string, request: PendingRequest) => void
  /** Its outcome is now known. */
  settle: (name: string) => void
  subscribe: (listener: () => void) => () => void
}

const MAX_REQUESTS = 50
/**
 * The server remembers a key for seven days. To the server, an older one would be a new request.
 */
const MAX_AGE_MS = 6 * 86_400_000

/** Identifies a request: the call, and its input. */
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

  /** The signed-in member's requests, initially those that the previous page left. */
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
 * When the same request was first sent, in milliseconds, while its outcome is unknown; null if
 * there is none. A request in flight counts too.
 */
export function usePendingSince(pending: PendingRequests, name: string): number | null {
  return useSyncExternalStore(pending.subscribe, () => {
    const request = pending.find(name)
    return request?.unknown ? request.atMs : null
  })
}
