import { useSyncExternalStore } from 'react'

// What the page cannot get. Whether the server answered the last call is told by the calls
// themselves: a browser that says it is online may stand behind a wall, and one that says it is not
// may reach a server beside it. Whether a part of the page is missing is told by the parts.

let reachable = true
let missedParts = 0
let answeredAtMs = Date.now()
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

export function setOnline(next: boolean): void {
  if (next) answeredAtMs = Date.now()
  if (next === reachable) return
  reachable = next
  tell()
}

/** One more part has not come, or one less: it has come after all. */
export function noteMissed(change: 1 | -1): void {
  missedParts += change
  tell()
}

/** When the server last answered, at first with the page: how old what is shown can be. */
export const readAnsweredAtMs = (): number => answeredAtMs

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reachable,
    () => true,
  )
}

/** Whether a part that was to open is missing. */
export function useMissed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => missedParts > 0,
    () => false,
  )
}
