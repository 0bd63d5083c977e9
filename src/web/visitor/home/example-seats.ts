import { positionsOf } from '../../member/network/positions.ts'
import type { Position } from '../../member/network/positions.ts'
import type { Seat } from '../../member/network/queries.ts'

/** Made-up members by their path from the top, in the order in which positions fill. */
const MEMBERS: Record<string, string> = {
  '': 'ana',
  L: 'ben',
  R: 'cleo',
  LL: 'dora',
  LR: 'emil',
  RL: 'fay',
  RR: 'gus',
  LLL: 'hana',
  LLR: 'ivo',
  LRL: 'jon',
  LRR: 'kim',
  RLL: 'lea',
}

const countBelow = (way: string): number =>
  Object.keys(MEMBERS).filter((other) => other.startsWith(way)).length

const seats = Object.entries(MEMBERS).map(([way, username]): Seat => {
  const profile = { id: `seat ${way}`, profile_id: username, active: true }
  return {
    ...profile,
    plan: { name: 'Bronze' },
    user: { id: username, username },
    parent_id: way === '' ? null : `seat ${way.slice(0, -1)}`,
    side: way === '' ? null : way.endsWith('L') ? 'left' : 'right',
    level: way.length,
    left: countBelow(`${way}L`),
    right: countBelow(`${way}R`),
    activated_at: null,
  }
})

/** The top of a made-up network, down to a level. */
export const exampleTree = (levels: number): Position | null => positionsOf(seats, levels)
