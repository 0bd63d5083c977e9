/**
 * The state that follows from the events, row by row, through the same fold as the server's start.
 */
import { recordAdjustedAlone, sizeOf } from '../../src/domain/wallet/adjustment.ts'
import { restoreRequest, restoreTransfer } from '../../src/domain/wallet/deposit.ts'
import { eventsOf, type Effects, type EventOf } from '../../src/domain/ledger/event.ts'
import { foldMember, foldSeats } from '../../src/domain/network/fold.ts'
import { IMPORTED, OWNER, PACKED, VERSION_SHIFT } from '../../src/domain/network/seats.ts'
import { commit, emptyState, type State } from '../../src/domain/ledger/state.ts'
import { restoreApproval } from '../../src/domain/wallet/approvals.ts'
import { isFinal, restoreWithdrawal } from '../../src/domain/wallet/withdrawal.ts'

export type Dated = { readonly at: number; readonly effects: Effects }
const DAY_MS = 86_400_000

/** The last event of each number, which is the final content of a table with changing rows. */
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

const nameOf = (each: { withdrawal: number; revision: number; operator: string }): string =>
  `${each.withdrawal} ${each.revision} ${each.operator}`

/** What each operator approved on the last day with an approval, and of which nothing was sent. */
function foldApprovals(state: State, log: readonly Dated[]): void {
  const given = log.flatMap(({ at, effects }) =>
    eventsOf(effects, 'approval').map((event) => ({ ...event, day: Math.floor(at / DAY_MS) })),
  )
  const returned = log.flatMap(({ effects }) => eventsOf(effects, 'approval_returned'))
  const isReturned = new Set(returned.map(nameOf))
  for (const [operator, all] of Map.groupBy(given, (each) => each.operator)) {
    const day = all.at(-1)?.day ?? 0
    const today = all.filter((each) => each.day === day)
    const counted = today.filter((each) => !isReturned.has(nameOf(each)))
    const last = new Map(today.map((each) => [each.withdrawal, each]))
    const unsent = [...last.values()].flatMap(({ withdrawal: no, revision, micros }) => {
      const open = state.withdrawals.get(no)
      const counts = open?.approvedBy.includes(operator) && open.state !== 'sent'
      return counts ? [{ withdrawal: no, revision, micros }] : []
    })
    const sum = counted.reduce((total, { micros }) => total + micros, 0n)
    restoreApproval(state, operator, { day, micros: sum, unsent })
  }
}

function foldAdjustedAlone(state: State, log: readonly Dated[]): void {
  for (const { at, effects } of log) {
    for (const { alone, proposedBy, member, amountMicros } of eventsOf(effects, 'adjustment')) {
      const sizeMicros = sizeOf(amountMicros)
      if (alone) recordAdjustedAlone(state, { operator: proposedBy, member, sizeMicros, at })
    }
  }
}

/** The cells of a table up to the last non-empty one. */
function cells(table: { cells(): Int32Array | BigInt64Array }): Int32Array | BigInt64Array {
  const all = table.cells()
  let end = all.length
  while (end > 0 && !all[end - 1]) end--
  return all.slice(0, end)
}

const open = (map: { entries(): Iterable<[number, unknown]> }): unknown[] =>
  [...map.entries()].toSorted(([one], [other]) => one - other)

/** A state's full contents, as plain values for comparison. */
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
  // Links of the sponsor chain and rows of holdings may differ in shape. compareStates handles
  // that.
  const { members: _members, holdings: _holdings, ...rest } = snapshot(state)
  return rest
}

const isOpen = ({ approvedBy, rejectedBy }: EventOf<'adjustment'>): boolean =>
  approvedBy === null && rejectedBy === null
