import { forgetHeights } from '../ui/spot/spot-memory.ts'
import { readView } from './member-view.ts'

// The two tokens are in local storage under fixed names (docs/product.md). Without storage, a
// session lasts as long as its page.

const ACCESS = 'access_token'
const REFRESH = 'refresh_token'
const inPage = new Map<string, string>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return inPage.get(key) ?? null
  }
}

export const readAccessToken = (): string | null => readView()?.token ?? read(ACCESS)
export const readRefreshToken = (): string | null => (readView() ? null : read(REFRESH))

export function storeTokens(tokens: { access: string; refresh: string }): void {
  try {
    localStorage.setItem(REFRESH, tokens.refresh)
    localStorage.setItem(ACCESS, tokens.access)
  } catch {
    inPage.set(REFRESH, tokens.refresh).set(ACCESS, tokens.access)
  }
}

export function clearTokens(): void {
  // They belong to the member who uses this browser, not to staff who view another member's pages.
  if (readView()) return
  inPage.clear()
  forgetHeights()
  try {
    localStorage.removeItem(ACCESS)
    localStorage.removeItem(REFRESH)
  } catch {
    // Nothing was stored where nothing can be stored.
  }
}

/** Calls back when another tab signs in (`true`) or out (`false`). */
export function watchOtherTabs(onChange: (signedIn: boolean) => void): void {
  window.addEventListener('storage', ({ key, oldValue }) => {
    if (key !== ACCESS && key !== null) return
    const before = oldValue !== null
    const after = readAccessToken() !== null
    if (before !== after || key === null) onChange(after)
  })
}
