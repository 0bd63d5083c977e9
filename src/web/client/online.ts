'use no memo'

import { createStore, useStore } from './store.ts'

// Whether the page can reach what it needs. Calls report whether the server answered, because
// `navigator.onLine` knows nothing about a firewall in between or a server on the local network.
// Lazy parts report when their code didn't load.

const online = createStore(true)
const missingParts = createStore(0)
let answeredAtMs = Date.now()
let asking: ReturnType<typeof setInterval> | undefined
const ASK_AGAIN_MS = 5000

/** Until the server answers, we ask it every five seconds, without the code for calls. */
export function setOnline(next: boolean): void {
  if (next) answeredAtMs = Date.now()
  online.set(next)
  clearInterval(asking)
  if (!next) asking = setInterval(askServer, ASK_AGAIN_MS)
}

const askServer = (): Promise<void> =>
  fetch('/api/health/live/').then(
    () => setOnline(true),
    () => {},
  )

// The page's first script found no network for a link.
if (!import.meta.env.SSR) window.addEventListener('unreachable', () => setOnline(false))

/** Counts the lazy parts that failed to load: one more, or one less after a successful retry. */
export function noteMissing(change: 1 | -1): void {
  missingParts.set(missingParts.get() + change)
}

/**
 * When the server last answered, initially when the page loaded. The page's data can be this old.
 */
export const readAnsweredAtMs = (): number => answeredAtMs

export const useOnline = (): boolean => useStore(online)

/** Whether a lazy part that should be open failed to load. */
export const useMissing = (): boolean => useStore(missingParts) > 0
