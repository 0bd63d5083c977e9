import type { FastifyRequest } from 'fastify'
import { deviceOf } from '../../http/device-name.ts'
import { byAddress, keyText } from '../../http/limit-key.ts'
import { route, type Call, type Route } from '../../http/route.ts'
import type { CallName } from '../../../contract/routes.ts'
import { listPasskeys, startRequest } from '../../passkeys/passkeys.ts'
import {
  addOperatorPasskey,
  proveByPasskey,
  removeOperatorPasskey,
  renameOperatorPasskey,
  startOperatorPasskey,
  startOperatorRequest,
} from './operator-passkeys.ts'
import { signInByPasskey } from './passkey-sign-in.ts'
import { refuseForeignOrigin, sendSession } from '../sign-in-routes.ts'

type Asking = Pick<Call<CallName>, 'address' | 'log'> & { request: FastifyRequest }

const originOf = ({ request, address, log }: Asking) => ({
  device: deviceOf(request),
  address,
  requestId: request.id,
  log,
})

export const passkeyRoutes: Route[] = [
  route('operatorStartPasskeySignIn', ({ context, request, address }) => {
    refuseForeignOrigin(context, request)
    const owner = keyText(byAddress(address))
    return startRequest(context, { purpose: 'operator_sign_in', owner })
  }),
  route('operatorSignInWithPasskey', async (call) => {
    const { context, body, request, reply } = call
    refuseForeignOrigin(context, request)
    return sendSession(context, reply, await signInByPasskey(context, body, originOf(call)))
  }),
  route('operatorStartPasskeyStepUp', ({ context, operator }) =>
    startOperatorRequest(context, operator),
  ),
  route('operatorStepUpWithPasskey', (call) =>
    proveByPasskey(call.context, call.operator, call.body, originOf(call)),
  ),
  route('operatorListPasskeys', ({ context: { db }, operator }) =>
    listPasskeys(db, { operator: operator.username }),
  ),
  route('operatorStartPasskey', ({ context, operator }) => startOperatorPasskey(context, operator)),
  route('operatorAddPasskey', (call) =>
    addOperatorPasskey(call.context, call.operator, call.body, originOf(call)),
  ),
  route('operatorRenamePasskey', ({ context, operator, params, body, request }) =>
    renameOperatorPasskey(context, operator, BigInt(params.id), body.name, request.id),
  ),
  route('operatorRemovePasskey', async (call) => {
    const { context, operator, params } = call
    await removeOperatorPasskey(context, operator, BigInt(params.id), originOf(call))
    return { detail: 'The passkey is removed.' }
  }),
]
