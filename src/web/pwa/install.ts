import { createStore, useStore } from '../client/store.ts'

// Whether we may offer the app for the home screen, and how: Chromium prompts when we call it, and
// for iOS we only explain the steps.

/** Chromium's own event, which the platform's types lack. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Window {
    /** Stored by the first script of every page. */
    installEvent?: InstallEvent
  }
}

export type Offer = 'ask' | 'explain' | null

const DISMISSED = 'install_dismissed'
const VISITS = 'visits'
const VISITED = 'visited'

const offer = createStore<Offer>(null)

/** Counts this tab's visit. Without storage, each one looks like the first. */
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

/** Offers once, from the second visit on. After a no, we don't ask again. */
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
    // Without storage, we never offer again either: see above.
  }
}

/** Shows the browser's own prompt. Its answer, yes or no, is final. */
export async function askInstall(): Promise<void> {
  await window.installEvent?.prompt().catch(() => null)
  dismissInstall()
}

export const useInstallOffer = (): Offer => useStore(offer)
