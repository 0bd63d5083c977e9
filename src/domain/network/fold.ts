/**
 * Folding seats that were taken before into a state, millions at a time: the same rows as if each
 * had been placed, without searching. What is written here cannot be rolled back.
 */
import type { State } from '../ledger/state.ts'
import { addToHolding } from './holdings.ts'
import { CHAIN_UP, FLAGS, SPONSOR } from './members.ts'
import {
  ACTIVE,
  computeOpenDepth,
  DEPTH,
  FILLED_ONE,
  JUMP,
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
  const { stride } = seats
  const cells = seats.cells()
  const ways = foldWays(order, parents)
  for (const profile of order) {
    const parent = parents[profile] as number
    if (parent !== 0) cells[parent * stride + (sides[profile] === 0 ? LEFT : RIGHT)] = profile
    enterHolding(state, profile)
  }
  // Children are younger than their parents: backwards, every child is done before its parent.
  for (let i = order.length - 1; i >= 0; i--) {
    const profile = order[i] as number
    const row = profile * stride
    cells[row + PARENT] = parents[profile] as number
    cells[row + DEPTH] = ways[2 * profile] as number
    cells[row + JUMP] = ways[2 * profile + 1] as number
    const [left, right] = [cells[row + LEFT] as number, cells[row + RIGHT] as number]
    const taken = childrenOf(cells, left * stride) + childrenOf(cells, right * stride)
    const filled = (left === 0 ? 0 : 1) + (right === 0 ? 0 : 1) + taken
    cells[row + PACKED] = ((cells[row + PACKED] as number) | ACTIVE) + filled * FILLED_ONE
    const depth = computeOpenDepth(state, profile)
    if (depth > 0) setOpenDepth(state, profile, depth)
    seats.commit()
  }
}

/** How many seats stand directly beneath a row; none beneath row 0. */
const childrenOf = (cells: Int32Array, row: number): number =>
  (cells[row + LEFT] === 0 ? 0 : 1) + (cells[row + RIGHT] === 0 ? 0 : 1)

/**
 * Depth and jump (see `jumpFrom`) of every profile side by side: eight bytes of each stay in the
 * processor's cache, where whole rows would not.
 */
function foldWays(order: Int32Array, parents: Int32Array): Int32Array {
  const ways = new Int32Array(2 * parents.length)
  for (const profile of order) {
    const parent = parents[profile] as number
    if (parent === 0) {
      ways[2 * profile + 1] = profile
      continue
    }
    const [depth, jump] = [ways[2 * parent] as number, ways[2 * parent + 1] as number]
    const [middle, further] = [ways[2 * jump] as number, ways[2 * jump + 1] as number]
    const far = middle - (ways[2 * further] as number)
    ways[2 * profile] = depth + 1
    ways[2 * profile + 1] = depth - middle === far ? further : parent
  }
  return ways
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
  state.seats.commit()
}
