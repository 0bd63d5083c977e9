import type { Condition } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { requireFound } from '../../../contract/refusals/reject.ts'
import { byOf } from '../../audit/audit.ts'
import type { Slice } from '../../http/paging.ts'
import { route, type Route } from '../../http/route.ts'
import { approvalOf, approveMany } from './approve-withdrawals.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { answerList, numberedByValue } from '../../lists/list.ts'
import { payoutFilter, readPayout, readPayouts } from './show-payouts.ts'
import { readWithdrawal } from './withdrawal-detail.ts'
import { readOperatorWithdrawals, withdrawalFilter } from './withdrawals.ts'

const readRoutes: Route[] = [
  route('operatorListWithdrawals', async (call) => {
    const { db, config } = call.context
    const read = (own: Db, where: Condition, slice: Slice) =>
      readOperatorWithdrawals(own, config.approvalLimitMicros, where, slice)
    const filter = await withdrawalFilter(db, call.query)
    const list = numberedByValue(db, 'withdrawals', filter, read, call.query.sort)
    return await answerList(call, call.query, list)
  }),
  route('getWithdrawal', async ({ context, params }) =>
    requireFound(await readWithdrawal(context, Number(params.id))),
  ),
  route('listPayouts', (call) => {
    const { read: db } = call.context
    const list = numberedByValue(db, 'payouts', payoutFilter(call.query), readPayouts)
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
