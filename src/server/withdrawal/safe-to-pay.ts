import { sql } from 'kysely'
import { lit, now, type Condition } from '../../db/expressions.ts'
import { withdrawalColumns } from './queries.ts'

/**
 * Whether its member has reported since the request that someone else used the account. A request
 * that was on its way at that time may be stored up to twenty seconds later.
 */
export const isDisputed: Condition = withdrawalColumns.exists(
  withdrawalColumns
    .selectFrom('security_events')
    .select('security_events.no')
    .whereRef('security_events.member_no', '=', 'withdrawals.member_no')
    .where('security_events.kind', '=', lit('disputed'))
    .where(
      'security_events.at',
      '>=',
      sql<Date>`${withdrawalColumns.ref('withdrawals.requested_at')} - interval '20 secs'`,
    ),
)

const isSuspended = withdrawalColumns.exists(
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

/**
 * Whether nothing that happened since the request forbids paying a withdrawal now: a suspension of
 * the member, the hold of a later security change, a dispute, or a reset of who approved it.
 */
export const isSafeToPay: Condition = withdrawalColumns.not(
  withdrawalColumns.or([isSuspended, isHeld, isDisputed, isApprovedByReset]),
)
