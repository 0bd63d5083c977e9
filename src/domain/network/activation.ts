/**
 * Activations: pay, take the seat, reward, count, progress. New profiles from complete boards then
 * activate in the order they were created.
 *
 * The queue always ends: a complete board needs six seats below it and a seat counts for two
 * boards, so each activation creates fewer profiles than it settles, even with re-entries of a
 * sound catalog.
 */
import { BRONZE, DIAMOND, planAt, type Plan, type PlanTerms } from '../money/catalog.ts'
import type { LedgerEvent, Origin } from '../ledger/event.ts'
import { activationEntries } from '../ledger/journal.ts'
import { post, walletOf } from '../ledger/ledger.ts'
import { HOUSE, type State } from '../ledger/state.ts'
import { fillPosition } from './board.ts'
import { isSuspended, sponsorOf, upgradesAutomatically } from './members.ts'
import { findPosition, seatAt, type Position } from './placement.ts'
import { addProfile, DEPTH, JUMP, ownerOf, PARENT, planOf, versionOf } from './seats.ts'

/** The terms of the catalog version a profile was created under. */
export function termsOf(state: State, profile: number): PlanTerms {
  const catalog = state.catalogs[versionOf(state, profile) - 1]
  if (!catalog) throw new Error(`profile ${profile} names a missing catalog`)
  return catalog[planOf(state, profile)]
}

/** How a profile came about. `originNo` is the profile whose complete board created it. */
type From = {
  readonly origin: Origin
  readonly originNo: number | null
  readonly imported?: boolean
}

/** Creates an inactive profile under the current catalog. */
export function createProfile(
  state: State,
  events: LedgerEvent[],
  member: number,
  plan: Plan,
  { origin, originNo, imported = false }: From,
): number {
  const version = state.catalogs.length
  const no = addProfile(state, member, plan, version, imported)
  events.push({ event: 'profile', no, member, plan, version, origin, originNo, imported })
  return no
}

/** Activates a profile whose owner can pay, then every profile that follows from it. */
export function activate(state: State, events: LedgerEvent[], profile: number): void {
  const queue: number[] = []
  settle(state, events, profile, queue)
  // Each activation may append profiles, and the loop visits those too.
  for (const queued of queue) {
    const owner = ownerOf(state, queued)
    if (isSuspended(state, owner) || !upgradesAutomatically(state, owner)) continue
    if (walletOf(state, owner) < termsOf(state, queued).feeMicros) continue
    settle(state, events, queued, queue)
  }
}

function settle(state: State, events: LedgerEvent[], profile: number, queue: number[]): void {
  const terms = termsOf(state, profile)
  const position = findPosition(state, profile)
  const { parent } = position
  const grandparent = state.seats.get(parent, PARENT)
  const owner = ownerOf(state, profile)
  const recipients = {
    level1: unlessHouse(ownerOf(state, parent)),
    level2: grandparent === 0 ? 0 : unlessHouse(ownerOf(state, grandparent)),
    sponsor: unlessHouse(sponsorOf(state, owner)),
  }
  post(state, events, 'activation', profile, activationEntries(owner, terms, recipients))
  takeSeat(state, events, profile, position)
  if (fillPosition(state, parent)) progress(state, events, parent, queue)
  if (grandparent !== 0 && fillPosition(state, grandparent)) {
    progress(state, events, grandparent, queue)
  }
}

export function takeSeat(
  state: State,
  events: LedgerEvent[],
  profile: number,
  position: Position,
): void {
  seatAt(state, profile, position)
  events.push({
    event: 'seat',
    profile,
    ordinal: state.numbers.ordinal,
    plan: planOf(state, profile),
    parent: position.parent,
    side: position.side,
    depth: state.seats.get(profile, DEPTH),
    jump: state.seats.get(profile, JUMP),
  })
}

/** Rewards without a recipient stay with the house: 0. */
const unlessHouse = (member: number): number => (member === HOUSE ? 0 : member)

/** After a board completes: queues the next plan's profile, or the re-entries. */
function progress(state: State, events: LedgerEvent[], seat: number, queue: number[]): void {
  const owner = ownerOf(state, seat)
  if (owner === HOUSE) return
  const plan = planOf(state, seat)
  if (plan !== DIAMOND) {
    const from = { origin: 'upgrade', originNo: seat } as const
    queue.push(createProfile(state, events, owner, planAt(plan + 1), from))
    return
  }
  for (let entry = 0; entry < termsOf(state, seat).reentries; entry++) {
    const from = { origin: 'reentry', originNo: seat } as const
    queue.push(createProfile(state, events, owner, BRONZE, from))
  }
}
