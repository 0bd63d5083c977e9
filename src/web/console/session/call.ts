import { requestTo } from '../../../contract/call.ts'
import { api, type CallName } from '../../../contract/routes.ts'
import { createCall } from '../../client/create-call.ts'
import { confirmAgain } from './confirm-again.ts'
import { endSession } from './operator-session.ts'

// A wrong password also gets 401, which doesn't end the session.
const SIGN_IN: readonly CallName[] = ['operatorLogin', 'operatorLogout']

/**
 * Calls with the operator's cookie. If the server requires a step-up, we ask the operator and
 * repeat the call. If the session is over, the sign-in form opens.
 */
export const { call, callFile } = createCall<CallName>({
  timeoutMs: 15_000,
  toRequest: (name, input) => requestTo(api[name], input),
  recover: async ({ code }, _name, _sent, before) =>
    before === 0 && code === 'step_up_required' && confirmAgain(),
  onUnauthorized: ({ message }, name) => SIGN_IN.includes(name) || endSession(message),
})
