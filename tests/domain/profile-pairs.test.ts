import { expect, test } from 'vitest'
import { ProfilePairs } from '../../src/server/catalog/profile-pairs.ts'
import { isLong } from '../support/scale.ts'
import { randomFrom } from './random.ts'

test('pairs the n-th profiles of a member and plan, whichever ledger is ahead', () => {
  const random = randomFrom(11)
  const pairs = new ProfilePairs()
  const actual = new Map<string, number[]>()
  const draft = new Map<string, number[]>()
  let [lastActual, lastDraft] = [0, 0]
  // Each side leads for a while, so that queues of both kinds fill and empty.
  for (let i = 0; i < 5_000; i++) {
    const [member, plan] = [1 + random.below(4), random.below(5)]
    const key = `${member} ${plan}`
    if (random.below(100) < (i % 1_000 < 500 ? 70 : 30)) {
      pairs.addActual(++lastActual, member, plan)
      actual.set(key, [...(actual.get(key) ?? []), lastActual])
    } else {
      pairs.addDraft(++lastDraft, member, plan)
      draft.set(key, [...(draft.get(key) ?? []), lastDraft])
    }
  }
  let [paired, alone] = [0, 0]
  for (const [key, profiles] of actual) {
    profiles.forEach((profile, i) => {
      const partner = draft.get(key)?.[i] ?? 0
      expect(pairs.draftOf(profile)).toBe(partner)
      if (partner === 0) alone++
      else paired++
    })
  }
  expect(paired).toBeGreaterThan(2_000)
  expect(paired + alone).toBe(lastActual)
})

test.runIf(isLong)('pairs more profiles than a Map can hold', () => {
  const size = 2 ** 24 + 1_000
  const pairs = new ProfilePairs()
  for (let no = 1; no <= size; no++) pairs.addActual(no, no, 0)
  for (let no = 1; no <= size; no++) pairs.addDraft(no, size + 1 - no, 0)
  expect([1, 2, size].map((no) => pairs.draftOf(no))).toEqual([size, size - 1, 1])
})
