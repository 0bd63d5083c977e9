/**
 * Folds existing seats into a state, millions at a time. The rows come out as if each seat had been
 * placed, but without searching. These writes can't be rolled back.
 */
import type { State } from '../ledger/state.ts'
import { cellAt } from '../ledger/table.ts'
import { addToHolding } from './holdings.ts'
import { CHAIN_UP, FLAGS, MANUAL, SPONSOR, SUSPENDED } from './members.ts'
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

/** Writes a member's row: its sponsor (0 for the house) and flags. */
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

/** Places all seats, given each profile's parent and side, in order of activation. */
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
    const parent = cellAt(parents, profile)
    if (parent !== 0) cells[parent * stride + (sides[profile] === 0 ? LEFT : RIGHT)] = profile
    enterHolding(state, profile)
  }
  // Children are younger than their parents, so going backwards finishes every child first.
  for (let i = order.length - 1; i >= 0; i--) {
    const profile = cellAt(order, i)
    const row = profile * stride
    cells[row + PARENT] = cellAt(parents, profile)
    cells[row + DEPTH] = cellAt(ways, 2 * profile)
    cells[row + JUMP] = cellAt(ways, 2 * profile + 1)
    const [left, right] = [cellAt(cells, row + LEFT), cellAt(cells, row + RIGHT)]
    const taken = childrenOf(cells, left * stride) + childrenOf(cells, right * stride)
    const filled = (left === 0 ? 0 : 1) + (right === 0 ? 0 : 1) + taken
    cells[row + PACKED] = (cellAt(cells, row + PACKED) | ACTIVE) + filled * FILLED_ONE
    const depth = computeOpenDepth(state, profile)
    if (depth > 0) setOpenDepth(state, profile, depth)
    seats.commit()
  }
}

/** How many seats are directly below a row; none for row 0. */
const childrenOf = (cells: Int32Array, row: number): number =>
  (cells[row + LEFT] === 0 ? 0 : 1) + (cells[row + RIGHT] === 0 ? 0 : 1)

/**
 * Depth and jump (see `jumpFrom`) of every profile in one array. At eight bytes per profile it
 * stays in the processor's cache, where whole rows wouldn't.
 */
function foldWays(order: Int32Array, parents: Int32Array): Int32Array {
  const ways = new Int32Array(2 * parents.length)
  for (const profile of order) {
    const parent = cellAt(parents, profile)
    if (parent === 0) {
      ways[2 * profile + 1] = profile
      continue
    }
    const [depth, jump] = [cellAt(ways, 2 * parent), cellAt(ways, 2 * parent + 1)]
    const [middle, further] = [cellAt(ways, 2 * jump), cellAt(ways, 2 * jump + 1)]
    const far = middle - cellAt(ways, 2 * further)
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
