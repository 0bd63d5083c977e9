import { byOf } from '../../audit/audit.ts'
import { route, type Route } from '../../http/route.ts'
import { markWithdrawalSent } from './mark-sent.ts'

export const payoutRoutes: readonly Route[] = [
  route('markWithdrawalSent', (call) => {
    const { context, params, body, key } = call
    const sent = { withdrawal: Number(params.id), hash: body.transaction_hash }
    return markWithdrawalSent(context, sent, byOf(call), key)
  }),
]
