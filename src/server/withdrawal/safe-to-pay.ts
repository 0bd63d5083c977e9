import { sql, type Expression } from 'kysely'
import { lit, now, subquery, type Condition } from '../../db/expressions.ts'
import { membersUnderReview } from '../custody/queries.ts'
import { readThose, withdrawalColumns } from './queries.ts'

/**
 * Whether a member has reported since a request that someone else used the account. A request that
 * was on its way at that time may be stored up to twenty seconds later.
 */
export const disputedSince = (
  member: Expression<number>,
  requestedAt: Expression<Date>,
): Condition =>
  subquery.exists(
    subquery
      .selectFrom('security_events')
      .select('security_events.no')
      .where('security_events.member_no', '=', member)
      .where('security_events.kind', '=', lit('disputed'))
      .where('security_events.at', '>=', sql<Date>`${requestedAt} - interval '20 secs'`),
  )

export const isDisputed: Condition = disputedSince(
  withdrawalColumns.ref('withdrawals.member_no'),
  withdrawalColumns.ref('withdrawals.requested_at'),
)

/** Whether the member is suspended. */
export const isSuspended: Condition = withdrawalColumns.exists(
  withdrawalColumns
    .selectFrom('members')
    .select('members.no')
    .whereRef('members.no', '=', 'withdrawals.member_no')
    .where('members.suspended', '=', lit(true)),
)

const isHeld = withdrawalColumns.exists(
  withdrawalColumns
    .selectFrom('identities')
    .select('identities.member_no')
    .whereRef('identities.member_no', '=', 'withdrawals.member_no')
    .where('identities.hold_until', '>', now),
)

/** Whether someone approved it who was reset since, and whose approvals the ledger still has. */
const isApprovedByReset = withdrawalColumns.exists(
  withdrawalColumns
    .selectFrom('withdrawal_approvals')
    .innerJoin('approval_endings', 'approval_endings.operator', 'withdrawal_approvals.operator')
    .select('approval_endings.no')
    .whereRef('withdrawal_approvals.withdrawal_no', '=', 'withdrawals.no'),
)

const isUnderReview = withdrawalColumns.exists(
  membersUnderReview.whereRef(
    'deposit_addresses.member_no',
    '=',
    withdrawalColumns.ref('withdrawals.member_no'),
  ),
)

/**
 * Whether nothing that happened since the request forbids paying a withdrawal now: a suspension of
 * the member, a deposit address that lacks coins, the hold of a later security change, a dispute,
 * or a reset of who approved it.
 */
export const isSafeToPay: Condition = withdrawalColumns.not(
  withdrawalColumns.or([isSuspended, isUnderReview, isHeld, isDisputed, isApprovedByReset]),
)

/** Which of these withdrawals nothing forbids paying. */
export const readSafeToPay = readThose(isSafeToPay)
