/** How the benchmarks' networks grow: below random sponsors, up to a size. */
import { makeRandom, type Growth } from './populate.ts'

export const random = makeRandom(7)
export const randomSponsor = (n: number): number => (n === 0 ? 1 : 2 + random(n))
export const seatsReach = (seats: number) => ({
  isDone: ({ numbers }: Parameters<Growth['isDone']>[0]) => numbers.ordinal >= seats,
  activates: true,
})
export const membersReach = (members: number) => ({
  isDone: ({ numbers }: Parameters<Growth['isDone']>[0]) => numbers.member > members,
})
