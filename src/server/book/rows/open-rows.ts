/**
 * Open transfers, deposit requests and adjustments, each compared with the command that created it.
 * Rows can be edited, commands can't. This costs a few look-ups per open row.
 */
import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db, RowOf } from '../../../db/types.ts'
import type {
  AdjustmentEvent,
  DepositRequestEvent,
  TransferEvent,
} from '../../../domain/ledger/event.ts'
import { micros, rateE8, units } from '../../../domain/money/money.ts'
import { openTransferReplay } from '../../../domain/one-transfer.ts'
import { decodeCommand } from './encode-command.ts'
import { coinOf, KIND_CODES } from './ledger-rows.ts'

type Reader = PoolClient | Db

/** Open events that their commands confirm, and the rows that differ (by table and number). */
export type Open<F> = { readonly events: readonly F[]; readonly edited: readonly string[] }

async function readRows<Row extends object>(reader: Reader, query: string): Promise<Row[]> {
  const { rows } =
    'executeQuery' in reader
      ? await reader.executeQuery<Row>(CompiledQuery.raw(query))
      : await reader.query<Row>(query)
  return rows
}

/** Separates rows that match their command from edited ones. An unreadable row counts as edited. */
function part<Row extends { no: number }, F>(
  table: string,
  rows: readonly Row[],
  eventOf: (row: Row) => F | null,
): Open<F> {
  const events: F[] = []
  const edited: string[] = []
  for (const row of rows) {
    const event = orNull(() => eventOf(row))
    if (event === null) edited.push(`${table} ${row.no}`)
    else events.push(event)
  }
  return { events, edited }
}

function orNull<F>(read: () => F | null): F | null {
  try {
    return read()
  } catch {
    return null
  }
}

type RequestRow = RowOf<'deposit_requests'> & { matches_command: boolean }

// All members of a batch share its time, so we compare the rest of the command as well.
const REQUESTS = `
  select r.*, exists (select from commands c
    where c.kind = 'open_deposit' and c.at = r.opened_at
      and c.input->>'member' = r.member_no::text
      and c.input->>'coin' = case r.asset when 1 then 'TRX' else 'USDT' end
      and c.input->>'amountMicros' = r.amount_micros::text
      and c.input->>'feeMicros' = r.fee_micros::text
      and c.input->>'cryptoUnits' = r.crypto_units::text
      and c.input->>'lockedE8' = r.rate_e8::text
      and trunc((c.input->>'expiresAt')::numeric) = extract(epoch from r.expires_at) * 1000)
    as matches_command
  from deposit_requests r
  where state in ('open', 'expired', 'replaced') and no in (
    select no from deposit_requests where state = 'open'
    union select request_no from transfers where state = 'unattributed') order by no`

/** Open deposit requests, and missed ones that a member may still accept. */
export async function readOpenRequests(reader: Reader): Promise<Open<DepositRequestEvent>> {
  const rows = await readRows<RequestRow>(reader, REQUESTS)
  return part('deposit_requests', rows, (row) => (row.matches_command ? requestOf(row) : null))
}

const requestOf = (row: RequestRow): DepositRequestEvent => ({
  event: 'deposit_request',
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

type TransferRow = RowOf<'transfers'> & { exact: boolean; command: string | null }

// The journal entry of a transfer's coins names the command, and nobody can change it. The missed
// request isn't in the command, so we only check that the transfer could have missed it.
const TRANSFERS = `
  select t.*, c.input::text as command,
    t.block_at = date_trunc('milliseconds', t.block_at) and (t.request_no is null or exists (
      select from deposit_requests r where r.no = t.request_no
        and r.member_no = t.member_no and r.asset = t.asset)) as exact
  from transfers t
  left join journals j on j.kind = ${KIND_CODES.unattributed} and j.subject = t.no
  left join commands c on c.seq = j.seq and c.kind = 'receive_transfer'
  where t.state = 'unattributed' order by t.no`

/** Transfers that matched no request. */
export async function readOpenTransfers(reader: Reader): Promise<Open<TransferEvent>> {
  const rows = await readRows<TransferRow>(reader, TRANSFERS)
  const replay = openTransferReplay()
  return part('transfers', rows, (row) => {
    if (!row.exact || row.command === null) return null
    const command = decodeCommand('receive_transfer', row.command)
    const told = replay(row.no, command)
    const event = transferOf(row)
    return isDeepStrictEqual({ ...told, request: row.request_no }, event) ? event : null
  })
}

const transferOf = (row: TransferRow): TransferEvent => ({
  event: 'transfer',
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
  state: 'unattributed',
  request: row.request_no,
  creditedMicros: null,
  feeMicros: null,
  held: row.held,
})

type AdjustmentRow = RowOf<'adjustments'> & { matches_command: boolean }

// One command accounts for one row. If several rows match it, decided and older rows come first.
const ADJUSTMENTS = `
  select a.*, (select count(*) from commands c
      where c.kind = 'propose_adjustment' and c.at = a.proposed_at
        and c.input->>'member' = a.member_no::text and c.input->>'amountMicros' = a.micros::text
        and c.input->>'reason' = a.reason and c.input->>'operator' = a.proposed_by)
    >= (select count(*) from adjustments b where b.proposed_at = a.proposed_at
        and (b.member_no, b.micros, b.reason, b.proposed_by)
          = (a.member_no, a.micros, a.reason, a.proposed_by)
        and (b.no <= a.no or b.approved_by is not null or b.rejected_by is not null))
    as matches_command
  from adjustments a
  where a.approved_by is null and a.rejected_by is null order by a.no`

const undecided = { approvedBy: null, alone: false, rejectedBy: null, rejectReason: '' }

/** Adjustments that wait for another operator. */
export async function readOpenAdjustments(reader: Reader): Promise<Open<AdjustmentEvent>> {
  const rows = await readRows<AdjustmentRow>(reader, ADJUSTMENTS)
  return part('adjustments', rows, (row) => {
    if (!row.matches_command) return null
    const { no, member_no: member, reason, proposed_by: proposedBy } = row
    const amountMicros = micros(row.micros)
    return { event: 'adjustment', no, member, amountMicros, reason, proposedBy, ...undecided }
  })
}

/** The number of open rows that differ from their command, for monitoring. */
export async function countEdited(db: Db): Promise<number> {
  const requests = await readOpenRequests(db)
  const transfers = await readOpenTransfers(db)
  const adjustments = await readOpenAdjustments(db)
  return requests.edited.length + transfers.edited.length + adjustments.edited.length
}
