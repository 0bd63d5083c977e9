import type { Condition } from '../../db/expressions.ts'
import { requireFound } from '../../contract/refusals/reject.ts'
import type { Sort } from '../http/paging.ts'
import { route, type Route } from '../http/route.ts'
import { approvalOf, approveMany } from './approve-withdrawals.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { answerList, numberedByValue } from '../lists/list.ts'
import { payoutFilter, readPayout, readPayouts } from './show-payouts.ts'
import { readWithdrawal } from './withdrawal-detail.ts'
import { readOperatorWithdrawals, withdrawalFilter } from './operator-withdrawals.ts'

const readRoutes: Route[] = [
  route('operatorListWithdrawals', async (call) => {
    const { db, config } = call.context
    const read = (where: Condition, limit: number, offset: number, sort: Sort) =>
      readOperatorWithdrawals(db, config.approvalLimitMicros, where, limit, offset, sort)
    const filter = await withdrawalFilter(db, call.query)
    const { sort } = call.query
    const list = numberedByValue(db, 'withdrawals', filter, read, sort)
    return await answerList(call, call.query, list)
  }),
  route('getWithdrawal', async ({ context, params }) =>
    requireFound(await readWithdrawal(context, Number(params.id))),
  ),
  route('listPayouts', (call) => {
    const { read: db } = call.context
    const read = (where: Condition, limit: number, offset: number) =>
      readPayouts(db, where, limit, offset)
    const list = numberedByValue(db, 'payouts', payoutFilter(call.query), read)
    return answerList(call, call.query, list)
  }),
  route('getPayout', async ({ context, params }) =>
    requireFound(await readPayout(context.read, Number(params.id))),
  ),
]

const decisionRoutes: Route[] = [
  route('approveWithdrawal', ({ context, operator, params, body, key, request }) => {
    const command = approvalOf(context, operator.username, params.id, body?.revision)
    return decideWithdrawal(context, operator.username, command, key, request.id)
  }),
  route('approveWithdrawals', async ({ context, operator, body, request }) => ({
    results: await approveMany(context, operator.username, body.items, request.id),
  })),
  route('rejectWithdrawal', ({ context, operator, params, body, key, request }) => {
    const withdrawal = Number(params.id)
    const command = { kind: 'reject_withdrawal', withdrawal, reason: body.reason } as const
    return decideWithdrawal(context, operator.username, command, key, request.id)
  }),
]

export const withdrawalRoutes: Route[] = [...readRoutes, ...decisionRoutes]
