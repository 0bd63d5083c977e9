/** Compares the rows that the ledger writer wrote with the replayed commands, column by column. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/types.ts'
import type { LedgerEvent, EventOf } from '../../../domain/ledger/event.ts'
import type { State } from '../../../domain/ledger/state.ts'
import { comparePayouts, followPayouts } from './compare-payouts.ts'
import { differ, type Differences } from './compare-states.ts'
import { JOURNALS, POSTINGS, type BookedJournal, type Line } from '../rows/ledger-rows.ts'
import {
  ADJUSTMENTS,
  APPROVALS,
  RETURNED_APPROVALS,
  DEPOSIT_REQUESTS,
  TRANSFERS,
  WITHDRAWALS,
  type BookedApproval,
  type ReturnedApproval,
} from '../rows/money-rows.ts'
import { MEMBERS, PROFILES, RULES, SEATS } from '../rows/network-rows.ts'
import type { Outcome } from '../state/catch-up.ts'
import type { Cell, ColumnType, Shape } from '../rows/write-rows.ts'

/** The row that the rules expect: its last event, that event's time, and when it was created. */
type LoggedEvent<F> = { readonly event: F; readonly at: number; readonly bornAt: number }
type TextRow = readonly (string | null)[]

/** The column to query by, the columns that identify a row, and extra keys to query. */
type Key = {
  readonly by: string
  readonly names: readonly string[]
  readonly also?: readonly number[]
}
const NO: Key = { by: 'no', names: ['no'] }

const toText = (type: ColumnType, value: Cell): string | null => {
  if (value === null) return null
  return type === 'timestamptz' ? microseconds(String(value)) : String(value)
}
/** Matches PostgreSQL's format with microseconds, so that even a tiny edit shows. */
const microseconds = (iso: string): string => iso.replace('Z', '000Z')

function expectRow<F>(
  { columns, stamp }: Shape<F>,
  { event, at, bornAt }: LoggedEvent<F>,
): TextRow {
  const cells = columns.map(([, type, cell]) => toText(type, cell(event, at)))
  return stamp === undefined ? cells : [...cells, microseconds(new Date(bornAt).toISOString())]
}

const asText = (name: string, type: ColumnType): string =>
  type === 'timestamptz'
    ? `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${name}`
    : `${name}::text as ${name}`

/** Compares rows with the expected ones. Also reports rows that no command wrote. */
async function compare<F>(
  tx: Tx,
  found: Differences,
  shape: Shape<F>,
  told: readonly LoggedEvent<F>[],
  { by, names, also = [] }: Key = NO,
): Promise<void> {
  if (told.length === 0 && also.length === 0) return
  const types = new Map(shape.columns.map(([name, type]) => [name, type]))
  if (shape.stamp !== undefined) types.set(shape.stamp, 'timestamptz')
  const columns = [...types.keys()]
  const indexes = names.map((name) => columns.indexOf(name))
  const nameOf = (row: TextRow): string => indexes.map((index) => row[index]).join(' ')
  const expected = new Map<string, TextRow>()
  for (const each of told) {
    const row = expectRow(shape, each)
    expected.set(nameOf(row), row)
  }
  const index = columns.indexOf(by)
  const keys = [...new Set([...[...expected.values()].map((row) => row[index]), ...also])]
  const list = [...types].map(([name, type]) => asText(name, type)).join(', ')
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.raw(list)} from ${sql.table(shape.table)}
    where ${sql.ref(by)} = any(${keys}::bigint[])`.execute(tx)
  for (const record of rows) {
    const row = columns.map((column) => record[column] ?? null)
    const name = nameOf(row)
    const should = expected.get(name)
    expected.delete(name)
    if (!should) differ(found, `${shape.table} ${name}: no command wrote this row`)
    for (const [i, cell] of should?.entries() ?? []) {
      if (cell === row[i]) continue
      differ(found, `${shape.table} ${name}: ${columns[i]} is ${row[i]}, the rules say ${cell}`)
    }
  }
  for (const name of expected.keys()) differ(found, `${shape.table} ${name}: the row is missing`)
}

/** All events of one kind in a page, each with its time and its command's number. */
function pick<K extends LedgerEvent['event']>(page: readonly Outcome[], kind: K) {
  const isOf = (event: LedgerEvent): event is EventOf<K> => event.event === kind
  const told: (LoggedEvent<EventOf<K>> & { seq: number })[] = []
  for (const { seq, at, effects } of page) {
    for (const event of effects.events) {
      if (isOf(event)) told.push({ event, at, bornAt: at, seq })
    }
  }
  return told
}

/** Remembers the last event about each row of a table that changes, until the row is closed. */
function endings<F extends { readonly no: number }>(isOpen: (no: number) => boolean) {
  const open = new Map<number, LoggedEvent<F>>()
  return {
    take(told: readonly LoggedEvent<F>[]): LoggedEvent<F>[] {
      const changed = new Set<number>()
      for (const each of told) {
        const { no } = each.event
        open.set(no, { ...each, bornAt: open.get(no)?.bornAt ?? each.at })
        changed.add(no)
      }
      const ended = [...changed].filter((no) => !isOpen(no))
      const last = ended.flatMap((no) => open.get(no) ?? [])
      for (const no of ended) open.delete(no)
      return last
    },
    left: (): LoggedEvent<F>[] => [...open.values()],
  }
}

const has = (open: { get(no: number): unknown }) => (no: number) => open.get(no) !== undefined

export type RowComparison = {
  onPage(page: readonly Outcome[]): Promise<void>
  /** Compares the rows still open after the last page. */
  finish(): Promise<void>
}

/** Compares page by page. `state` must be the state after replaying that page. */
export function compareRows(tx: Tx, found: Differences, state: State): RowComparison {
  const transfers = endings<EventOf<'transfer'>>(has(state.unattributed))
  const requests = endings<EventOf<'deposit_request'>>(has(state.requests))
  const withdrawals = endings<EventOf<'withdrawal'>>(has(state.withdrawals))
  const adjustments = endings<EventOf<'adjustment'>>(has(state.adjustments))
  const approvals = new Map<number, LoggedEvent<BookedApproval>[]>()
  const returns = new Map<number, LoggedEvent<ReturnedApproval>[]>()
  const payouts = followPayouts()
  const compareWithdrawals = async (told: readonly LoggedEvent<EventOf<'withdrawal'>>[]) => {
    const also = told.map(({ event }) => event.no)
    await compare(tx, found, WITHDRAWALS, told)
    const names = ['withdrawal_no', 'revision', 'operator']
    const given = also.flatMap((no) => approvals.get(no) ?? [])
    for (const no of also) approvals.delete(no)
    await compare(tx, found, APPROVALS, given, { by: 'withdrawal_no', names, also })
    const taken = also.flatMap((no) => returns.get(no) ?? [])
    for (const no of also) returns.delete(no)
    await compare(tx, found, RETURNED_APPROVALS, taken, { by: 'withdrawal_no', names, also })
    await comparePayouts(tx, found, payouts.take(also), also)
  }
  return {
    async onPage(page) {
      await compare(tx, found, MEMBERS, pick(page, 'member'))
      await compare(tx, found, PROFILES, pick(page, 'profile'))
      const seatKey: Key = { by: 'profile_no', names: ['profile_no'] }
      await compare(tx, found, SEATS, pick(page, 'seat'), seatKey)
      const rulesKey: Key = { by: 'version', names: ['version'] }
      await compare(tx, found, RULES, pick(page, 'rules'), rulesKey)
      await compareJournals(tx, found, page)
      await compare(tx, found, TRANSFERS, transfers.take(pick(page, 'transfer')))
      await compare(tx, found, DEPOSIT_REQUESTS, requests.take(pick(page, 'deposit_request')))
      for (const { event: approval, seq, ...when } of pick(page, 'approval')) {
        const { withdrawal } = approval
        const told = { event: { seq, approval }, ...when }
        approvals.set(withdrawal, [...(approvals.get(withdrawal) ?? []), told])
      }
      for (const { event: returned, seq, ...when } of pick(page, 'approval_returned')) {
        const { withdrawal } = returned
        const told = { event: { seq, returned }, ...when }
        returns.set(withdrawal, [...(returns.get(withdrawal) ?? []), told])
      }
      payouts.follow(page)
      await compareWithdrawals(withdrawals.take(pick(page, 'withdrawal')))
      await compare(tx, found, ADJUSTMENTS, adjustments.take(pick(page, 'adjustment')))
    },
    async finish() {
      await compare(tx, found, TRANSFERS, transfers.left())
      await compare(tx, found, DEPOSIT_REQUESTS, requests.left())
      await compareWithdrawals(withdrawals.left())
      await compare(tx, found, ADJUSTMENTS, adjustments.left())
    },
  }
}

async function compareJournals(
  tx: Tx,
  found: Differences,
  page: readonly Outcome[],
): Promise<void> {
  const journals: LoggedEvent<BookedJournal>[] = []
  const lines: LoggedEvent<Line>[] = []
  for (const { event, at, seq } of pick(page, 'journal')) {
    journals.push({ event: { seq, journal: event }, at, bornAt: at })
    for (const [line, posting] of event.postings.entries()) {
      lines.push({ event: { journal: event.no, line, posting }, at, bornAt: at })
    }
  }
  await compare(tx, found, JOURNALS, journals)
  const lineKey: Key = { by: 'journal_no', names: ['journal_no', 'line'] }
  await compare(tx, found, POSTINGS, lines, lineKey)
}
