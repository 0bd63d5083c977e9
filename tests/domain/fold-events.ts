/** The state as the events tell it, row by row, through the fold that the server starts with. */
import { recordAdjustedAlone, sizeOf } from '../../src/domain/wallet/adjustment.ts'
import { restoreRequest, restoreTransfer } from '../../src/domain/wallet/deposit.ts'
import { eventsOf, type Effects, type EventOf } from '../../src/domain/ledger/event.ts'
import { foldMember, foldSeats } from '../../src/domain/network/fold.ts'
import { IMPORTED, OWNER, PACKED, VERSION_SHIFT } from '../../src/domain/network/seats.ts'
import { commit, emptyState, type State } from '../../src/domain/ledger/state.ts'
import { isFinal, restoreApproval, restoreWithdrawal } from '../../src/domain/wallet/withdrawal.ts'

export type Dated = { readonly at: number; readonly effects: Effects }
const DAY_MS = 86_400_000

/** The last event of each number: what a table with changing rows finally holds. */
export function latest<F extends { readonly no: number }>(events: readonly F[]): F[] {
  return [...new Map(events.map((event) => [event.no, event])).values()]
}

/** Folds the events of all accepted commands, as if read from tables, into a fresh state. */
export function foldEvents(log: readonly Dated[]): State {
  const effects: Effects = { events: log.flatMap((each) => each.effects.events) }
  const state = emptyState()
  foldNetwork(state, effects)
  for (const { no, postings } of eventsOf(effects, 'journal')) {
    for (const { account, balanceAfter } of postings) state.balances.set(account, balanceAfter)
    state.numbers.journal = no
  }
  for (const { catalog } of eventsOf(effects, 'catalog')) state.catalogs.push(catalog)
  foldOpen(state, effects)
  foldApprovals(state, log)
  foldAdjustedAlone(state, log)
  state.sealedDay = eventsOf(effects, 'day_sealed').at(-1)?.day ?? ''
  commit(state)
  return state
}

function foldNetwork(state: State, effects: Effects): void {
  const { numbers, members, seats } = state
  const changes = new Map(eventsOf(effects, 'member_changed').map((event) => [event.no, event]))
  const joined = eventsOf(effects, 'member')
  members.reserve(joined.length + 1)
  for (const { no, sponsor } of joined) {
    const { suspended, autoUpgrade } = changes.get(no) ?? { suspended: false, autoUpgrade: true }
    foldMember(state, no, sponsor ?? 0, suspended, autoUpgrade)
  }
  const profiles = eventsOf(effects, 'profile')
  seats.reserve(profiles.length + 1)
  for (const { no, member, plan, version, imported } of profiles) {
    seats.set(no, OWNER, member)
    seats.set(no, PACKED, plan | (version << VERSION_SHIFT) | (imported ? IMPORTED : 0))
  }
  const taken = eventsOf(effects, 'seat')
  const parents = new Int32Array(profiles.length + 1)
  const sides = new Uint8Array(profiles.length + 1)
  for (const { profile, parent, side } of taken) {
    parents[profile] = parent
    sides[profile] = side
  }
  foldSeats(
    state,
    Int32Array.from(taken, ({ profile }) => profile),
    parents,
    sides,
  )
  for (const { version } of eventsOf(effects, 'rules')) numbers.rules = version
  numbers.member = joined.length
  numbers.profile = profiles.length
  numbers.ordinal = taken.length
}

function foldOpen(state: State, effects: Effects): void {
  const requests = latest(eventsOf(effects, 'deposit_request'))
  const transfers = latest(eventsOf(effects, 'transfer'))
  const withdrawals = latest(eventsOf(effects, 'withdrawal'))
  const adjustments = latest(eventsOf(effects, 'adjustment'))
  const waiting = transfers.filter((transfer) => transfer.state === 'unattributed')
  const missed = new Set(waiting.map(({ request }) => request))
  for (const request of requests) {
    const isKept = request.state !== 'credited' && missed.has(request.no)
    if (request.state === 'open' || isKept) restoreRequest(state, request)
  }
  for (const transfer of waiting) restoreTransfer(state, transfer)
  for (const each of withdrawals) if (!isFinal(each.state)) restoreWithdrawal(state, each)
  for (const each of adjustments) if (isOpen(each)) state.adjustments.set(each.no, each)
  Object.assign(state.numbers, {
    request: requests.length,
    transfer: transfers.length,
    withdrawal: withdrawals.length,
    adjustment: adjustments.length,
  })
}

/** What each operator approved on the newest day on which it approved anything. */
function foldApprovals(state: State, log: readonly Dated[]): void {
  const sums = new Map<string, { day: number; sum: bigint }>()
  for (const { at, effects } of log) {
    const day = Math.floor(at / DAY_MS)
    for (const { operator, micros } of eventsOf(effects, 'approval')) {
      const old = sums.get(operator)
      sums.set(operator, { day, sum: old?.day === day ? old.sum + micros : micros })
    }
  }
  for (const [operator, { day, sum }] of sums) restoreApproval(state, operator, day, sum)
}

function foldAdjustedAlone(state: State, log: readonly Dated[]): void {
  for (const { at, effects } of log) {
    for (const { alone, proposedBy, member, amountMicros } of eventsOf(effects, 'adjustment')) {
      const sizeMicros = sizeOf(amountMicros)
      if (alone) recordAdjustedAlone(state, { operator: proposedBy, member, sizeMicros, at })
    }
  }
}

/** The cells of a table up to the last one that holds anything. */
function cells(table: { cells(): Int32Array | BigInt64Array }): Int32Array | BigInt64Array {
  const all = table.cells()
  let end = all.length
  while (end > 0 && !all[end - 1]) end--
  return all.slice(0, end)
}

const open = (map: { entries(): Iterable<[number, unknown]> }): unknown[] =>
  [...map.entries()].toSorted(([one], [other]) => one - other)

/** All that a state holds, as plain values that can be compared. */
export const snapshot = (state: State): Record<string, unknown> => ({
  members: cells(state.members),
  seats: cells(state.seats),
  holdings: cells(state.holdings),
  balances: cells(state.balances),
  numbers: { ...state.numbers },
  catalogs: [...state.catalogs],
  approvals: [...state.approvals].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  requests: open(state.requests),
  openRequests: open(state.openRequests),
  unattributed: open(state.unattributed),
  missed: open(state.missed),
  withdrawals: open(state.withdrawals),
  openWithdrawals: open(state.openWithdrawals),
  adjustments: open(state.adjustments),
  adjustedAlone: state.adjustedAlone,
  sealedDay: state.sealedDay,
})

/** The parts of a snapshot in which a folded state equals the live one cell by cell. */
export function foldedParts(state: State): Record<string, unknown> {
  // Links of the sponsor chain and rows of holdings may differ in shape: compareStates knows them.
  const { members: _members, holdings: _holdings, ...rest } = snapshot(state)
  return rest
}

const isOpen = ({ approvedBy, rejectedBy }: EventOf<'adjustment'>): boolean =>
  approvedBy === null && rejectedBy === null
