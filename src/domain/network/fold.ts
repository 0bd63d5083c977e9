/**
 * Folding seats that were taken before into a state, millions at a time: the same rows as if each
 * had been placed, without searching. What is written here cannot be rolled back.
 */
import type { State } from '../state.ts'
import { addToHolding } from './holdings.ts'
import { fillPosition } from './board.ts'
import { CHAIN_UP, FLAGS, SPONSOR } from './members.ts'
import {
  ACTIVE,
  computeOpenDepth,
  DEPTH,
  JUMP,
  jumpFrom,
  LEFT,
  ownerOf,
  PACKED,
  PARENT,
  planOf,
  RIGHT,
  setOpenDepth,
} from './seats.ts'

const SUSPENDED = 1 << 10
const MANUAL = 1 << 11

/** A member's row: its sponsor (0 for the house) and flags. */
export function foldMember(
  state: State,
  no: number,
  sponsor: number,
  suspended: boolean,
  autoUpgrade: boolean,
): void {
  const cells = state.members.cells()
  const row = no * state.members.stride
  cells[row + SPONSOR] = sponsor
  cells[row + CHAIN_UP] = sponsor
  cells[row + FLAGS] = (suspended ? SUSPENDED : 0) | (autoUpgrade ? 0 : MANUAL)
}

/** Puts all seats into place, given parent and side by profile, in order of activation. */
export function foldSeats(
  state: State,
  order: Int32Array,
  parents: Int32Array,
  sides: Uint8Array,
): void {
  const { seats } = state
  for (const profile of order) {
    const parent = parents[profile] as number
    seats.set(profile, PACKED, seats.get(profile, PACKED) | ACTIVE)
    if (parent === 0) {
      seats.set(profile, JUMP, profile)
    } else {
      seats.set(profile, PARENT, parent)
      seats.set(profile, DEPTH, seats.get(parent, DEPTH) + 1)
      seats.set(profile, JUMP, jumpFrom(state, parent))
      seats.set(parent, sides[profile] === 0 ? LEFT : RIGHT, profile)
      fillPosition(state, parent)
      const grandparent = seats.get(parent, PARENT)
      if (grandparent !== 0) fillPosition(state, grandparent)
    }
    enterHolding(state, profile)
    seats.commit()
  }
  // Children are younger than their parents: backwards, every child is done before its parent.
  for (let i = order.length - 1; i >= 0; i--) {
    const profile = order[i] as number
    const depth = computeOpenDepth(state, profile)
    if (depth > 0) setOpenDepth(state, profile, depth)
    seats.commit()
  }
}

function enterHolding(state: State, profile: number): void {
  const owner = ownerOf(state, profile)
  const plan = planOf(state, profile)
  if (addToHolding(state, owner, plan, profile)) {
    const { members } = state
    const held = (1 << plan) | (1 << (plan + 5))
    members.set(owner, FLAGS, members.get(owner, FLAGS) | held)
  }
  state.members.commit()
  state.holdings.commit()
}
