/** The network rules by searching. Nothing is cached, and everything is looked up. */
import type { PlanTerms } from '../../../src/domain/money/catalog.ts'
import {
  type Naive,
  type NaiveMember,
  type NaiveProfile,
  addProfile,
  balanceIn,
  move,
  walletName,
} from './state.ts'

const DIAMOND = 4

function termsOf(naive: Naive, profile: NaiveProfile): PlanTerms {
  const terms = naive.catalogs[profile.version - 1]?.[profile.plan]
  if (!terms) throw new Error(`profile ${profile.no} has no terms`)
  return terms
}

const canPay = (naive: Naive, profile: NaiveProfile): boolean =>
  balanceIn(naive, walletName(profile.owner.no)) >= termsOf(naive, profile).feeMicros

/** How many of the six positions below a seat are taken, by checking each. */
export function countBoard({ left, right }: NaiveProfile): number {
  const six = [left, right, left?.left, left?.right, right?.left, right?.right]
  return six.filter((seat) => seat).length
}

/**
 * Activates, and then everything that follows, first in, first out. False if the owner can't pay.
 */
export function naiveActivate(naive: Naive, first: NaiveProfile): boolean {
  if (!canPay(naive, first)) return false
  const queue = settle(naive, first)
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { suspended, autoUpgrade } = next.owner
    if (!suspended && autoUpgrade && canPay(naive, next)) queue.push(...settle(naive, next))
  }
  return true
}

/** Steps 1 to 6 for one profile. Returns the new profiles from full boards. */
function settle(naive: Naive, profile: NaiveProfile): NaiveProfile[] {
  const { parent, side } = firstGap(
    findPlacementSponsor(naive, profile.owner.sponsor, profile.plan),
  )
  const grandparent = parent.parent
  profile.parent = parent
  parent[side] = profile
  profile.turn = ++naive.turns
  pay(naive, profile, parent, grandparent)
  const made = progress(naive, parent)
  return grandparent ? [...made, ...progress(naive, grandparent)] : made
}

function pay(
  naive: Naive,
  profile: NaiveProfile,
  parent: NaiveProfile,
  grandparent: NaiveProfile | null,
): void {
  const { feeMicros, level1Micros, level2Micros, sponsorBonusMicros } = termsOf(naive, profile)
  move(naive, [walletName(profile.owner.no), -feeMicros])
  let rest: bigint = feeMicros
  const give = (to: NaiveMember | null | undefined, amount: bigint): void => {
    if (!to || to.no === 1) return
    move(naive, [walletName(to.no), amount])
    rest -= amount
  }
  give(parent.owner, level1Micros)
  give(grandparent?.owner, level2Micros)
  give(profile.owner.sponsor, sponsorBonusMicros)
  move(naive, ['house:plan margin', rest])
}

/** A member's seats on a plan, the oldest first. */
const seatsOf = (naive: Naive, member: NaiveMember, plan: number): NaiveProfile[] =>
  naive.profiles
    .filter((each) => each.owner === member && each.plan === plan && each.turn > 0)
    .toSorted((one, other) => one.turn - other.turn)

/**
 * Up the sponsor chain to the first member with a seat, and that member's oldest seat with room on
 * its board.
 */
function findPlacementSponsor(
  naive: Naive,
  sponsor: NaiveMember | null,
  plan: number,
): NaiveProfile {
  for (let up = sponsor; up; up = up.sponsor) {
    const seats = seatsOf(naive, up, plan)
    const oldest = seats[0]
    if (oldest) return seats.find((seat) => countBoard(seat) < 6) ?? oldest
  }
  throw new Error('a sponsor chain does not end at the house')
}

/** Level by level, left to right: a breadth-first search. */
function firstGap(top: NaiveProfile): { parent: NaiveProfile; side: 'left' | 'right' } {
  const row = [top]
  for (const seat of row) {
    if (!seat.left) return { parent: seat, side: 'left' }
    if (!seat.right) return { parent: seat, side: 'right' }
    row.push(seat.left, seat.right)
  }
  throw new Error('a finite tree has a gap')
}

/** An imported member: seats where an activation would put them, without money. */
export function naiveImport(
  naive: Naive,
  sponsor: NaiveMember,
  plans: readonly number[],
  side: 0 | 1 | null,
): string | null {
  const gaps = plans.map((plan) => {
    const top = findPlacementSponsor(naive, sponsor, plan)
    const leg = side === 0 ? 'left' : 'right'
    if (side === null) return firstGap(top)
    return top[leg] ? firstGap(top[leg]) : ({ parent: top, side: leg } as const)
  })
  const paid = gaps
    .flatMap(({ parent }) => [parent, parent.parent])
    .filter((seat) => seat && seat.owner.no !== 1 && !seat.imported)
  if (paid.length > 0) return 'paid_board'
  const owner = { no: naive.members.length + 1, sponsor, suspended: false, autoUpgrade: true }
  naive.members.push(owner)
  if (!plans.includes(0)) addProfile(naive, owner, 0, 'join', null)
  for (const [i, plan] of plans.entries()) {
    const gap = gaps[i]
    if (!gap) throw new Error('a plan without a gap')
    const profile = addProfile(naive, owner, plan, 'join', null, true)
    profile.parent = gap.parent
    gap.parent[gap.side] = profile
    profile.turn = ++naive.turns
    moveOn(naive, gap.parent)
    if (gap.parent.parent) moveOn(naive, gap.parent.parent)
  }
  return null
}

/** Nothing paid for the board. Its owner may buy the next plan unless they already have it. */
function moveOn(naive: Naive, seat: NaiveProfile): void {
  const { owner, plan, no } = seat
  if (countBoard(seat) !== 6 || owner.no === 1 || plan === DIAMOND) return
  if (seatsOf(naive, owner, plan + 1).length > 0) return
  addProfile(naive, owner, plan + 1, 'upgrade', no)
}

function progress(naive: Naive, seat: NaiveProfile): NaiveProfile[] {
  if (countBoard(seat) !== 6 || seat.owner.no === 1) return []
  if (seat.plan < DIAMOND) return [addProfile(naive, seat.owner, seat.plan + 1, 'upgrade', seat.no)]
  const { reentries } = termsOf(naive, seat)
  return Array.from({ length: reentries }, () =>
    addProfile(naive, seat.owner, 0, 'reentry', seat.no),
  )
}
