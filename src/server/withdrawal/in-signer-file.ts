import { sql, type Expression } from 'kysely'
import { lit, subquery, type Condition } from '../../db/expressions.ts'
import { readThose, withdrawalColumns } from './queries.ts'

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

/** Which of these withdrawals are in a file for an offline signer that may still be sent. */
export const readInSignerFile = readThose(isInSignerFile)
