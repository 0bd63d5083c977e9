import { requestTo, type CallAnswer } from '../../contract/call.ts'
import { memberApi } from '../../contract/routes.ts'
import { ApiError, noAnswerText } from '../client/api-error.ts'
import { send } from '../client/create-call.ts'
import { readAccessToken, readRefreshToken, storeTokens } from './tokens.ts'

const LOCK = 'token-refresh'
const TIMEOUT_MS = 10_000

let running: Promise<boolean> | null = null

async function refresh(): Promise<boolean> {
  const token = readRefreshToken()
  if (!token) return false
  const request = requestTo(memberApi.refreshToken, { body: { refresh: token } })
  const response = await send(request, {}, { timeoutMs: TIMEOUT_MS })
  // Only a refusal ends the session. A failing server says nothing about the tokens.
  if (response.status >= 500 || response.status === 429) {
    throw new ApiError(0, null, noAnswerText())
  }
  if (!response.ok) return false
  storeTokens((await response.json()) as CallAnswer<'refreshToken'>) // checked by the server
  return true
}

/**
 * Renews the tokens once for all tabs. The second tab to get the lock finds a newer access token
 * than the refused one, and uses it.
 * @param refused the refused access token
 * @returns whether there is a newer token to try; false if the session is over
 */
export function refreshTokens(refused: string | null): Promise<boolean> {
  const renew = async () => {
    const current = readAccessToken()
    return current !== null && current !== refused ? true : refresh()
  }
  // Without a secure context there are no locks, so we only prevent two refreshes in this tab.
  running ??= (navigator.locks ? navigator.locks.request(LOCK, renew) : renew()).finally(() => {
    running = null
  })
  return running
}
