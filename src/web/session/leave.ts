import { t } from '@lingui/core/macro'
import { isOwnPath, paths } from '../client/paths.ts'
import { toastAfterReload } from '../ui/toast/toast.ts'
import { keepDrafts } from './drafts.ts'
import { endView } from './member-view.ts'
import { readSession } from './session.ts'
import { keepOnlyOf } from './tab-storage.ts'
import { clearTokens } from './tokens.ts'

const RETURN_TO = 'return_to'

/** Remembers the page to come back to after signing in, for this tab. */
export function rememberOrigin(path: string): void {
  try {
    sessionStorage.setItem(RETURN_TO, path)
  } catch {
    // Without storage the member lands on the dashboard instead.
  }
}

/** The page after signing in: the remembered one, once, or the dashboard. */
export function takeOrigin(): string {
  try {
    const path = sessionStorage.getItem(RETURN_TO)
    sessionStorage.removeItem(RETURN_TO)
    return path && isOwnPath(path) ? path : paths.dashboard()
  } catch {
    return paths.dashboard()
  }
}

/**
 * Ends a session that the server no longer accepts: forgets the tokens and opens the login page.
 * The same member finds their form contents again after signing in.
 */
export function leaveForLogin(): void {
  // Calls without tokens fail while a sign-out waits for its answer.
  if (readSession().status === 'leaving' || endView()) return
  keepDrafts()
  clearTokens()
  rememberOrigin(window.location.pathname + window.location.search)
  window.location.assign(paths.login())
}

/**
 * After signing out on purpose, loads a fresh page, so that nothing of the member stays in memory.
 */
export function leaveAfterLogout(
  message = t`Logged Out`,
  kind: 'success' | 'plain' = 'success',
): void {
  if (endView()) return
  clearTokens()
  keepOnlyOf(null)
  toastAfterReload(message, kind)
  window.location.assign(paths.login())
}
