/** What is open when the book starts: requests, unattributed transfers, withdrawals, approvals. */
import type { PoolClient } from 'pg'
import { keepAdjustedAlone, sizeOf } from '../../domain/adjustment.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import type { HeldReason } from '../../domain/command.ts'
import { restoreRequest, restoreTransfer } from '../../domain/deposit.ts'
import type { TransferState, DepositRequestState } from '../../domain/fact.ts'
import { micros, rateE8, units, type Coin } from '../../domain/money.ts'
import { commit, type State } from '../../domain/state.ts'
import { isFinal, restoreApproval, restoreWithdrawal } from '../../domain/withdrawal.ts'
import { decode } from './encode-command.ts'
import { KIND_CODES } from './ledger-rows.ts'
import { readFromLog } from './withdrawal-log.ts'

const coinOf = (asset: number): Coin => (asset === 1 ? 'TRX' : 'USDT')

/** Fills catalogues, last numbers and everything open into a folded state. */
export async function foldOpen(client: PoolClient, state: State): Promise<void> {
  const catalogues = await client.query<{ plans: string }>(
    'select plans::text as plans from catalogues order by version',
  )
  for (const { plans } of catalogues.rows) state.catalogues.push(decode(plans) as Catalogue)
  await foldNumbers(client, state)
  await foldRequests(client, state)
  await foldTransfers(client, state)
  await foldWithdrawals(client, state)
  await foldApprovals(client, state)
  await foldAdjustments(client, state)
  await foldAdjustedAlone(client, state)
  commit(state)
}

type Numbers = { request: number; transfer: number; withdrawal: number; adjustment: number }

async function foldNumbers(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<Numbers>(`select
    coalesce((select max(no) from deposit_requests), 0)::int4 as request,
    coalesce((select max(no) from transfers), 0)::int4 as transfer,
    coalesce((select max(subject) from journals
      where kind = ${KIND_CODES.withdrawal_requested}), 0)::int4 as withdrawal,
    coalesce((select max(no) from adjustments), 0)::int4 as adjustment`)
  Object.assign(state.numbers, rows[0])
}

type RequestRow = {
  no: number
  member_no: number
  asset: number
  amount_micros: bigint
  fee_micros: bigint
  crypto_units: bigint
  rate_e8: bigint
  opened_at: Date
  expires_at: Date
  state: DepositRequestState
}

async function foldRequests(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<RequestRow>(`select * from deposit_requests r
    where state = 'open' or (state in ('expired', 'replaced') and exists (select 1 from transfers t
      where t.state = 'unattributed' and t.request_no = r.no)) order by no`)
  for (const row of rows) {
    restoreRequest(state, {
      fact: 'deposit_request',
      no: row.no,
      member: row.member_no,
      coin: coinOf(row.asset),
      amountMicros: micros(row.amount_micros),
      feeMicros: micros(row.fee_micros),
      cryptoUnits: units(row.crypto_units),
      lockedE8: rateE8(row.rate_e8),
      openedAt: row.opened_at.getTime(),
      expiresAt: row.expires_at.getTime(),
      state: row.state,
      transfer: null,
      creditedMicros: null,
    })
  }
}

type TransferRow = {
  no: number
  network: string
  txid: string
  asset: number
  log_index: number
  member_no: number
  from_address: string | null
  to_address: string
  amount: bigint
  rate_e8: bigint
  block_number: bigint
  block_at: Date
  state: TransferState
  request_no: number | null
  held: HeldReason | null
}

async function foldTransfers(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<TransferRow>(
    `select * from transfers where state = 'unattributed' order by no`,
  )
  for (const row of rows) {
    restoreTransfer(state, {
      fact: 'transfer',
      no: row.no,
      member: row.member_no,
      coin: coinOf(row.asset),
      network: row.network,
      txid: row.txid,
      logIndex: row.log_index,
      from: row.from_address,
      to: row.to_address,
      amountUnits: units(row.amount),
      blockE8: rateE8(row.rate_e8),
      blockNumber: Number(row.block_number),
      blockAt: row.block_at.getTime(),
      state: row.state,
      request: row.request_no,
      creditedMicros: null,
      feeMicros: null,
      held: row.held,
    })
  }
}

/** Rows only say which withdrawals are open. What they are comes from the command log. */
async function foldWithdrawals(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<{ no: number }>(
    "select no from withdrawals where state in ('pending', 'approved', 'sent') order by no",
  )
  const numbers = rows.map(({ no }) => no)
  const logged = await readFromLog(client, numbers)
  for (const no of numbers) {
    const withdrawal = logged.get(no)
    if (withdrawal && !isFinal(withdrawal.state)) restoreWithdrawal(state, withdrawal)
  }
}

async function foldApprovals(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<{ operator: string; day: number; micros: bigint }>(
    `select distinct on (operator) operator,
       floor(extract(epoch from at) / 86400)::int4 as day, sum(micros)::int8 as micros
     from withdrawal_approvals where at > now() - interval '2 days'
     group by operator, floor(extract(epoch from at) / 86400) order by operator, day desc`,
  )
  for (const { operator, day, micros: sum } of rows) restoreApproval(state, operator, day, sum)
}

type AdjustmentRow = {
  no: number
  member_no: number
  micros: bigint
  reason: string
  proposed_by: string
}

const undecided = { approvedBy: null, alone: false, rejectedBy: null, rejectReason: '' }

async function foldAdjustments(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<AdjustmentRow>(
    'select * from adjustments where approved_by is null and rejected_by is null order by no',
  )
  for (const { no, member_no: member, micros: amount, reason, proposed_by: proposedBy } of rows) {
    const amountMicros = micros(amount)
    const row = { fact: 'adjustment', no, member, amountMicros, reason } as const
    state.adjustments.set(no, { ...row, proposedBy, ...undecided })
  }
}

async function foldAdjustedAlone(client: PoolClient, state: State): Promise<void> {
  const { rows } = await client.query<AdjustmentRow & { proposed_at: Date }>(
    "select * from adjustments where alone and proposed_at > now() - interval '2 days' order by no",
  )
  for (const {
    proposed_by: operator,
    member_no: member,
    micros: amount,
    proposed_at: at,
  } of rows) {
    keepAdjustedAlone(state, { operator, member, sizeMicros: sizeOf(amount), at: at.getTime() })
  }
}
