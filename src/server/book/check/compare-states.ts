/** Compares two states cell by cell and describes where they differ. */
import { nowMs } from '../../../clock/clock.ts'
import { accountName, withdrawalHold } from '../../../domain/ledger/account.ts'
import { PLANS } from '../../../domain/money/catalog.ts'
import { placementSeat } from '../../../domain/network/holdings.ts'
import { FLAGS, holdsPlan, SPONSOR } from '../../../domain/network/members.ts'
import {
  ACTIVE,
  filledOf,
  LEFT,
  openDepthOf,
  ownerOf,
  PACKED,
  PARENT,
  planOf,
  RIGHT,
  DEPTH,
  JUMP,
  NEXT_OWNED,
  isImported,
  versionOf,
} from '../../../domain/network/seats.ts'
import type { State } from '../../../domain/ledger/state.ts'
import { DAY_MS } from '../../../domain/time/time.ts'
import { encode } from '../rows/encode-command.ts'

/** We count all differences but describe only this many. */
const MAX_DESCRIBED = 50

export type Differences = { count: number; readonly described: string[] }

export const noDifferences = (): Differences => ({ count: 0, described: [] })

/** Records one difference. */
export function differ(found: Differences, what: string): void {
  found.count++
  if (found.described.length < MAX_DESCRIBED) found.described.push(what)
}

/** Records every difference between two independently computed states. */
export function compareStates(
  found: Differences,
  [nameA, a]: readonly [string, State],
  [nameB, b]: readonly [string, State],
): void {
  const unlike = (what: string, left: unknown, right: unknown): void => {
    if (left !== right) differ(found, `${what}: ${nameA} ${left}, ${nameB} ${right}`)
  }
  for (const kind of ['member', 'profile', 'ordinal', 'journal'] as const) {
    unlike(`number of ${kind}s`, a.numbers[kind], b.numbers[kind])
  }
  for (const kind of ['request', 'transfer', 'withdrawal', 'adjustment', 'rules'] as const) {
    unlike(`number of ${kind}s`, a.numbers[kind], b.numbers[kind])
  }
  unlike('last sealed day', a.sealedDay, b.sealedDay)
  compareMembers(a, b, unlike)
  compareSeats(a, b, unlike)
  compareBalances(a, b, unlike)
  for (const kind of ['requests', 'unattributed', 'withdrawals', 'adjustments'] as const) {
    unlike(`open ${kind}`, fieldsOf(a[kind].entries()), fieldsOf(b[kind].entries()))
  }
  for (const kind of ['openRequests', 'openWithdrawals', 'missed'] as const) {
    unlike(`${kind} by number`, encode(a[kind].entries()), encode(b[kind].entries()))
  }
  compareApprovals(a, b, unlike)
  unlike('catalogs', termsOf(a), termsOf(b))
}

type Unlike = (what: string, left: unknown, right: unknown) => void

const fieldsOf = (entries: readonly [number, object][]): string =>
  encode(entries.map(([, value]) => Object.entries(value).toSorted(byName)))

// The database orders the fields of JSON in its own way.
const termsOf = ({ catalogs }: State): string =>
  encode(catalogs.map((plans) => plans.map((terms) => Object.entries(terms).toSorted(byName))))

/** Single-operator approvals and adjustments count for one day. Older figures aren't loaded. */
function compareApprovals(a: State, b: State, unlike: Unlike): void {
  const since = nowMs() - DAY_MS
  const yesterday = Math.floor(since / DAY_MS)
  const approved = ({ approvals }: State): string =>
    encode([...approvals].filter(([, { day }]) => day >= yesterday).toSorted(byOperator))
  unlike('approvals by operator', approved(a), approved(b))
  const alone = ({ adjustedAlone }: State): string =>
    encode(adjustedAlone.filter(({ at }) => at > since))
  unlike('adjustments by one operator', alone(a), alone(b))
}

const byOperator = ([left]: [string, unknown], [right]: [string, unknown]): number =>
  left < right ? -1 : 1

const byName = ([left]: [string, unknown], [right]: [string, unknown]): number =>
  left < right ? -1 : 1

/** The bits for held plans and flags. The splay links and their marks may differ in shape. */
const OWN_FLAGS = 0b11111 | (0b11 << 10)

function compareMembers(a: State, b: State, unlike: Unlike): void {
  const last = Math.max(a.numbers.member, b.numbers.member)
  for (let no = 1; no <= last; no++) {
    unlike(`sponsor of member ${no}`, a.members.get(no, SPONSOR), b.members.get(no, SPONSOR))
    const [flagsA, flagsB] = [a.members.get(no, FLAGS), b.members.get(no, FLAGS)]
    unlike(`flags of member ${no}`, flagsA & OWN_FLAGS, flagsB & OWN_FLAGS)
    for (const plan of PLANS) {
      if (!holdsPlan(a, no, plan) || !holdsPlan(b, no, plan)) continue
      // A cursor advances when someone reads it, so we compare where it leads.
      unlike(`next board of member ${no}`, placementSeat(a, no, plan), placementSeat(b, no, plan))
    }
  }
}

const SEAT_FIELDS = {
  parent: PARENT,
  left: LEFT,
  right: RIGHT,
  next: NEXT_OWNED,
  depth: DEPTH,
  jump: JUMP,
}

function compareSeats(a: State, b: State, unlike: Unlike): void {
  const last = Math.max(a.numbers.profile, b.numbers.profile)
  for (let no = 1; no <= last; no++) {
    for (const [name, field] of Object.entries(SEAT_FIELDS)) {
      unlike(`${name} of profile ${no}`, a.seats.get(no, field), b.seats.get(no, field))
    }
    if (a.seats.get(no, PACKED) === b.seats.get(no, PACKED)) continue
    unlike(`owner of profile ${no}`, ownerOf(a, no), ownerOf(b, no))
    unlike(`plan of profile ${no}`, planOf(a, no), planOf(b, no))
    unlike(`board of profile ${no}`, filledOf(a, no), filledOf(b, no))
    unlike(`open depth of profile ${no}`, openDepthOf(a, no), openDepthOf(b, no))
    unlike(`catalog of profile ${no}`, versionOf(a, no), versionOf(b, no))
    const isActive = (state: State): boolean => (state.seats.get(no, PACKED) & ACTIVE) !== 0
    unlike(`import of profile ${no}`, isImported(a, no), isImported(b, no))
    unlike(`activity of profile ${no}`, isActive(a), isActive(b))
  }
}

function compareBalances(a: State, b: State, unlike: Unlike): void {
  const last = withdrawalHold(Math.max(a.numbers.member, b.numbers.member))
  for (let no = 1; no <= last; no++) {
    const [left, right] = [a.balances.get(no), b.balances.get(no)]
    if (left !== right) unlike(`balance of ${accountName(no)}`, left, right)
  }
}
