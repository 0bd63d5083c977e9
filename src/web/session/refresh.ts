import { requestTo } from '../../contract/call.ts'
import { memberApi } from '../../contract/routes.ts'
import { readAccessToken, readRefreshToken, storeTokens } from './tokens.ts'

const LOCK = 'twofold-token-refresh'
const TIMEOUT_MS = 10_000

let running: Promise<boolean> | null = null

async function refresh(): Promise<boolean> {
  const token = readRefreshToken()
  if (!token) return false
  const { url, method, body } = requestTo(memberApi.refreshToken, { body: { refresh: token } })
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { method, headers, body: body ?? null, signal })
  // Only a refusal ends the session: a server that is away says nothing about the tokens.
  if (response.status >= 500 || response.status === 429) throw new Error('refresh not answered')
  if (!response.ok) return false
  storeTokens((await response.json()) as { access: string; refresh: string })
  return true
}

/**
 * Renews the tokens, once for all tabs: whoever gets the lock second finds that the access token
 * is no longer the one that was refused, and uses the new one.
 *
 * @param refused the access token that the server did not take
 * @returns whether there is a newer token to try with; false when the session is over
 */
export function refreshTokens(refused: string | null): Promise<boolean> {
  const renew = async () => {
    const current = readAccessToken()
    return current !== null && current !== refused ? true : refresh()
  }
  // Without a secure context there are no locks: then one refresh at a time in this tab must do.
  running ??= (navigator.locks ? navigator.locks.request(LOCK, renew) : renew()).finally(() => {
    running = null
  })
  return running
}
