/** Loads what is open at startup: requests, unmatched transfers, withdrawals, approvals. */
import type { PoolClient } from 'pg'
import type { RowOf } from '../../../db/types.ts'
import { recordAdjustedAlone, sizeOf } from '../../../domain/wallet/adjustment.ts'
import { restoreRequest, restoreTransfer } from '../../../domain/wallet/deposit.ts'
import { commit, type State } from '../../../domain/ledger/state.ts'
import { restoreApproval } from '../../../domain/wallet/approvals.ts'
import { isFinal, restoreWithdrawal } from '../../../domain/wallet/withdrawal.ts'
import { decodeCatalog } from '../rows/encode-command.ts'
import { KIND_CODES } from '../rows/ledger-rows.ts'
import { readOpenAdjustments, readOpenRequests, readOpenTransfers } from '../rows/open-rows.ts'
import { readFromLog } from '../rows/withdrawal-log.ts'

/** Called for each open row that differs from what its command wrote. We don't load such rows. */
export type OnEdited = (row: string) => void

/** Adds catalogs, last numbers and everything open to a loaded state. */
export async function foldOpen(
  client: PoolClient,
  state: State,
  onEdited: OnEdited,
): Promise<void> {
  const catalogs = await client.query<{ plans: string }>(
    'select plans::text as plans from catalogs order by version',
  )
  for (const { plans } of catalogs.rows) state.catalogs.push(decodeCatalog(plans))
  await foldNumbers(client, state)
  const requests = await readOpenRequests(client)
  for (const request of requests.events) restoreRequest(state, request)
  const transfers = await readOpenTransfers(client)
  for (const transfer of transfers.events) restoreTransfer(state, transfer)
  await foldWithdrawals(client, state)
  await foldApprovals(client, state)
  const adjustments = await readOpenAdjustments(client)
  for (const adjustment of adjustments.events) state.adjustments.set(adjustment.no, adjustment)
  await foldAdjustedAlone(client, state)
  const sealed = await client.query<{ day: string | null }>(
    'select max(day) as day from day_sheets',
  )
  state.sealedDay = sealed.rows[0]?.day ?? ''
  commit(state)
  for (const row of [requests, transfers, adjustments].flatMap(({ edited }) => edited)) {
    onEdited(row)
  }
}

type Numbers = Pick<
  State['numbers'],
  'request' | 'transfer' | 'withdrawal' | 'adjustment' | 'rules'
>

async function foldNumbers(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<Numbers>(`select
    coalesce((select max(no) from deposit_requests), 0)::int4 as request,
    coalesce((select max(no) from transfers), 0)::int4 as transfer,
    coalesce((select max(subject) from journals
      where kind = ${KIND_CODES.withdrawal_requested}), 0)::int4 as withdrawal,
    coalesce((select max(no) from adjustments), 0)::int4 as adjustment,
    coalesce((select max(version) from rule_versions), 1)::int4 as rules`)
  Object.assign(state.numbers, rows[0])
}

/** The rows only tell us which withdrawals are open. Their contents come from the command log. */
async function foldWithdrawals(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<RowOf<'withdrawals', 'no'>>(
    "select no from withdrawals where state in ('pending', 'approved', 'sent') order by no",
  )
  const numbers = rows.map(({ no }) => no)
  const logged = await readFromLog(client, numbers)
  for (const no of numbers) {
    const withdrawal = logged.get(no)
    if (withdrawal && !isFinal(withdrawal.state)) restoreWithdrawal(state, withdrawal)
  }
}

/** The rows of the last two days: a limit counts what was approved today. */
async function foldApprovals(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<FoldedApproval>(
    `select a.operator, a.withdrawal_no, a.revision, a.micros, r.seq is not null as returned,
       floor(extract(epoch from a.at) / 86400)::int4 as day
     from withdrawal_approvals a
     left join withdrawal_approval_returns r using (withdrawal_no, revision, operator)
     where a.at > now() - interval '2 days' order by a.seq`,
  )
  for (const [operator, all] of Map.groupBy(rows, (row) => row.operator)) {
    const day = Math.max(...all.map((row) => row.day))
    const today = all.filter((row) => row.day === day)
    // Of a withdrawal that was approved again after a failed payout, only the last can be unsent.
    const last = new Map(today.map((row) => [row.withdrawal_no, row]))
    const unsent = [...last.values()].flatMap(({ withdrawal_no: no, revision, micros }) => {
      const withdrawal = state.withdrawals.get(no)
      const isUnsent = withdrawal?.state !== 'sent' && withdrawal?.approvedBy.includes(operator)
      return isUnsent ? [{ withdrawal: no, revision, micros }] : []
    })
    const counted = today.filter(({ returned }) => !returned)
    const sum = counted.reduce((total, { micros }) => total + micros, 0n)
    restoreApproval(state, operator, { day, micros: sum, unsent })
  }
}

type FoldedApproval = RowOf<
  'withdrawal_approvals',
  'operator' | 'withdrawal_no' | 'revision' | 'micros'
> & { readonly day: number; readonly returned: boolean }

async function foldAdjustedAlone(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<
    RowOf<'adjustments', 'proposed_by' | 'member_no' | 'micros' | 'proposed_at'>
  >(
    `select proposed_by, member_no, micros, proposed_at from adjustments where alone
      and proposed_at > now() - interval '2 days' and proposed_at < 'infinity' order by no`,
  )
  for (const {
    proposed_by: operator,
    member_no: member,
    micros: amount,
    proposed_at: at,
  } of rows) {
    recordAdjustedAlone(state, { operator, member, sizeMicros: sizeOf(amount), at: at.getTime() })
  }
}
