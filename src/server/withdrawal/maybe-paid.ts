import { sql, type Expression } from 'kysely'
import { lit, subquery, type Condition } from '../../db/expressions.ts'
import { isHistoryLostSince } from '../pauses/pauses.ts'
import { isInSignerFile } from './in-signer-file.ts'
import { readThose, withdrawalColumns } from './queries.ts'

// We gave up on a payout, and then it appeared on the chain. Until an operator records it, its
// withdrawal is open although the member has the coins. So nobody may return the amount.

/** Whether a payout that we gave up on has paid a withdrawal after all. */
export const paidLateOne = (withdrawal: Expression<number>): Condition =>
  subquery.exists(
    subquery
      .selectFrom('payouts')
      .innerJoin('chain_transactions', 'chain_transactions.txid', 'payouts.txid')
      .select('payouts.no')
      .where('payouts.withdrawal_no', '=', withdrawal)
      .where('payouts.state', '=', lit('expired'))
      .where('chain_transactions.result', '=', lit('SUCCESS')),
  )

const isPaidLate: Condition = paidLateOne(withdrawalColumns.ref('withdrawals.no'))

// After a restore or a failover, the database may lack a payout that the chain has. The withdrawal
// is open again, and the scan doesn't know what the payment was for.

type Request = { readonly address: Expression<string>; readonly requestedAt: Expression<Date> }

/** Whether one of our addresses has paid a withdrawal's address, which nobody has explained yet. */
const isUnexplained = ({ address, requestedAt }: Request): Condition =>
  subquery.exists(
    subquery
      .selectFrom('unexplained_transfers')
      .innerJoin('chain_transactions', 'chain_transactions.txid', 'unexplained_transfers.txid')
      .select('unexplained_transfers.txid')
      .where('unexplained_transfers.explained_by', 'is', null)
      .where('chain_transactions.result', '=', lit('SUCCESS'))
      .where('chain_transactions.to_address', '=', address)
      .where('chain_transactions.block_at', '>=', requestedAt),
  )

/** Whether it was requested before we lost what may have paid it: commands, or a final block. */
const isLost = ({ requestedAt }: Request): Condition => isHistoryLostSince(requestedAt)

/** A minute for blocks to become final, and one for a usual restart or failover. */
const USUAL_LAG = sql`interval '2 mins'`

/**
 * Whether it was requested before this server started, and the scan was far behind at that time and
 * still is. The server may have been restored from a backup, and a block that wasn't read may pay
 * the request.
 */
const isUnread = ({ requestedAt }: Request): Condition => sql<boolean>`(
  ${requestedAt} < pg_postmaster_start_time() and
  ${subquery.selectFrom('chain_cursors').select(({ fn }) => fn.max('final_at').as('at'))}
    < pg_postmaster_start_time() - ${USUAL_LAG})`

/** Whether we may have paid a request although the database doesn't show it. */
export const maybePaidOne = (request: Request): Condition =>
  subquery.or([isUnexplained(request), isLost(request), isUnread(request)])

/** Whether the member has, or may get, the coins. Then nobody may return the amount. */
export const isMaybePaid: Condition = withdrawalColumns.or([
  isPaidLate,
  isInSignerFile,
  maybePaidOne({
    address: withdrawalColumns.ref('withdrawals.address'),
    requestedAt: withdrawalColumns.ref('withdrawals.requested_at'),
  }),
])

/** Which of these withdrawals a payout that we gave up on has paid. */
export const readPaidLate = readThose(isPaidLate)

/** Which of these withdrawals are or may be paid. */
export const readMaybePaid = readThose(isMaybePaid)
