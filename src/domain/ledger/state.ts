/**
 * The state that commands act on: the sponsor tree, five placement trees, balances, and what is
 * open. It is a fold of append-only rows, held in typed arrays. `commit` and `rollback` end a
 * batch; a refused command changes nothing.
 */
import type { Catalogue } from '../money/catalogue.ts'
import type { AdjustmentFact, DepositRequestFact, TransferFact, WithdrawalFact } from './fact.ts'
import { BigInt64Table, Int32Table, UndoMap } from './table.ts'

/** The house is the first member; its five root profiles are 1 (Bronze) to 5 (Diamond). */
export const HOUSE = 1

/** The last number given of each kind. */
export type Counters = {
  member: number
  profile: number
  ordinal: number
  holding: number
  journal: number
  request: number
  transfer: number
  withdrawal: number
  adjustment: number
}

const NO_NUMBERS: Counters = {
  member: 0,
  profile: 0,
  ordinal: 0,
  holding: 0,
  journal: 0,
  request: 0,
  transfer: 0,
  withdrawal: 0,
  adjustment: 0,
}

/** An adjustment that one operator made without a second one's approval. */
export type AloneAdjustment = {
  readonly operator: string
  readonly member: number
  /** Without its sign: money taken counts like money given. */
  readonly sizeMicros: bigint
  readonly at: number
}

export type State = {
  /** By member number; fields in network/members.ts. */
  readonly members: Int32Table
  /** By profile number; fields in network/seats.ts. */
  readonly seats: Int32Table
  /** One row for each (member, plan) with a seat; fields in network/holdings.ts. */
  readonly holdings: Int32Table
  /** By account number. */
  readonly balances: BigInt64Table
  /** Index 0 is version 1. */
  readonly catalogues: Catalogue[]
  /** Open requests, and ended ones that a transfer missed. */
  readonly requests: UndoMap<DepositRequestFact>
  /** The open request of a member and coin: key in deposit.ts. */
  readonly openRequests: UndoMap<number>
  readonly unattributed: UndoMap<TransferFact>
  /** How many unattributed transfers missed a request. */
  readonly missed: UndoMap<number>
  /** Withdrawals that are not final. */
  readonly withdrawals: UndoMap<WithdrawalFact>
  /** How many open withdrawals a member has. */
  readonly openWithdrawals: UndoMap<number>
  /** What each operator approved today, by an index of operators. */
  readonly approvals: Map<string, { readonly day: number; readonly micros: bigint }>
  readonly adjustments: UndoMap<AdjustmentFact>
  /** What operators adjusted alone in the last 24 hours, oldest first; never changed in place. */
  adjustedAlone: readonly AloneAdjustment[]
  numbers: Counters
}

export function emptyState(): State {
  return {
    members: new Int32Table(6),
    seats: new Int32Table(8),
    holdings: new Int32Table(4),
    balances: new BigInt64Table(),
    catalogues: [],
    requests: new UndoMap(),
    openRequests: new UndoMap(),
    unattributed: new UndoMap(),
    missed: new UndoMap(),
    withdrawals: new UndoMap(),
    openWithdrawals: new UndoMap(),
    approvals: new Map(),
    adjustments: new UndoMap(),
    adjustedAlone: [],
    numbers: { ...NO_NUMBERS },
  }
}

/** What `rollback` needs beyond the tables' own undo. */
export type Mark = {
  readonly numbers: Counters
  readonly catalogues: number
  readonly approvals: readonly (readonly [string, { day: number; micros: bigint }])[]
  readonly adjustedAlone: readonly AloneAdjustment[]
}

export const mark = (state: State): Mark => ({
  numbers: { ...state.numbers },
  catalogues: state.catalogues.length,
  approvals: [...state.approvals],
  adjustedAlone: state.adjustedAlone,
})

const tables = (state: State) => [
  state.members,
  state.seats,
  state.holdings,
  state.balances,
  state.requests,
  state.openRequests,
  state.unattributed,
  state.missed,
  state.withdrawals,
  state.openWithdrawals,
  state.adjustments,
]

/** Forgets how to take back: the batch is durable. */
export function commit(state: State): void {
  for (const table of tables(state)) table.commit()
}

/** Takes back all that was applied since the last `commit` or `rollback`. */
export function rollback(state: State, to: Mark): void {
  for (const table of tables(state)) table.rollback()
  state.numbers = { ...to.numbers }
  state.catalogues.length = to.catalogues
  state.approvals.clear()
  for (const [operator, day] of to.approvals) state.approvals.set(operator, day)
  state.adjustedAlone = to.adjustedAlone
}
