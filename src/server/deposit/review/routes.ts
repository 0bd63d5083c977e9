import { type Condition, lit } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { acceptForMember } from './accept-for-member.ts'
import { readForOperators } from './unattributed.ts'
import { depositFilter } from './deposit-filter.ts'
import { readDeposits, transferColumns } from '../queries.ts'
import { showDeposit } from '../show-deposit.ts'
import type { Slice } from '../../http/paging.ts'
import { route, type Route } from '../../http/route.ts'
import { byOf } from '../../audit/audit.ts'
import { answerList, numbered, numberedByValue } from '../../lists/list.ts'

const unattributedStates: Record<'waiting' | 'too_small', Condition> = {
  waiting: transferColumns('transfers.state', '=', lit('unattributed')),
  too_small: transferColumns('transfers.state', 'in', [lit('too_small'), lit('dust')]),
}
const unsettled = transferColumns('transfers.state', 'in', [
  lit('unattributed'),
  lit('too_small'),
  lit('dust'),
])

export const depositRoutes: Route[] = [
  route('operatorListDeposits', (call) => {
    const { read: db, config } = call.context
    const read = async (own: Db, where: Condition, slice: Slice) => {
      const rows = await readDeposits(own, where, slice)
      return rows.map((row) => ({
        ...showDeposit(row, config.confirmations),
        username: row.username ?? '',
      }))
    }
    const list = numberedByValue(
      db,
      'deposit_requests',
      depositFilter(call.query, config.confirmations),
      read,
    )
    return answerList(call, call.query, list)
  }),
  route('operatorListUnattributed', (call) => {
    const { read: db } = call.context
    const { status, sort } = call.query
    const condition = status ? unattributedStates[status] : unsettled
    const list = numbered(db, 'transfers', condition, readForOperators, sort)
    return answerList(call, call.query, list)
  }),
  route('operatorAcceptUnattributed', (call) => {
    const { context, params, body, key } = call
    const accepting = { transfer: Number(params.id), reason: body.reason }
    return acceptForMember(context, accepting, byOf(call), key)
  }),
]
