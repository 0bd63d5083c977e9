import { useSyncExternalStore } from 'react'
import type { MemberCallName } from '../../../contract/routes.ts'
import { readSession } from '../../session/session.ts'
import { keepOwn, readOwn } from '../../session/tab-storage.ts'

// What has been sent and not been answered for certain, whatever became of its form: closing a
// dialog or loading the page anew and asking for the same again must not be a second payment.

/**
 * What was sent, under which key, and when it was asked for first. `unknown`: it may have been
 * done; not so where every answer said that the server could not even begin.
 */
export type Sent = { key: string; body: unknown; atMs: number; unknown: boolean }

const NAME = 'unsettled'
const MAX_UNSETTLED = 50
/** The server knows a key for seven days: an older one would be a new request to it. */
const MAX_AGE_MS = 6 * 86_400_000

let own: { member: string | null; requests: Map<string, Sent> } | null = null
const listeners = new Set<() => void>()

export const nameOf = (call: MemberCallName, intention: unknown): string =>
  JSON.stringify([call, intention])

/** Those of the member who is here; at first what the page before this one has left. */
function readRequests(): Map<string, Sent> {
  const session = readSession()
  const member = session.status === 'member' ? session.user.id : null
  if (own?.member !== member) {
    const left = Object.entries(readOwn<Record<string, Sent>>(NAME) ?? {})
    const fresh = left.filter(([, { atMs }]) => Date.now() - atMs < MAX_AGE_MS)
    own = { member, requests: new Map(fresh) }
  }
  return own.requests
}

function keep(requests: Map<string, Sent>): void {
  keepOwn(NAME, requests.size > 0 ? Object.fromEntries(requests) : null)
  for (const listener of listeners) listener()
}

export const findUnsettled = (name: string): Sent | undefined => readRequests().get(name)

/** To be called before it is sent, so that it is known whatever happens to the page. */
export function keepUnsettled(name: string, sent: Sent): void {
  const requests = readRequests()
  requests.set(name, sent)
  const [oldest = name] = requests.keys()
  if (requests.size > MAX_UNSETTLED) requests.delete(oldest)
  keep(requests)
}

/** What became of it is known now. */
export function settle(name: string): void {
  const requests = readRequests()
  if (requests.delete(name)) keep(requests)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * When the same was asked for first, in milliseconds, while nobody knows what became of it; null
 * where there is no such request. While one is being sent it is among them.
 */
export function useUnsettled(call: MemberCallName, intention: unknown): number | null {
  const name = nameOf(call, intention)
  return useSyncExternalStore(subscribe, () => {
    const sent = findUnsettled(name)
    return sent?.unknown ? sent.atMs : null
  })
}
