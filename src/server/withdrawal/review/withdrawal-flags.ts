import { sql, type Expression } from 'kysely'
import { now, anyOf, is, lit, subquery, type Condition } from '../../../db/expressions.ts'
import { withdrawalFlags } from '../../../contract/subjects/withdrawal.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { inSignerFileOne } from '../in-signer-file.ts'
import { maybePaidOne, paidLateOne } from '../maybe-paid.ts'
import { disputedSince } from '../safe-to-pay.ts'
import { hasOtherUser } from './address-users.ts'

export type Flag = (typeof withdrawalFlags)[number]

/** An operator reviews members who make more requests than this within a day. */
const USUAL_IN_A_DAY = 3

const dayBefore = (time: Expression<Date>) => sql<Date>`${time} - interval '1 day'`

const inQuarantine = (withdrawal: Expression<number>): Condition =>
  subquery.exists(
    subquery
      .selectFrom('blocked_payouts')
      .select('withdrawal_no')
      .where('withdrawal_no', '=', withdrawal),
  )

/**
 * Warning signs for operators, by withdrawal number, in one statement. Each sign reads a few rows,
 * however many withdrawals the member has made.
 */
export async function readFlags(
  db: Db | Tx,
  numbers: readonly number[],
): Promise<Map<number, Flag[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('withdrawals as this')
    .innerJoin('members', 'members.no', 'this.member_no')
    .leftJoin('identities as own', 'own.member_no', 'this.member_no')
    .select((eb) => {
      const earlier = eb
        .selectFrom('withdrawals as before')
        .whereRef('before.member_no', '=', 'this.member_no')
        .whereRef('before.no', '<', 'this.no')
      // The member's requests are in order of time, so of the last few, the first one decides.
      const firstOfFew = eb
        .selectFrom('withdrawals as lately')
        .select('lately.requested_at')
        .whereRef('lately.member_no', '=', 'this.member_no')
        .whereRef('lately.no', '<=', 'this.no')
        .orderBy('lately.no', 'desc')
        .offset(lit(USUAL_IN_A_DAY))
        .limit(lit(1))
      const isReported = disputedSince(eb.ref('this.member_no'), eb.ref('this.requested_at'))
      const isMaybePaid = maybePaidOne({
        address: eb.ref('this.address'),
        requestedAt: eb.ref('this.requested_at'),
      })
      const isWaiting = eb('this.state', 'in', [lit('pending'), lit('approved')])
      const isHeld = eb.or([eb('this.hold_until', '>', now), eb('own.hold_until', '>', now)])
      return [
        'this.no',
        is(
          eb.not(
            eb.exists(
              earlier
                .where('before.state', '=', lit('confirmed'))
                .whereRef('before.address', '=', 'this.address'),
            ),
          ),
        ).as('new_address'),
        is(
          eb.not(
            eb.exists(
              earlier.where('before.state', 'in', [lit('approved'), lit('sent'), lit('confirmed')]),
            ),
          ),
        ).as('first_withdrawal'),
        is(hasOtherUser(eb.ref('this.address'), eb.ref('this.member_no'))).as('shared_address'),
        is(
          eb.fn.coalesce(eb(firstOfFew, '>', dayBefore(eb.ref('this.requested_at'))), lit(false)),
        ).as('velocity'),
        is(eb.and([isWaiting, isHeld])).as('on_hold'),
        is(eb.and([isWaiting, eb('members.suspended', '=', lit(true))])).as('suspended'),
        is(eb.and([isWaiting, isReported])).as('disputed'),
        is(eb.and([isWaiting, inQuarantine(eb.ref('this.no'))])).as('quarantined'),
        is(eb.and([isWaiting, paidLateOne(eb.ref('this.no'))])).as('paid_late'),
        is(eb.and([isWaiting, isMaybePaid])).as('history_lost'),
        is(eb.and([isWaiting, inSignerFileOne(eb.ref('this.no'))])).as('in_signer_file'),
      ]
    })
    .where('this.no', '=', anyOf(numbers, 'int'))
    .execute()
  return new Map(rows.map((row) => [row.no, withdrawalFlags.filter((flag) => row[flag])]))
}
