import { useSyncExternalStore } from 'react'

// Whether the server answered the last call. Told by the calls themselves: a browser that says it
// is online may stand behind a wall, and one that says it is not may reach a server beside it.

let reachable = true
let answeredAtMs = Date.now()
const listeners = new Set<() => void>()

export function noteReachable(next: boolean): void {
  if (next) answeredAtMs = Date.now()
  if (next === reachable) return
  reachable = next
  for (const listener of listeners) listener()
}

/** When the server last answered, at first with the page: how old what is shown can be. */
export const readAnsweredAtMs = (): number => answeredAtMs

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useReachable(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reachable,
    () => true,
  )
}
