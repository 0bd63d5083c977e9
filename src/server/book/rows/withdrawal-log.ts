/**
 * Withdrawals as the command log has them. A withdrawal's row changes with its state, so it never
 * decides whether and where we pay. The commands do, because nobody can change them.
 */
import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db, RowOf, Tx } from '../../../db/types.ts'
import type { WithdrawalEvent } from '../../../domain/ledger/event.ts'
import { replayWithdrawal, type OwnCommand } from '../../../domain/one-withdrawal.ts'
import { decodeCommand } from './encode-command.ts'
import { KIND_CODES } from './ledger-rows.ts'

type WithdrawalLogRow = RowOf<'commands', 'seq' | 'at' | 'kind'> & {
  no: number
  input: string
  approved_before: bigint
}

// The journal entry that holds the money names the request, and nobody can change it. All later
// commands name the withdrawal or an operator who had approved it.
const OWN_COMMANDS = `
  with named as (
    select (input->>'withdrawal')::int as no, seq, input->>'operator' as operator
    from commands where input->>'withdrawal' = any($1::text[]) and kind in (
      'approve_withdrawal', 'reject_withdrawal', 'cancel_withdrawal',
      'send_withdrawal', 'confirm_withdrawal', 'fail_withdrawal')),
  own as (
    select subject::int as no, seq from journals
    where kind = ${KIND_CODES.withdrawal_requested} and subject = any($1::text[]::bigint[])
    union select no, seq from named
    union select n.no, c.seq from named n join commands c
      on c.kind = 'withdraw_approvals' and c.input->>'operator' = n.operator and c.seq > n.seq)
  select own.no, c.seq, c.at, c.kind, c.input::text as input,
    case when c.kind = 'approve_withdrawal' then (
      select coalesce(sum(a.micros), 0) from withdrawal_approvals a
      where a.operator = c.input->>'operator' and a.seq < c.seq
        and a.at >= date_trunc('day', c.at, 'UTC')
        and not exists (select from withdrawal_approval_returns r
          where r.withdrawal_no = a.withdrawal_no and r.revision = a.revision
            and r.operator = a.operator and r.seq < c.seq)) else 0 end::int8 as approved_before
  from own join commands c using (seq) order by own.no, c.seq`

type Reader = PoolClient | Db | Tx

async function readRows(
  reader: Reader,
  numbers: readonly number[],
): Promise<readonly WithdrawalLogRow[]> {
  const values = numbers.map(String)
  const { rows } =
    'executeQuery' in reader
      ? await reader.executeQuery<WithdrawalLogRow>(CompiledQuery.raw(OWN_COMMANDS, [values]))
      : await reader.query<WithdrawalLogRow>(OWN_COMMANDS, [values])
  return rows
}

/** A withdrawal after one of its commands. */
export type LoggedStep = {
  readonly seq: number
  readonly at: Date
  readonly event: WithdrawalEvent
}

type OwnRow = OwnCommand & { readonly seq: number }

/** Withdrawals by number after each of their commands. Leaves out those not in the log. */
export async function readLogSteps(
  reader: Reader,
  numbers: readonly number[],
): Promise<Map<number, LoggedStep[]>> {
  const found = new Map<number, LoggedStep[]>()
  if (numbers.length === 0) return found
  const commands = new Map<number, OwnRow[]>()
  const rows = await readRows(reader, numbers)
  for (const { no, seq, at, kind, input, approved_before: approvedBefore } of rows) {
    const own = { command: decodeCommand(kind, input), at: at.getTime(), approvedBefore }
    const row = { ...own, seq: Number(seq) }
    commands.set(no, [...(commands.get(no) ?? []), row])
  }
  for (const [no, own] of commands) {
    const events = replayWithdrawal(no, own)
    if (!events) continue
    const steps = own.flatMap(({ seq, at }, i) => {
      const event = events[i]
      return event ? [{ seq, at: new Date(at), event }] : []
    })
    found.set(no, steps)
  }
  return found
}

/** Withdrawals by number, rebuilt from their commands alone. Leaves out those not in the log. */
export async function readFromLog(
  reader: Reader,
  numbers: readonly number[],
): Promise<Map<number, WithdrawalEvent>> {
  const steps = await readLogSteps(reader, numbers)
  const found = new Map<number, WithdrawalEvent>()
  for (const [no, own] of steps) {
    const last = own.at(-1)
    if (last) found.set(no, last.event)
  }
  return found
}

/** Memory holds something about a withdrawal that doesn't follow from the command log. */
class NotInLog extends Error {
  override name = 'NotInLog'
}

/** For batch hooks that pay: the batch's results must follow from the log, this batch included. */
export async function requireFromLog(tx: Tx, events: readonly WithdrawalEvent[]): Promise<void> {
  const logged = await readFromLog(
    tx,
    events.map(({ no }) => no),
  )
  for (const event of events) {
    if (isDeepStrictEqual({ ...logged.get(event.no) }, { ...event })) continue
    throw new NotInLog(`withdrawal ${event.no} isn't what the command log says`)
  }
}
