import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { OperatorWithdrawal } from '../../contract/operator.ts'
import type { Db, Tx } from '../../db/types.ts'
import { micros } from '../../domain/money.ts'
import { formatUsd } from '../../domain/money.ts'
import { netMicros } from '../../domain/withdrawal.ts'
import { countRows } from './list.ts'

export type WithdrawalRow = z.infer<typeof OperatorWithdrawal>
type Stage = WithdrawalRow['stage']

type Row = {
  no: number
  username: string
  amount_micros: bigint
  fee_micros: bigint
  address: string
  state: Exclude<Stage, 'failed'>
  revision: number
  hold_until: Date
  reason: string
  failure: string
  asset: number | null
  txid: string | null
  requested_at: Date
  processed_at: Date | null
  note: string | null
  approvals: { operator: string; at: string }[] | null
}

const statuses: Record<Stage, WithdrawalRow['status']> = {
  pending: 'pending',
  failed: 'pending',
  approved: 'approved',
  sent: 'approved',
  confirmed: 'approved',
  rejected: 'rejected',
  cancelled: 'rejected',
}

const from = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from withdrawals w join people on people.member_no = w.member_no where ${condition}`

/** Withdrawals that meet a condition on `w` and `people`, newest first. */
export async function readWithdrawals(
  db: Db | Tx,
  approvalLimitMicros: bigint,
  condition: RawBuilder<unknown>,
  limit = 1000,
  offset = 0,
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<Row>`
    select w.*, people.username,
      (select note from withdrawal_notes where withdrawal_no = w.no) as note,
      (select json_agg(json_build_object('operator', a.operator, 'at', a.at) order by a.at)
        from withdrawal_approvals a where a.withdrawal_no = w.no
          and a.revision = (select max(revision) from withdrawal_approvals
            where withdrawal_no = w.no)) as approvals
    ${from(condition)} order by w.no desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => showWithdrawal(row, approvalLimitMicros))
}

function showWithdrawal(row: Row, approvalLimitMicros: bigint): WithdrawalRow {
  const stage: Stage = row.state === 'pending' && row.failure ? 'failed' : row.state
  const held = row.hold_until.getTime() > Date.now()
  const amount = micros(row.amount_micros)
  const approvals = (row.approvals ?? []).map(({ operator, at }) => ({
    operator,
    at: new Date(at).toISOString(),
  }))
  return {
    id: String(row.no),
    username: row.username,
    amount: formatUsd(amount),
    fee_amount: formatUsd(row.fee_micros),
    net_amount: formatUsd(netMicros(amount)),
    payment_method: row.asset === 2 ? 'usdt' : 'trx',
    payment_details: row.note ?? '',
    wallet_address: row.address,
    status: statuses[stage],
    stage,
    revision: row.revision,
    hold_until: held ? row.hold_until.toISOString() : null,
    reason: row.reason || row.failure || null,
    request_date: row.requested_at.toISOString(),
    processed_date: row.processed_at?.toISOString() ?? null,
    transaction_hash: row.txid,
    approvals,
    approvals_needed: row.amount_micros > approvalLimitMicros ? 2 : 1,
  }
}

const statesOf: Record<string, string[]> = {
  pending: ['pending'],
  failed: ['pending'],
  approved: ['approved', 'sent', 'confirmed'],
  rejected: ['rejected', 'cancelled'],
}

type Filter = { status?: string | undefined; search?: string | undefined }

/** The condition of the console's filter: a status or stage, and a piece of a username. */
export function withdrawalFilter({ status, search }: Filter): RawBuilder<unknown> {
  const states = status ? (statesOf[status] ?? [status]) : null
  const failed = status === 'failed' ? sql`w.failure <> ''` : sql`true`
  const named = search ? sql`strpos(lower(people.username), lower(${search})) > 0` : sql`true`
  return states ? sql`w.state = any(${states}) and ${failed} and ${named}` : named
}

export const countWithdrawals = (db: Db, condition: RawBuilder<unknown>): Promise<number> =>
  countRows(db, from(condition))
