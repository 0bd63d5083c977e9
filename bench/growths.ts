/** How the benchmarks' networks grow: below random sponsors, up to a size. */
import type { Growth } from './populate.ts'
import { makeDice } from '../src/server/demo/dice.ts'

export const random = makeDice(7)
export const randomSponsor = (n: number): number => (n === 0 ? 1 : 2 + random(n))
export const seatsReach = (seats: number) => ({
  isDone: ({ numbers }: Parameters<Growth['isDone']>[0]) => numbers.ordinal >= seats,
  activates: true,
})
export const membersReach = (members: number) => ({
  isDone: ({ numbers }: Parameters<Growth['isDone']>[0]) => numbers.member > members,
})
