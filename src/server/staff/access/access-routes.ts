import { everyRow } from '../../../db/expressions.ts'
import { deviceOf } from '../../http/device-name.ts'
import { byOperator } from '../../http/limit-key.ts'
import { route, type Route } from '../../http/route.ts'
import {
  accessChangeStates,
  readAccessChanges,
  rejectAccessChange,
  requestAccessChange,
} from './access-changes.ts'
import { approveAccessChange } from './approve-access-change.ts'
import { readStaff } from '../read-staff.ts'
import { claimItem, releaseItem } from '../../claims/claims.ts'
import { byOf } from '../../audit/audit.ts'
import { changeOperatorPassword } from '../change-password.ts'
import { answerList, countRows, numbered } from '../../lists/list.ts'
import { endOwnSession, listOwnSessions, proveOperator } from '../own-sessions.ts'
import { english, text } from '../../../contract/texts/texts.ts'
import { apiKeyRoutes } from '../api-keys/api-key-routes.ts'
import { passkeyRoutes } from '../passkeys/passkey-routes.ts'

const sessionRoutes: Route[] = [
  route('operatorStepUp', async (call) => {
    const { context, operator, body, limiter, request, reply, address } = call
    await limiter.count('operatorStepUp', byOperator(operator.username), reply)
    const from = { device: deviceOf(request), address, requestId: request.id }
    return await proveOperator(context, operator, body, from)
  }),
  route('operatorChangePassword', async (call) => {
    const { context, operator, body, limiter, request, reply, address } = call
    await limiter.count('operatorStepUp', byOperator(operator.username), reply)
    const from = { device: deviceOf(request), address, requestId: request.id }
    await changeOperatorPassword(context, operator, body, from)
    return { detail: 'Your password was changed. Your other sessions have ended.' }
  }),
  route('operatorListSessions', ({ context, operator }) => listOwnSessions(context, operator)),
  route('operatorEndSession', async ({ context, operator, params, request }) => {
    await endOwnSession(context.db, operator.username, BigInt(params.id), request.id)
    return { detail: english(text('session_ended')) }
  }),
]

const staffRoutes: Route[] = [
  route('listOperators', (call) => {
    const { db } = call.context
    return answerList(call, call.query, {
      count: () => countRows(db, db.selectFrom('operators')),
      read: (slice) => readStaff(db, slice),
      keyOf: ({ username }) => username,
    })
  }),
  route('listAccessChanges', (call) => {
    const { db } = call.context
    const { status, sort } = call.query
    const condition = status ? accessChangeStates[status] : everyRow
    const list = numbered(db, 'access_changes', condition, readAccessChanges, sort)
    return answerList(call, call.query, list)
  }),
  route('requestAccessChange', (call) => requestAccessChange(call.context, call.body, byOf(call))),
  route('approveAccessChange', (call) =>
    approveAccessChange(call.context, BigInt(call.params.id), byOf(call)),
  ),
  route('rejectAccessChange', (call) =>
    rejectAccessChange(call.context.db, BigInt(call.params.id), byOf(call), call.body.reason),
  ),
]

const claimRoutes: Route[] = [
  route('claimItem', ({ context, operator, params: { queue, id }, body, request }) =>
    claimItem(context.db, operator, queue, BigInt(id), {
      requestId: request.id,
      window: body?.window,
      takeOver: body?.take_over,
    }),
  ),
  route('releaseItem', ({ context, operator, params: { queue, id }, body, request }) =>
    releaseItem(context.db, operator, queue, BigInt(id), {
      review: body?.review ?? false,
      requestId: request.id,
    }),
  ),
]

export const accessRoutes: Route[] = [
  ...sessionRoutes,
  ...passkeyRoutes,
  ...staffRoutes,
  ...claimRoutes,
  ...apiKeyRoutes,
]
