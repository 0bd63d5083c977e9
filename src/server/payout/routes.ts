import { route, type Route } from '../http/route.ts'
import { markWithdrawalSent } from './mark-sent.ts'

export const payoutRoutes: readonly Route[] = [
  route('markWithdrawalSent', ({ context, operator, params, body, key, request }) => {
    const call = { operator: operator.username, requestId: request.id, key }
    return markWithdrawalSent(context, call, Number(params.id), body.transaction_hash)
  }),
]
