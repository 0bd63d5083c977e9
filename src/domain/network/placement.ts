/** Takes a seat: the first empty position below a starting seat, level by level, left to right. */
import type { Plan } from '../money/catalog.ts'
import type { State } from '../ledger/state.ts'
import { nearestHolder, markHolder } from './sponsor-chain.ts'
import { addToHolding, peekPlacementSeat, placementSeat } from './holdings.ts'
import {
  ACTIVE,
  computeOpenDepth,
  DEPTH,
  JUMP,
  jumpFrom,
  LEFT,
  openDepthOf,
  ownerOf,
  PACKED,
  PARENT,
  planOf,
  RIGHT,
  setOpenDepth,
} from './seats.ts'

/** Where the next seat goes: the parent seat and its side (0 left, 1 right). */
export type Position = { readonly parent: number; readonly side: 0 | 1 }

/** The first empty position in a subtree. Open depth leads straight to it; left wins a tie. */
function firstEmpty(state: State, top: number): Position {
  const { seats } = state
  let seat = top
  for (;;) {
    const left = seats.get(seat, LEFT)
    if (left === 0) return { parent: seat, side: 0 }
    const right = seats.get(seat, RIGHT)
    if (right === 0) return { parent: seat, side: 1 }
    seat = openDepthOf(state, left) <= openDepthOf(state, right) ? left : right
  }
}

/** Where a profile's seat will go: below the nearest sponsor with a seat on its plan. */
export function findPosition(state: State, profile: number): Position {
  const plan = planOf(state, profile)
  const placementSponsor = nearestHolder(state, ownerOf(state, profile), plan)
  return firstEmpty(state, placementSeat(state, placementSponsor, plan))
}

/** The first empty position below a placement sponsor, in one leg or in both. It only reads. */
export function peekPosition(
  state: State,
  placementSponsor: number,
  plan: Plan,
  side: 0 | 1 | null,
): Position {
  const top = peekPlacementSeat(state, placementSponsor, plan)
  if (side === null) return firstEmpty(state, top)
  const leg = state.seats.get(top, side === 0 ? LEFT : RIGHT)
  return leg === 0 ? { parent: top, side } : firstEmpty(state, leg)
}

/** Seats a profile as the root of its plan's tree. Only the house has these. */
export function seatRoot(state: State, profile: number): void {
  state.seats.set(profile, JUMP, profile)
  enter(state, profile)
}

/** Seats a profile at an empty position and updates open depths. */
export function seatAt(state: State, profile: number, { parent, side }: Position): void {
  const { seats } = state
  seats.set(profile, PARENT, parent)
  seats.set(profile, DEPTH, seats.get(parent, DEPTH) + 1)
  seats.set(profile, JUMP, jumpFrom(state, parent))
  seats.set(parent, side === 0 ? LEFT : RIGHT, profile)
  enter(state, profile)
  for (let seat = parent; seat !== 0; seat = seats.get(seat, PARENT)) {
    const depth = computeOpenDepth(state, seat)
    if (depth === openDepthOf(state, seat)) break
    setOpenDepth(state, seat, depth)
  }
}

function enter(state: State, profile: number): void {
  state.numbers.ordinal++
  state.seats.set(profile, PACKED, state.seats.get(profile, PACKED) | ACTIVE)
  const owner = ownerOf(state, profile)
  const plan = planOf(state, profile)
  if (addToHolding(state, owner, plan, profile)) markHolder(state, owner, plan)
}
