import { createStore, useStore } from '../client/store.ts'
import { reloadPage } from '../client/reload-page.ts'
import { readView } from '../session/member-view.ts'

// The service worker caches the shell for members, so the app opens at once, even without a
// network. A new version loads next to the old one and waits until the member accepts it.

const LOOK_AGAIN_MS = 60 * 60_000

/** A waiting version, or one that another tab has already accepted. */
type News = { waiting: ServiceWorker | null }

const news = createStore<News | null>(null)

let started = false

/** Starts once per page. A browser without workers works too. */
export async function startWorker(): Promise<void> {
  // Staff who view a member's pages leave nothing behind.
  if (started || !('serviceWorker' in navigator) || readView()) return
  started = true
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register('/service-worker.js').catch(() => null)
  if (!registration) return
  if (registration.waiting) news.set({ waiting: registration.waiting })
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      // The very first version replaces nothing.
      if (next.state === 'installed' && registration.active) news.set({ waiting: next })
    })
  })
  serviceWorker.addEventListener('controllerchange', () => news.set({ waiting: null }))
  setInterval(() => void registration.update().catch(() => null), LOOK_AGAIN_MS)
}

/** Loads the new version: here at once, in other tabs when their members choose to. */
export function takeUpdate(): void {
  const waiting = news.get()?.waiting
  // Without a page that uses the previous version, it doesn't wait, and is active already.
  if (waiting?.state !== 'installed') return reloadPage()
  waiting.addEventListener('statechange', () => waiting.state === 'activated' && reloadPage())
  // The worker listens for this message.
  waiting.postMessage({ type: 'SKIP_WAITING' }, {})
}

/** Hides the offer until there is more news. */
export const putOffUpdate = (): void => news.set(null)

/** Whether to offer a new version. */
export const useUpdate = (): boolean => useStore(news) !== null
