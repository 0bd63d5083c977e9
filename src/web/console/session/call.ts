import { requestTo } from '../../../contract/call.ts'
import { api, type CallName } from '../../../contract/routes.ts'
import { createCall } from '../../client/create-call.ts'
import { confirmAgain } from './confirm-again.ts'
import { endSession } from './operator-session.ts'

// A wrong password is refused with 401 too, and that ends no session.
const SIGN_IN: readonly CallName[] = ['operatorLogin', 'operatorLogout']

/**
 * Calls with the operator's cookie. When the server wants the password again, the operator is
 * asked and the call is made once more; a session that is over opens the sign-in form.
 */
export const { call, callFile } = createCall<CallName>({
  timeoutMs: 15_000,
  toRequest: (name, input) => requestTo(api[name], input),
  recover: async ({ code }) => code === 'step_up_required' && confirmAgain(),
  onUnauthorized: ({ message }, name) => SIGN_IN.includes(name) || endSession(message),
})
