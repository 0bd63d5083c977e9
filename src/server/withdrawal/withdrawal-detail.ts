import { sql } from 'kysely'
import type { z } from 'zod'
import type { DecidedWithdrawal, WithdrawalDetail } from '../../contract/subjects/withdrawal.ts'
import type { Db } from '../../db/types.ts'
import { micros, formatUsd } from '../../domain/money/money.ts'
import type { Context } from '../context.ts'
import { Rejection } from '../../contract/refusals/reject.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { readMembers } from '../members/members.ts'
import { readPayouts } from './show-payouts.ts'
import { readOperatorWithdrawals } from './operator-withdrawals.ts'

const MAX_ATTEMPTS = 100
const MAX_NAMES = 10

type History = z.infer<typeof WithdrawalDetail>['history']

/** A withdrawal with the member's history and every attempt to pay it. */
export async function readWithdrawal(
  { db, config }: Context,
  no: number,
): Promise<z.infer<typeof WithdrawalDetail> | undefined> {
  const [withdrawal] = await readOperatorWithdrawals(
    db,
    config.approvalLimitMicros,
    sql`w.no = ${no}`,
  )
  if (!withdrawal) return undefined
  const [member] = await readMembers(db, sql`m.no = ${Number(withdrawal.member_id)}`)
  if (!member) throw new Error(`withdrawal ${no} has no member`)
  const { wallet_address: address } = withdrawal
  return {
    ...withdrawal,
    member,
    history: await readHistory(db, Number(member.id), address),
    payouts: await readPayouts(db, sql`p.withdrawal_no = ${no}`, MAX_ATTEMPTS, 0),
  }
}

type HistoryRow = {
  deposited: bigint
  withdrawn: bigint
  paid: number
  rejected: number
  last_paid_at: Date | null
  names: string[] | null
}

async function readHistory(db: Db, member: number, address: string): Promise<History> {
  const { rows } = await sql<HistoryRow>`
    select (select coalesce(sum(credited_micros), 0)::bigint from transfers
        where member_no = ${member} and state in ('credited', 'accepted')) as deposited,
      (coalesce(sum(amount_micros) filter (where state = 'confirmed'), 0))::bigint as withdrawn,
      (count(*) filter (where state = 'confirmed'))::int as paid,
      (count(*) filter (where state = 'rejected'))::int as rejected,
      max(processed_at) filter (where state = 'confirmed') as last_paid_at,
      (select array_agg(username) from (
        select username from identities where member_no in (
          select member_no from identities where wallet_address = ${address}
          union select member_no from withdrawals where address = ${address})
        limit ${MAX_NAMES}) named) as names
    from withdrawals where member_no = ${member}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('counting gave no row')
  return {
    deposited: formatUsd(row.deposited),
    withdrawn: formatUsd(row.withdrawn),
    withdrawals_paid: row.paid,
    withdrawals_rejected: row.rejected,
    last_paid_at: row.last_paid_at?.toISOString() ?? null,
    address_used_by: (row.names ?? []).toSorted(),
  }
}

type Item = { id: string; revision: number }

/** The command for an operator's approval, within the limits for one operator. */
export const approvalOf = (
  { config }: Context,
  operator: string,
  id: string,
  revision: number | undefined,
) =>
  ({
    kind: 'approve_withdrawal',
    withdrawal: Number(id),
    operator,
    revision: revision ?? null,
    payoutLimitMicros: micros(config.approvalLimitMicros),
    dayLimitMicros: micros(config.approvalDayLimitMicros),
  }) as const

/**
 * Approves several withdrawals, each at the revision that the operator saw. A refusal doesn't stop
 * the others.
 */
export async function approveMany(
  context: Context,
  operator: string,
  items: readonly Item[],
  requestId: string,
): Promise<z.infer<typeof DecidedWithdrawal>[]> {
  const decided = items.map(async (item) => {
    const command = approvalOf(context, operator, item.id, item.revision)
    try {
      const withdrawal = await decideWithdrawal(context, operator, command, undefined, requestId)
      return { id: item.id, done: true, code: null, detail: null, withdrawal }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const { code, message } = error
      return { id: item.id, done: false, code, detail: message, withdrawal: null }
    }
  })
  return await Promise.all(decided)
}
