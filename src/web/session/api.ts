import { requestTo } from '../../contract/call.ts'
import { memberApi } from '../../contract/routes.ts'
import type { MemberCallName } from '../../contract/routes.ts'
import { createCall } from '../client/create-call.ts'
import { leaveForLogin } from './leave.ts'
import { refreshTokens } from './refresh.ts'
import { readAccessToken } from './tokens.ts'

const isOfMember = (name: MemberCallName): boolean => memberApi[name].access === 'member'

/**
 * Calls with the member's access token. A refused token is renewed once. If that doesn't help, the
 * session is over and the login page opens.
 */
export const { call, callFile } = createCall<MemberCallName>({
  timeoutMs: 10_000,
  toRequest: (name, input) => requestTo(memberApi[name], input),
  identify(name): Record<string, string> {
    const token = isOfMember(name) ? readAccessToken() : null
    return token === null ? {} : { authorization: `Bearer ${token}` }
  },
  recover: async ({ status }, name, { authorization = '' }) =>
    status === 401 && isOfMember(name) && refreshTokens(authorization.slice('Bearer '.length)),
  onUnauthorized: (_, name) => isOfMember(name) && leaveForLogin(),
})
