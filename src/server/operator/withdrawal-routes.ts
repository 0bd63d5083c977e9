import { micros } from '../../domain/money.ts'
import { route, type Route } from '../http/route.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { answerList } from './list.ts'
import { countWithdrawals, readWithdrawals, withdrawalFilter } from './withdrawals.ts'

export const withdrawalRoutes: Route[] = [
  route('findWithdrawals', async ({ context, query, request, reply }) => {
    const { db, config } = context
    const condition = withdrawalFilter(query)
    const count = await countWithdrawals(db, condition)
    return await answerList({ request, reply }, query, count, (limit, offset) =>
      readWithdrawals(db, config.approvalLimitMicros, condition, limit, offset),
    )
  }),
  route('approveWithdrawal', ({ context, operator, params, body, key, request }) => {
    const { approvalLimitMicros, approvalDayLimitMicros } = context.config
    const command = {
      kind: 'approve_withdrawal',
      withdrawal: Number(params.id),
      operator: operator.username,
      revision: body?.revision ?? null,
      payoutLimitMicros: micros(approvalLimitMicros),
      dayLimitMicros: micros(approvalDayLimitMicros),
    } as const
    return decideWithdrawal(context, operator.username, command, key, request.id)
  }),
  route('rejectWithdrawal', ({ context, operator, params, body, key, request }) => {
    const withdrawal = Number(params.id)
    const command = { kind: 'reject_withdrawal', withdrawal, reason: body.reason } as const
    return decideWithdrawal(context, operator.username, command, key, request.id)
  }),
]
