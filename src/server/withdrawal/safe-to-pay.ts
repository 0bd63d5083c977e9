import { sql, type Expression } from 'kysely'
import { anyOf, lit, now, subquery, type Condition } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Checked } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { holdOffClaims, isClaimInForce, readClaims, type ClaimShape } from '../claims/claims.ts'
import { membersUnderReview } from '../custody/queries.ts'
import { withdrawalColumns } from './queries.ts'

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

// An operator may pay an approved withdrawal from another wallet. With a claim, the operator keeps
// us from paying it meanwhile, or returning it to the member.

const currentClaims = withdrawalColumns
  .selectFrom('operator_claims')
  .select('operator_claims.item')
  .whereRef('operator_claims.item', '=', withdrawalColumns.cast<bigint>('withdrawals.no', 'bigint'))
  .where('operator_claims.queue', '=', lit('withdrawals'))
  .where(isClaimInForce)

/** Whether an operator has claimed a withdrawal since its last approval. */
export const isClaimed: Condition = withdrawalColumns.exists(currentClaims)

/** Who has claimed which of these withdrawals since the last approval, by number. */
export async function readPayers(
  db: Db | Tx,
  withdrawals: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select('withdrawals.no')
    .select(currentClaims.clearSelect().select('operator_claims.operator').as('operator'))
    .where('withdrawals.no', '=', anyOf(withdrawals, 'int'))
    .execute()
  return new Map(rows.flatMap(({ no, operator }) => (operator === null ? [] : [[no, operator]])))
}

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
const isLost = ({ requestedAt }: Request): Condition =>
  subquery.exists(
    subquery
      .selectFrom('payout_pauses')
      .select('payout_pauses.since')
      .where('payout_pauses.reason', '=', lit('history_lost'))
      .where('payout_pauses.since', '>=', requestedAt),
  )

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

// Anyone who has a signed file can send its payouts, even after we discarded the batch or skipped
// a payout at the import.

/** How far our record has read the chain. Without a record, we know of no payment. */
const recordedUntil = sql<Date>`coalesce(
  ${subquery.selectFrom('chain_cursors').select(({ fn }) => fn.max('final_at').as('at'))},
  '-infinity')`

/** Whether a withdrawal is in a file for an offline signer that our record hasn't passed. */
export const inSignerFileOne = (withdrawal: Expression<number>): Condition =>
  subquery.exists(
    subquery
      .selectFrom('signing_batches')
      .select('signing_batches.batch')
      .where('signing_batches.kind', '=', lit('payouts'))
      // The same margin as before we give up on a payout.
      .where('signing_batches.expires_at', '>=', sql<Date>`${recordedUntil} - interval '1 min'`)
      .where((eb) => eb(withdrawal, '=', eb.fn.any('signing_batches.withdrawals')))
      // An imported payout has the batch's expiration, and ends by the record.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('payouts')
              .select('payouts.no')
              .where('payouts.withdrawal_no', '=', withdrawal)
              .whereRef('payouts.expires_at', '=', 'signing_batches.expires_at')
              .where('payouts.signed_hex', 'is not', null),
          ),
        ),
      ),
  )

export const isInSignerFile: Condition = inSignerFileOne(withdrawalColumns.ref('withdrawals.no'))

/** Whether the member has, or may get, the coins. Then nobody may return the amount. */
export const isMaybePaid: Condition = withdrawalColumns.or([
  isPaidLate,
  isInSignerFile,
  maybePaidOne({
    address: withdrawalColumns.ref('withdrawals.address'),
    requestedAt: withdrawalColumns.ref('withdrawals.requested_at'),
  }),
])

const readThose =
  (condition: Condition) =>
  async (db: Db | Tx, withdrawals: readonly number[]): Promise<Set<number>> => {
    if (withdrawals.length === 0) return new Set()
    const rows = await db
      .selectFrom('withdrawals')
      .select('withdrawals.no')
      .where('withdrawals.no', '=', anyOf(withdrawals, 'int'))
      .where(condition)
      .execute()
    return new Set(rows.map(({ no }) => no))
  }

/** Which of these withdrawals a payout that we gave up on has paid. */
export const readPaidLate = readThose(isPaidLate)

/** Which of these withdrawals are in a file for an offline signer that may still be sent. */
export const readInSignerFile = readThose(isInSignerFile)

/** Which of these withdrawals are or may be paid. */
export const readMaybePaid = readThose(isMaybePaid)

type Claim = NonNullable<ClaimShape>
type Return = { readonly withdrawal: number; readonly isBarredBy: (claim: Claim) => boolean }

/**
 * For batch hooks that return withdrawals: keeps new claims away until the COMMIT, and refuses what
 * an operator may be paying from another wallet, and what is or may be paid.
 * @param returns what to return, and which claims forbid it; null for commands that return nothing
 */
export async function checkReturns(
  tx: Tx,
  returns: readonly (Return | null)[],
): Promise<Checked[]> {
  const withdrawals = returns.flatMap((each) => each?.withdrawal ?? [])
  const [free, claims, paid] = await Promise.all([
    holdOffClaims(tx, withdrawals),
    readClaims(tx, 'withdrawals', withdrawals),
    readMaybePaid(tx, withdrawals),
  ])
  return returns.map((each) => {
    if (each === null) return []
    const { withdrawal, isBarredBy } = each
    if (paid.has(withdrawal)) {
      return new DoneElsewhere(`a payout of withdrawal ${withdrawal} may be on chain`)
    }
    const claim = claims.get(String(withdrawal))
    const mayReturn = free.has(withdrawal) && !(claim && isBarredBy(claim))
    return mayReturn ? [] : new DoneElsewhere(`withdrawal ${withdrawal} is claimed`)
  })
}
