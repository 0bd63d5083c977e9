import { sql } from 'kysely'
import { sumOf, lit, now } from '../../../db/expressions.ts'
import type { z } from 'zod'
import type { WithdrawalDetail } from '../../../contract/subjects/withdrawal.ts'
import type { Db } from '../../../db/types.ts'
import { formatUsd } from '../../../domain/money/money.ts'
import type { Context } from '../../context.ts'
import { readMembers, memberColumns } from '../../members/members.ts'
import { usersOf } from './address-users.ts'
import { readPayouts, payoutColumns } from './show-payouts.ts'
import { readOperatorWithdrawal } from './withdrawals.ts'

const MAX_ATTEMPTS = 100

type History = z.infer<typeof WithdrawalDetail>['history']

/** A withdrawal with the member's history and every attempt to pay it. */
export async function readWithdrawal(
  context: Context,
  no: number,
): Promise<z.infer<typeof WithdrawalDetail> | undefined> {
  const { db } = context
  const withdrawal = await readOperatorWithdrawal(context, no)
  if (!withdrawal) return undefined
  const [member] = await readMembers(
    db,
    memberColumns('members.no', '=', Number(withdrawal.member_id)),
  )
  if (!member) throw new Error(`withdrawal ${no} has no member`)
  const { wallet_address: address } = withdrawal
  return {
    ...withdrawal,
    member,
    history: await readHistory(db, Number(member.id), address),
    recordable_at: (await readOwnHold(db, no))?.toISOString() ?? null,
    payouts: await readPayouts(db, payoutColumns('payouts.withdrawal_no', '=', no), {
      limit: MAX_ATTEMPTS,
    }),
  }
}

/**
 * When the withdrawal’s own hold ends, if it hasn’t ended yet. Until then, the ledger refuses every
 * payout of it. A later hold of its member keeps only us from paying.
 */
async function readOwnHold(db: Db, no: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('withdrawals')
    .select('hold_until')
    .where('no', '=', no)
    .where('state', 'in', [lit('pending'), lit('approved')])
    .where('hold_until', '>', now)
    .executeTakeFirst()
  return row?.hold_until
}

async function readHistory(db: Db, member: number, address: string): Promise<History> {
  const row = await db
    .selectFrom('withdrawals')
    .select((eb) => {
      const paid = eb('state', '=', lit('confirmed'))
      return [
        eb
          .selectFrom('transfers')
          .select((inner) => sumOf(inner.ref('credited_micros')).as('sum'))
          .where('member_no', '=', member)
          .where('state', 'in', [lit('credited'), lit('accepted')])
          .$asScalar()
          .as('deposited'),
        sumOf(eb.ref('amount_micros'), paid).as('withdrawn'),
        sql<number>`(count(*) filter (where ${paid}))::int`.as('paid'),
        sql<number>`(count(*) filter (where ${eb('state', '=', lit('rejected'))}))::int`.as(
          'rejected',
        ),
        eb.fn.max('processed_at').filterWhere('state', '=', lit('confirmed')).as('last_paid_at'),
        sql<string[]>`array(${usersOf(address)})`.as('names'),
      ]
    })
    .where('member_no', '=', member)
    .executeTakeFirst()
  if (!row) throw new Error('the count returned no row')
  return {
    deposited: formatUsd(row.deposited),
    withdrawn: formatUsd(row.withdrawn),
    withdrawals_paid: row.paid,
    withdrawals_rejected: row.rejected,
    last_paid_at: row.last_paid_at?.toISOString() ?? null,
    address_used_by: row.names.toSorted(),
  }
}
