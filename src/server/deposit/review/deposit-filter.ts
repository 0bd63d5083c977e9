import { sql } from 'kysely'
import type { z } from 'zod'
import type { depositCalls } from '../../../contract/operations/deposit.ts'
import { type Condition, everyRow, lit } from '../../../db/expressions.ts'
import type { RowOf } from '../../../db/types.ts'
import type { ValueFilter } from '../../lists/list.ts'
import { foundMembers } from '../../members/search-members.ts'
import { comingTo, depositColumns, transferColumns } from '../queries.ts'

// The conditions for what show-deposit.ts shows as a status or stage.

type State = RowOf<'deposit_requests'>['state']
type ListQuery = z.output<typeof depositCalls.operatorListDeposits.query>
type Status = NonNullable<ListQuery['status']>

const inState = (...states: State[]): Condition =>
  depositColumns('deposit_requests.state', 'in', states.map(lit))

/** Whether a payment for it waits for acceptance. */
const isMissed = depositColumns.exists(
  depositColumns
    .selectFrom('transfers')
    .whereRef('transfers.request_no', '=', 'deposit_requests.no')
    .where('transfers.state', '=', lit('unattributed')),
)
const isMismatch = depositColumns.and([inState('open', 'expired'), isMissed])
const isExpired = depositColumns.and([inState('expired'), depositColumns.not(isMissed)])
const isOpen = depositColumns.and([inState('open'), depositColumns.not(isMissed)])

/** Whether a payment is coming, and whether more than its own block confirms it. */
const isComing = (confirmed: boolean): Condition =>
  depositColumns.exists(
    depositColumns
      .selectFrom('deposit_addresses')
      .innerJoinLateral(
        (eb) => comingTo(eb).as('coming'),
        (join) => join.onTrue(),
      )
      .whereRef('deposit_addresses.member_no', '=', 'deposit_requests.member_no')
      .$if(confirmed, (query) =>
        query.where('coming.block_number', '<', (eb) =>
          eb
            .selectFrom('chain_cursors')
            .select('head_number')
            .orderBy('checked_at', 'desc')
            .limit(1),
        ),
      ),
  )
const isSeen = isComing(false)
/** One confirmation may be enough. Then a payment is never shown as confirming. */
const isConfirming = (required: number): Condition =>
  required > 1 ? isComing(true) : depositColumns.lit(false)

function conditionFor(status: Status, required: number): Condition {
  switch (status) {
    case 'pending':
      return depositColumns.or([inState('open'), isMismatch])
    case 'awaiting_payment':
      return depositColumns.and([isOpen, depositColumns.not(isSeen)])
    case 'seen':
      return depositColumns.and([isOpen, isSeen, depositColumns.not(isConfirming(required))])
    case 'confirming':
      return depositColumns.and([isOpen, isConfirming(required)])
    case 'mismatch':
      return isMismatch
    case 'approved':
    case 'credited':
      return inState('credited')
    case 'rejected':
      return depositColumns.or([inState('replaced'), isExpired])
    case 'expired':
      return isExpired
    case 'replaced':
      return inState('replaced')
  }
}

/** Requests by status or stage, and by what an operator searches. */
export function depositFilter({ status, search }: ListQuery, required: number): ValueFilter {
  const where = status ? conditionFor(status, required) : everyRow
  if (search) {
    return {
      where,
      any: [
        { column: 'public_id', values: sql`array[${search.toUpperCase()}]` },
        { column: 'member_no', values: foundMembers(search) },
      ],
    }
  }
  if (status === 'rejected') {
    return { where, any: [{ column: 'state', values: sql`${['expired', 'replaced']}::text[]` }] }
  }
  if (status === 'pending') {
    const missed = transferColumns
      .selectFrom('transfers')
      .select('request_no')
      .where('state', '=', lit('unattributed'))
      .where('request_no', 'is not', null)
    return {
      // No index fits this condition, so the planner doesn't read all expired requests.
      where: depositColumns.not(inState('credited', 'replaced')),
      any: [
        { column: 'state', values: sql`${['open']}::text[]` },
        { column: 'no', values: sql`array(${missed})` },
      ],
    }
  }
  return { where, any: [] }
}
