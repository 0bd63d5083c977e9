/** The sections of a snapshot file: four tables, and one for the rest of the state. */
import { deserialize, serialize } from 'node:v8'
import { withdrawalHold } from '../../../domain/ledger/account.ts'
import { commit, type State } from '../../../domain/ledger/state.ts'
import type { Int32Table, UndoMap } from '../../../domain/ledger/table.ts'
import { withSpare } from '../state/fold.ts'

export const TABLES = ['members', 'seats', 'holdings', 'balances'] as const
export type TableName = (typeof TABLES)[number]

const ACCOUNT_BYTES = 8

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | BigInt64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

export type Sections = Record<TableName | 'rest', Buffer>

/**
 * A state as sections. The tables are views, not copies: the state must not change while they are
 * in use.
 */
export const sectionsOf = (state: State): Sections => ({
  members: tableBytes(state, 'members'),
  seats: tableBytes(state, 'seats'),
  holdings: tableBytes(state, 'holdings'),
  balances: tableBytes(state, 'balances'),
  rest: serialize(restOf(state)),
})

/** For a state that changes while the sections are in use. */
export const copyOf = (sections: Sections): Sections => ({
  members: Buffer.from(sections.members),
  seats: Buffer.from(sections.seats),
  holdings: Buffer.from(sections.holdings),
  balances: Buffer.from(sections.balances),
  rest: sections.rest,
})

function tableBytes(state: State, name: TableName): Buffer {
  const { member, profile, holding } = state.numbers
  switch (name) {
    case 'members':
      return bytesOf(usedCells(state.members, member))
    case 'seats':
      return bytesOf(usedCells(state.seats, profile))
    case 'holdings':
      return bytesOf(usedCells(state.holdings, holding))
    case 'balances':
      return bytesOf(state.balances.cells().subarray(0, withdrawalHold(member) + 1))
  }
}

const usedCells = (table: Int32Table, last: number): Int32Array =>
  table.cells().subarray(0, (last + 1) * table.stride)

/**
 * Makes room in a table for its section and a tenth more. Returns the room, to read the file into.
 */
export function roomFor(state: State, name: TableName, byteLength: number): Buffer {
  if (name === 'balances') {
    state.balances.reserve(withSpare(byteLength / ACCOUNT_BYTES))
    return bytesOf(state.balances.cells()).subarray(0, byteLength)
  }
  const table = state[name]
  table.reserve(withSpare(byteLength / (table.stride * Int32Array.BYTES_PER_ELEMENT)))
  return bytesOf(table.cells()).subarray(0, byteLength)
}

/** Everything but the tables. */
const restOf = (state: State) => ({
  numbers: state.numbers,
  catalogs: state.catalogs,
  approvals: state.approvals,
  adjustedAlone: state.adjustedAlone,
  sealedDay: state.sealedDay,
  requests: new Map(state.requests.entries()),
  openRequests: new Map(state.openRequests.entries()),
  unattributed: new Map(state.unattributed.entries()),
  missed: new Map(state.missed.entries()),
  withdrawals: new Map(state.withdrawals.entries()),
  openWithdrawals: new Map(state.openWithdrawals.entries()),
  adjustments: new Map(state.adjustments.entries()),
})

/** Adds everything but the tables. The caller has checked that this code wrote these bytes. */
export function restoreRest(state: State, bytes: Buffer): void {
  // The file's hash and fingerprint say that `sectionsOf` of this very code wrote it.
  const rest = deserialize(bytes) as ReturnType<typeof restOf>
  state.numbers = rest.numbers
  state.catalogs.push(...rest.catalogs)
  for (const [operator, day] of rest.approvals) state.approvals.set(operator, day)
  state.adjustedAlone = rest.adjustedAlone
  state.sealedDay = rest.sealedDay
  fill(state.requests, rest.requests)
  fill(state.openRequests, rest.openRequests)
  fill(state.unattributed, rest.unattributed)
  fill(state.missed, rest.missed)
  fill(state.withdrawals, rest.withdrawals)
  fill(state.openWithdrawals, rest.openWithdrawals)
  fill(state.adjustments, rest.adjustments)
  commit(state)
}

function fill<V>(map: UndoMap<V>, values: ReadonlyMap<number, V>): void {
  for (const [key, value] of values) map.set(key, value)
}
