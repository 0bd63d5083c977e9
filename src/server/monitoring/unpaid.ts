import { countAll, lit, now, subquery } from '../../db/expressions.ts'
import { isClaimed } from '../withdrawal/payers.ts'
import { isSuspended } from '../withdrawal/safe-to-pay.ts'

/**
 * Since when the oldest approved withdrawal could have been paid, whatever keeps it: a pause, a
 * hold, a file that may pay it, or a claim. A suspended member waits until an operator acts.
 */
export const oldestUnpaid = subquery
  .selectFrom('withdrawals')
  .select(({ fn, ref, selectFrom }) => {
    const approved = selectFrom('withdrawal_approvals')
      .select((of) => of.fn.max('at').as('at'))
      .whereRef('withdrawal_no', '=', 'withdrawals.no')
    const since = fn<Date>('greatest', [ref('requested_at'), ref('hold_until'), approved])
    return fn<Date | null>('min', [since]).as('since')
  })
  .where('state', '=', lit('approved'))
  .where('hold_until', '<=', now)
  .where(({ not }) => not(isSuspended))

/** How many approved withdrawals operators keep from being paid, to pay them from other wallets. */
export const claimedToPay = subquery
  .selectFrom('withdrawals')
  .select(countAll.as('count'))
  .where('state', '=', lit('approved'))
  .where(isClaimed)
