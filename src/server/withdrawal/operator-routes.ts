import type { Condition } from '../../db/expressions.ts'
import { requireFound } from '../../contract/refusals/reject.ts'
import { byOf } from '../audit/audit.ts'
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
  route('approveWithdrawal', (call) => {
    const { context, operator, params, body, key } = call
    const command = approvalOf(context, operator.username, params.id, body?.revision)
    return decideWithdrawal(context, command, byOf(call), key)
  }),
  route('approveWithdrawals', async (call) => ({
    results: await approveMany(call.context, call.body.items, byOf(call)),
  })),
  route('rejectWithdrawal', (call) => {
    const { context, params, body, key } = call
    const withdrawal = Number(params.id)
    const command = { kind: 'reject_withdrawal', withdrawal, reason: body.reason } as const
    return decideWithdrawal(context, command, byOf(call), key)
  }),
]

export const withdrawalRoutes: Route[] = [...readRoutes, ...decisionRoutes]
