/** Writes the results of a batch with a few set-based statements. */
import type { Effects, EventOf, LedgerEvent } from '../../../domain/ledger/event.ts'
import type { Tx } from '../../../db/types.ts'
import {
  DAY_SHEETS,
  JOURNALS,
  POSTINGS,
  type BookedJournal,
  type BookedSeal,
  type Line,
} from './ledger-rows.ts'
import {
  ADJUSTMENTS,
  APPROVALS,
  DEPOSIT_REQUESTS,
  RETURNED_APPROVALS,
  TRANSFERS,
  WITHDRAWALS,
  type BookedApproval,
  type ReturnedApproval,
} from './money-rows.ts'
import { CATALOGS, MEMBERS, MEMBER_CHANGES, PROFILES, RULES, SEATS } from './network-rows.ts'
import { rowsOf, writeRows, writeTogether, type Write } from './write-rows.ts'

/** What a command did, and its number. */
type Done = { readonly seq: number; readonly effects: Effects }

type Sorted = { [K in LedgerEvent['event']]: EventOf<K>[] } & {
  journals: BookedJournal[]
  approvals: BookedApproval[]
  returns: ReturnedApproval[]
  seals: BookedSeal[]
}

function sort(outcomes: readonly Done[]): Sorted {
  const sorted: Sorted = {
    member: [],
    member_changed: [],
    profile: [],
    seat: [],
    journal: [],
    deposit_request: [],
    transfer: [],
    withdrawal: [],
    approval: [],
    approval_returned: [],
    adjustment: [],
    catalog: [],
    rules: [],
    day_sealed: [],
    journals: [],
    approvals: [],
    returns: [],
    seals: [],
  }
  for (const { seq, effects } of outcomes) {
    for (const event of effects.events) {
      const list: LedgerEvent[] = sorted[event.event]
      list.push(event)
      if (event.event === 'journal') sorted.journals.push({ seq, journal: event })
      if (event.event === 'approval') sorted.approvals.push({ seq, approval: event })
      if (event.event === 'approval_returned') sorted.returns.push({ seq, returned: event })
      if (event.event === 'day_sealed') sorted.seals.push({ seq, seal: event })
    }
  }
  return sorted
}

/** Keeps the last event for each number, since one statement can write a row only once. */
function latest<F extends { readonly no: number }>(events: readonly F[]): F[] {
  return [...new Map(events.map((event) => [event.no, event])).values()]
}

/** What a batch writes besides its events, and the notification to other writers. */
export type Header = { readonly writes: readonly Write[]; readonly notified?: string }

/** More than the events of a full batch of activations. Writing them takes about half a second. */
const MAX_EVENTS = 10_000

/** In order. One command can cause more events than a statement can write within its time. */
function divide(outcomes: readonly Done[]): Done[][] {
  const parts: Done[][] = [[]]
  let room = MAX_EVENTS
  for (const { seq, effects } of outcomes) {
    let rest = effects.events
    while (rest.length > room) {
      parts.at(-1)?.push({ seq, effects: { events: rest.slice(0, room) } })
      rest = rest.slice(room)
      room = MAX_EVENTS
      parts.push([])
    }
    parts.at(-1)?.push({ seq, effects: { events: rest } })
    room -= rest.length
  }
  return parts
}

/**
 * Writes all events of the outcomes. Their commands share one time (milliseconds). All statements
 * travel together, and PostgreSQL runs them in order.
 */
export async function writeEvents(
  tx: Tx,
  outcomes: readonly Done[],
  at: number,
  header: Header = { writes: [] },
): Promise<void> {
  const [first = [], ...later] = divide(outcomes)
  const none: Header = { writes: [] }
  await Promise.all([
    writePart(tx, first, at, header),
    ...later.map((part) => writePart(tx, part, at, none)),
  ])
}

/**
 * Most batches touch the same tables, and those share a statement. The others have one statement
 * each, which limits the number of query plans.
 */
async function writePart(
  tx: Tx,
  outcomes: readonly Done[],
  at: number,
  header: Header,
): Promise<void> {
  const events = sort(outcomes)
  const lines: Line[] = events.journal.flatMap(({ no, postings }) =>
    postings.map((posting, line) => ({ journal: no, line, posting })),
  )
  const together = [
    ...header.writes,
    ...rowsOf(MEMBERS, events.member),
    ...rowsOf(PROFILES, events.profile),
    ...rowsOf(SEATS, events.seat),
    ...rowsOf(JOURNALS, events.journals),
    ...rowsOf(POSTINGS, lines),
  ]
  // Nobody waits in between, so these share a round trip.
  await Promise.all([
    writeTogether(tx, together, at, header.notified),
    writeRows(tx, CATALOGS, events.catalog, at),
    writeRows(tx, RULES, events.rules, at),
    writeRows(tx, MEMBER_CHANGES, latest(events.member_changed), at),
    writeRows(tx, TRANSFERS, latest(events.transfer), at),
    writeRows(tx, DEPOSIT_REQUESTS, latest(events.deposit_request), at),
    writeRows(tx, WITHDRAWALS, latest(events.withdrawal), at),
    writeRows(tx, APPROVALS, events.approvals, at),
    writeRows(tx, RETURNED_APPROVALS, events.returns, at),
    writeRows(tx, ADJUSTMENTS, latest(events.adjustment), at),
    writeRows(tx, DAY_SHEETS, events.seals, at),
  ])
}
