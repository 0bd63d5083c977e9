import { expect, test } from 'vitest'
import type { Plan } from '../../src/domain/money/catalog.ts'
import { addMember, holdsPlan, sponsorOf } from '../../src/domain/network/members.ts'
import { markHolder, nearestHolder } from '../../src/domain/network/sponsor-chain.ts'
import {
  commit,
  emptyState,
  HOUSE,
  mark,
  rollback,
  type State,
} from '../../src/domain/ledger/state.ts'
import { makeDice } from '../../src/server/demo/dice.ts'

/** The walk that the link-cut forest replaces. */
function walk(state: State, member: number, plan: Plan): number {
  let up = sponsorOf(state, member)
  while (!holdsPlan(state, up, plan)) up = sponsorOf(state, up)
  return up
}

/** Long chains with few holders, far beyond the plain steps tried first. */
function grow(members: number, reach: number, random: (below: number) => number): State {
  const state = emptyState()
  addMember(state, 0)
  for (const plan of [0, 1, 2, 3, 4] as const) markHolder(state, HOUSE, plan)
  for (let n = 2; n <= members; n++) addMember(state, Math.max(1, n - 1 - random(reach)))
  commit(state)
  return state
}

test.each([1, 3, 40])(
  'finds the same nearest holder as a plain walk, with branches of %i',
  (reach) => {
    const random = makeDice(reach)
    const state = grow(3_000, reach, random)
    const differences: string[] = []
    let far = 0
    for (let step = 0; step < 4_000; step++) {
      const member = 2 + random(2_999)
      const plan = random(5) as Plan
      const found = nearestHolder(state, member, plan)
      if (found !== walk(state, member, plan)) differences.push(`${member} on ${plan}: ${found}`)
      if (member - found > 64 * reach) far++
      if (step % 200 === 0 && !holdsPlan(state, member, plan)) markHolder(state, member, plan)
    }
    expect(differences).toEqual([])
    expect(far).toBeGreaterThan(100)
  },
)

test('restores the forest on rollback', () => {
  const random = makeDice(9)
  const state = grow(2_000, 1, random)
  const before = mark(state)
  for (let n = 0; n < 20; n++) markHolder(state, 2 + random(1_999), 3)
  nearestHolder(state, 2_000, 3)
  rollback(state, before)
  for (let member = 1_900; member <= 2_000; member++) {
    expect(nearestHolder(state, member, 3)).toBe(HOUSE)
  }
})
