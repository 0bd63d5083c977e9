import { requestTo } from '../../contract/call.ts'
import { memberApi } from '../../contract/routes.ts'
import type { MemberCallName } from '../../contract/routes.ts'
import { createCall } from '../client/create-call.ts'
import { leaveForLogin } from './leave.ts'
import { refreshTokens } from './refresh.ts'
import { readAccessToken } from './tokens.ts'

const isOfMember = (name: MemberCallName): boolean => memberApi[name].access === 'member'

/** With growing pauses, for some 17 seconds. */
const RENEWALS = 12
const MAX_PAUSE_MS = 2_000

/**
 * Calls with the member's access token. A refused token is renewed. If the new one is refused too,
 * it may have reached a process that has another secret until its restart, so we renew again for a
 * while. Once the refresh token is refused, the session is over and the login page opens.
 */
export const { call, callFile } = createCall<MemberCallName>({
  timeoutMs: 10_000,
  toRequest: (name, input) => requestTo(memberApi[name], input),
  identify(name): Record<string, string> {
    const token = isOfMember(name) ? readAccessToken() : null
    return token === null ? {} : { authorization: `Bearer ${token}` }
  },
  async recover({ status, code }, name, { authorization = '' }, before) {
    if (status !== 401 || !isOfMember(name)) return false
    if (before > 0) {
      if (code !== 'token_invalid' || before === RENEWALS) return false
      const pauseMs = Math.min(MAX_PAUSE_MS, 125 * 2 ** before)
      await new Promise((resume) => setTimeout(resume, pauseMs))
    }
    return refreshTokens(authorization.slice('Bearer '.length))
  },
  onUnauthorized: (_, name) => isOfMember(name) && leaveForLogin(),
})
