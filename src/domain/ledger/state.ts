/**
 * The state that commands act on: the sponsor tree, five placement trees, balances, and everything
 * open. It is folded from append-only rows into typed arrays. `commit` and `rollback` end a batch.
 */
import type { Catalog } from '../money/catalog.ts'
import type {
  AdjustmentEvent,
  DepositRequestEvent,
  TransferEvent,
  WithdrawalEvent,
} from './event.ts'
import { BigInt64Table, Int32Table, UndoMap } from './table.ts'

/**
 * The newest version of the rules that this code knows. Raise it when a rule changes or a kind of
 * command joins: a process without them has to stop before the first command that needs them.
 */
export const NEWEST_RULES = 3

/** The house is member 1. Its five root profiles are 1 (Bronze) to 5 (Diamond). */
export const HOUSE = 1

/** The last number used for each kind of row, and the version of the rules that holds. */
type Counters = {
  member: number
  profile: number
  ordinal: number
  holding: number
  journal: number
  request: number
  transfer: number
  withdrawal: number
  adjustment: number
  rules: number
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
  rules: 1,
}

/** An adjustment that one operator made without a second one's approval. */
export type AloneAdjustment = {
  readonly operator: string
  readonly member: number
  /** The absolute amount: debits count like credits. */
  readonly sizeMicros: bigint
  readonly at: number
}

/** An approval that counts against a limit, and of which nothing was sent yet. */
export type UnsentApproval = {
  readonly withdrawal: number
  readonly revision: number
  readonly micros: bigint
}

/** What an operator approved on their last day with an approval (days since 1970). */
type Approved = {
  readonly day: number
  readonly micros: bigint
  readonly unsent: readonly UnsentApproval[]
}

export type State = {
  /** The newest version of the rules that this process may follow. */
  readonly newestRules: number
  /** By member number; network/members.ts names the fields. */
  readonly members: Int32Table
  /** By profile number; network/seats.ts names the fields. */
  readonly seats: Int32Table
  /** One row per member and plan with a seat; network/holdings.ts names the fields. */
  readonly holdings: Int32Table
  /** By account number. */
  readonly balances: BigInt64Table
  /** Index 0 is version 1. */
  readonly catalogs: Catalog[]
  /** Open requests, and closed ones that a transfer missed. */
  readonly requests: UndoMap<DepositRequestEvent>
  /** The open request of a member and coin; deposit.ts makes the key. */
  readonly openRequests: UndoMap<number>
  readonly unattributed: UndoMap<TransferEvent>
  /** How many unattributed transfers missed each request. */
  readonly missed: UndoMap<number>
  /** Withdrawals that are not final. */
  readonly withdrawals: UndoMap<WithdrawalEvent>
  /** How many open withdrawals each member has. */
  readonly openWithdrawals: UndoMap<number>
  /** What each operator approved today, by operator. */
  readonly approvals: Map<string, Approved>
  readonly adjustments: UndoMap<AdjustmentEvent>
  /** What operators adjusted alone in the last 24 hours, oldest first. Replaced, never mutated. */
  adjustedAlone: readonly AloneAdjustment[]
  /** The last day whose sheet is sealed, such as 2026-11-23; empty before the first one. */
  sealedDay: string
  numbers: Counters
}

/** @param newestRules another version's, in tests */
export function emptyState(newestRules = NEWEST_RULES): State {
  return {
    newestRules,
    members: new Int32Table(6),
    seats: new Int32Table(8),
    holdings: new Int32Table(4),
    balances: new BigInt64Table(),
    catalogs: [],
    requests: new UndoMap(),
    openRequests: new UndoMap(),
    unattributed: new UndoMap(),
    missed: new UndoMap(),
    withdrawals: new UndoMap(),
    openWithdrawals: new UndoMap(),
    approvals: new Map(),
    adjustments: new UndoMap(),
    adjustedAlone: [],
    sealedDay: '',
    numbers: { ...NO_NUMBERS },
  }
}

/** What `rollback` needs besides the tables' own undo logs. */
export type Mark = {
  readonly numbers: Counters
  readonly catalogs: number
  readonly approvals: readonly (readonly [string, Approved])[]
  readonly adjustedAlone: readonly AloneAdjustment[]
  readonly sealedDay: string
}

export const mark = (state: State): Mark => ({
  numbers: { ...state.numbers },
  catalogs: state.catalogs.length,
  approvals: [...state.approvals],
  adjustedAlone: state.adjustedAlone,
  sealedDay: state.sealedDay,
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

/** Drops the undo logs: the batch is durable. */
export function commit(state: State): void {
  for (const table of tables(state)) table.commit()
}

/** Undoes everything since the last `commit` or `rollback`. */
export function rollback(state: State, to: Mark): void {
  for (const table of tables(state)) table.rollback()
  state.numbers = { ...to.numbers }
  state.catalogs.length = to.catalogs
  state.approvals.clear()
  for (const [operator, day] of to.approvals) state.approvals.set(operator, day)
  state.adjustedAlone = to.adjustedAlone
  state.sealedDay = to.sealedDay
}
