import { sql } from 'kysely'
import type { z } from 'zod'
import type { depositCalls } from '../../contract/operations/deposit.ts'
import { type Condition, everyRow, lit } from '../../db/expressions.ts'
import type { RowOf } from '../../db/types.ts'
import { acceptForMember, showForOperators } from './operator-accept.ts'
import { readDeposits, readUnattributed, depositColumns, transferColumns } from './queries.ts'
import { showDeposit } from './show-deposit.ts'
import type { Sort } from '../http/paging.ts'
import { route, type Route } from '../http/route.ts'
import { byOf } from '../audit/audit.ts'
import { answerList, numbered, numberedByValue, type ValueFilter } from '../lists/list.ts'
import { foundMembers } from '../members/search-members.ts'

const inState = (state: RowOf<'deposit_requests'>['state']): Condition =>
  depositColumns('deposit_requests.state', '=', lit(state))

const isMismatch = depositColumns.and([
  depositColumns('deposit_requests.state', 'in', [lit('open'), lit('expired')]),
  depositColumns.exists(
    depositColumns
      .selectFrom('transfers')
      .whereRef('transfers.request_no', '=', 'deposit_requests.no')
      .where('transfers.state', '=', lit('unattributed')),
  ),
])

type ListQuery = z.output<typeof depositCalls.operatorListDeposits.query>

const unpaid: RowOf<'deposit_requests'>['state'][] = ['expired', 'replaced']

const requestStates: Record<NonNullable<ListQuery['status']>, Condition> = {
  pending: inState('open'),
  awaiting_payment: inState('open'),
  seen: inState('open'),
  confirming: inState('open'),
  mismatch: isMismatch,
  approved: inState('credited'),
  credited: inState('credited'),
  rejected: depositColumns('deposit_requests.state', 'in', unpaid.map(lit)),
  expired: inState('expired'),
  replaced: inState('replaced'),
}

function depositFilter({ status, search }: ListQuery): ValueFilter {
  if (search) {
    return {
      where: status ? requestStates[status] : everyRow,
      any: [
        { column: 'public_id', values: sql`array[${search.toUpperCase()}]` },
        { column: 'member_no', values: foundMembers(search) },
      ],
    }
  }
  if (status === 'rejected') {
    return { where: everyRow, any: [{ column: 'state', values: sql`${unpaid}::text[]` }] }
  }
  return { where: status ? requestStates[status] : everyRow, any: [] }
}

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
    const read = async (where: Condition, limit: number, offset: number) => {
      const rows = await readDeposits(db, where, limit, offset)
      return rows.map((row) => ({
        ...showDeposit(row, config.confirmations),
        username: row.username ?? '',
      }))
    }
    const list = numberedByValue(db, 'deposit_requests', depositFilter(call.query), read)
    return answerList(call, call.query, list)
  }),
  route('operatorListUnattributed', (call) => {
    const { read: db } = call.context
    const { status, sort } = call.query
    const read = async (where: Condition, limit: number, offset: number, order: Sort) =>
      await showForOperators(db, await readUnattributed(db, where, limit, offset, order))
    const condition = status ? unattributedStates[status] : unsettled
    const list = numbered(db, 'transfers', condition, read, sort)
    return answerList(call, call.query, list)
  }),
  route('operatorAcceptUnattributed', ({ context, params, body, key, ...call }) =>
    acceptForMember(context, byOf(call), Number(params.id), body.reason, key),
  ),
]
