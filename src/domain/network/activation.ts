/**
 * Activations: pay, take the seat, reward, count, progress; then the queue of new profiles that
 * full boards brought, first in, first out (domain.md, "Joining, placement, rewards, upgrade").
 *
 * The queue ends: a full board needs six seats beneath it and a seat counts for two boards, so
 * each activation makes fewer new profiles than it settles, also with re-entries of a sound plan.
 */
import { BRONZE, DIAMOND, planAt, type Plan, type PlanTerms } from '../money/catalogue.ts'
import type { Fact, Origin } from '../ledger/fact.ts'
import { activationEntries } from '../ledger/journal.ts'
import { post, walletOf } from '../ledger/ledger.ts'
import { HOUSE, type State } from '../ledger/state.ts'
import { fillPosition } from './board.ts'
import { isSuspended, sponsorOf, upgradesByItself } from './members.ts'
import { findPosition, seatAt, type Position } from './placement.ts'
import { addProfile, DEPTH, JUMP, ownerOf, PARENT, planOf, versionOf } from './seats.ts'

/** What a profile's activation costs and pays: the catalogue version it was created under. */
export function termsOf(state: State, profile: number): PlanTerms {
  const catalogue = state.catalogues[versionOf(state, profile) - 1]
  if (!catalogue) throw new Error(`profile ${profile} names a catalogue that is not there`)
  return catalogue[planOf(state, profile)]
}

/** Creates an inactive profile under the catalogue in force. */
export function createProfile(
  state: State,
  facts: Fact[],
  member: number,
  plan: Plan,
  origin: Origin,
  originNo: number | null,
): number {
  const version = state.catalogues.length
  const no = addProfile(state, member, plan, version)
  facts.push({ fact: 'profile', no, member, plan, version, origin, originNo })
  return no
}

/** Activates a profile whose owner can pay, and then what follows from it. */
export function activate(state: State, facts: Fact[], profile: number): void {
  const queue: number[] = []
  settle(state, facts, profile, queue)
  // Each activation may append more profiles: the loop visits those too.
  for (const queued of queue) {
    const owner = ownerOf(state, queued)
    if (isSuspended(state, owner) || !upgradesByItself(state, owner)) continue
    if (walletOf(state, owner) < termsOf(state, queued).feeMicros) continue
    settle(state, facts, queued, queue)
  }
}

function settle(state: State, facts: Fact[], profile: number, queue: number[]): void {
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
  post(state, facts, 'activation', profile, activationEntries(owner, terms, recipients))
  takeSeat(state, facts, profile, position)
  if (fillPosition(state, parent)) progress(state, facts, parent, queue)
  if (grandparent !== 0 && fillPosition(state, grandparent)) {
    progress(state, facts, grandparent, queue)
  }
}

function takeSeat(state: State, facts: Fact[], profile: number, position: Position): void {
  seatAt(state, profile, position)
  facts.push({
    fact: 'seat',
    profile,
    ordinal: state.numbers.ordinal,
    plan: planOf(state, profile),
    parent: position.parent,
    side: position.side,
    depth: state.seats.get(profile, DEPTH),
    jump: state.seats.get(profile, JUMP),
  })
}

/** What falls to the house, or has no recipient, stays with the house: 0. */
const unlessHouse = (member: number): number => (member === HOUSE ? 0 : member)

/** A board has just become complete: the next plan's profile, or the re-entries, join the queue. */
function progress(state: State, facts: Fact[], seat: number, queue: number[]): void {
  const owner = ownerOf(state, seat)
  if (owner === HOUSE) return
  const plan = planOf(state, seat)
  if (plan !== DIAMOND) {
    queue.push(createProfile(state, facts, owner, planAt(plan + 1), 'upgrade', seat))
    return
  }
  for (let entry = 0; entry < termsOf(state, seat).reentries; entry++) {
    queue.push(createProfile(state, facts, owner, BRONZE, 'reentry', seat))
  }
}
