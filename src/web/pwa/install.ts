import { createStore, useStore } from '../client/store.ts'

// Whether the app may be offered for the home screen, and how: Chromium asks when we
// tell it to, iOS is only explained.

/** Chromium's own event, which the types of the platform do not have. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Window {
    /** Kept by the script that runs first in every page. */
    installEvent?: InstallEvent
  }
}

export type Offer = 'ask' | 'explain' | null

const DISMISSED = 'install_dismissed'
const VISITS = 'visits'
const VISITED = 'visited'

const offer = createStore<Offer>(null)

/** Counts this tab's visit; a closed storage looks like a first one. */
function countVisits(): number {
  try {
    const before = Number(localStorage.getItem(VISITS) ?? 0)
    if (sessionStorage.getItem(VISITED)) return before
    sessionStorage.setItem(VISITED, '1')
    localStorage.setItem(VISITS, String(before + 1))
    return before + 1
  } catch {
    return 1
  }
}

function isDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) !== null
  } catch {
    return true
  }
}

let started = false

/** Offers from the second visit on, once: after a no, we don't ask again. */
export function startInstall(): void {
  if (started) return
  started = true
  const visits = countVisits()
  if (visits < 2 || isDismissed()) return
  if (window.installEvent) offer.set('ask')
  // Safari on iOS alone knows the property; it is false in a tab and true on the home screen.
  else if (Reflect.get(navigator, 'standalone') === false) offer.set('explain')
  window.addEventListener('beforeinstallprompt', () => offer.set('ask'))
  window.addEventListener('appinstalled', () => offer.set(null))
}

export function dismissInstall(): void {
  offer.set(null)
  try {
    localStorage.setItem(DISMISSED, '1')
  } catch {
    // Where nothing can be stored, nothing is offered again either: see above.
  }
}

/** Shows the browser's own question; its answer, yes or no, is the last word. */
export async function askInstall(): Promise<void> {
  await window.installEvent?.prompt().catch(() => null)
  dismissInstall()
}

export const useInstallOffer = (): Offer => useStore(offer)
