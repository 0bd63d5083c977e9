import type { CallAnswer } from '../../contract/call.ts'

export type Tree = CallAnswer<'getTree'>
export type TreeProfile = Tree['profile']

export const POSITIONS = ['L', 'R', 'LL', 'LR', 'RL', 'RR'] as const
export type Position = (typeof POSITIONS)[number]

/** One of the seven places of the picture; empty when nobody stands there. */
export type Slot = { position: Position | 'Root'; profile: TreeProfile | null }

/** The seven places of a tree: the root, its two children, their four. */
export function slotsOf(tree: Tree): Slot[] {
  const { left_child: left, right_child: right } = tree
  return [
    { position: 'Root', profile: tree.profile },
    { position: 'L', profile: left?.profile ?? null },
    { position: 'R', profile: right?.profile ?? null },
    { position: 'LL', profile: left?.left_child?.profile ?? null },
    { position: 'LR', profile: left?.right_child?.profile ?? null },
    { position: 'RL', profile: right?.left_child?.profile ?? null },
    { position: 'RR', profile: right?.right_child?.profile ?? null },
  ]
}
