/**
 * Finds the first member up the sponsor chain with a seat on a plan, in amortized logarithmic time
 * however long the chain is. It is a link-cut forest over the sponsor tree: each preferred path is
 * a splay tree ordered by depth, whose nodes know which plans their subtree holds. (Sleator and
 * Tarjan, "A Data Structure for Dynamic Trees", 1983.)
 */
import type { Plan } from '../money/catalog.ts'
import type { State } from '../ledger/state.ts'
import { CHAIN_LEFT, CHAIN_RIGHT, CHAIN_UP, FLAGS, holdsPlan, sponsorOf } from './members.ts'

const HELD = 0b11111
const SUBTREE_SHIFT = 5
/** Most chains end within a few steps, and walking those is cheaper than reshaping the forest. */
const PLAIN_STEPS = 64

const isRoot = ({ members }: State, node: number): boolean => {
  const up = members.get(node, CHAIN_UP)
  return up === 0 || (members.get(up, CHAIN_LEFT) !== node && members.get(up, CHAIN_RIGHT) !== node)
}

/** Recomputes which plans are held in the splay subtree of a node. */
function pull({ members }: State, node: number): void {
  const flags = members.get(node, FLAGS)
  const left = members.get(members.get(node, CHAIN_LEFT), FLAGS)
  const right = members.get(members.get(node, CHAIN_RIGHT), FLAGS)
  const held = (flags & HELD) | (((left | right) >> SUBTREE_SHIFT) & HELD)
  const next = (flags & ~(HELD << SUBTREE_SHIFT)) | (held << SUBTREE_SHIFT)
  if (next !== flags) members.set(node, FLAGS, next)
}

/** Rotates a node above its splay parent. */
function rotate(state: State, node: number): void {
  const { members } = state
  const parent = members.get(node, CHAIN_UP)
  const above = members.get(parent, CHAIN_UP)
  const isLeft = members.get(parent, CHAIN_LEFT) === node
  const [near, far] = isLeft ? [CHAIN_LEFT, CHAIN_RIGHT] : [CHAIN_RIGHT, CHAIN_LEFT]
  const moved = members.get(node, far)
  if (!isRoot(state, parent)) {
    const side = members.get(above, CHAIN_LEFT) === parent ? CHAIN_LEFT : CHAIN_RIGHT
    members.set(above, side, node)
  }
  members.set(parent, near, moved)
  if (moved !== 0) members.set(moved, CHAIN_UP, parent)
  members.set(node, far, parent)
  members.set(parent, CHAIN_UP, node)
  members.set(node, CHAIN_UP, above)
  pull(state, parent)
  pull(state, node)
}

/** Moves a node to the root of its splay tree. */
function splay(state: State, node: number): void {
  const { members } = state
  while (!isRoot(state, node)) {
    const parent = members.get(node, CHAIN_UP)
    if (!isRoot(state, parent)) {
      const above = members.get(parent, CHAIN_UP)
      const straight =
        (members.get(parent, CHAIN_LEFT) === node) === (members.get(above, CHAIN_LEFT) === parent)
      rotate(state, straight ? parent : node)
    }
    rotate(state, node)
  }
}

/** Makes the path from the house to a member one splay tree with the member as its root. */
function expose(state: State, member: number): void {
  const { members } = state
  let below = 0
  for (let node = member; node !== 0; node = members.get(node, CHAIN_UP)) {
    splay(state, node)
    members.set(node, CHAIN_RIGHT, below)
    pull(state, node)
    below = node
  }
  splay(state, member)
}

/** Records that a member now holds a seat on a plan. */
export function markHolder(state: State, member: number, plan: Plan): void {
  splay(state, member)
  state.members.set(member, FLAGS, state.members.get(member, FLAGS) | (1 << plan))
  pull(state, member)
}

/**
 * The first member up the sponsor chain with an active profile on the plan, starting with the
 * member's own sponsor. The house ends every chain and holds every plan.
 */
export function nearestHolder(state: State, member: number, plan: Plan): number {
  let up = sponsorOf(state, member)
  for (let step = 0; step < PLAIN_STEPS; step++) {
    if (holdsPlan(state, up, plan)) return up
    up = sponsorOf(state, up)
  }
  return searchChain(state, up, plan)
}

function searchChain(state: State, from: number, plan: Plan): number {
  const { members } = state
  expose(state, from)
  const inSubtree = 1 << (SUBTREE_SHIFT + plan)
  let node = from
  for (;;) {
    const right = members.get(node, CHAIN_RIGHT)
    if (right !== 0 && (members.get(right, FLAGS) & inSubtree) !== 0) {
      node = right
    } else if (holdsPlan(state, node, plan)) {
      splay(state, node)
      return node
    } else {
      node = members.get(node, CHAIN_LEFT)
      if (node === 0) throw new Error('a sponsor chain does not end at the house')
    }
  }
}
