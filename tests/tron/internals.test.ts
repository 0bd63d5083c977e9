import { expect, test } from 'vitest'
import { countUsable, newInternals } from '../../src/tron/quorum/internals.ts'

// How long blocks wait for a node that keeps internal transactions.

const WAIT_MS = 9_000

test('stops waiting for a node that stays far behind, although it delivers new blocks', () => {
  const states = [{ ...newInternals(), keeps: true }, newInternals(), newInternals()]
  const used: number[] = []
  for (let second = 0; second <= 15; second += 3) {
    const reads = [1, 41, 41].map((blocks) => ({ blocks, internalEntries: 0 }))
    const list = { from: 100 + second / 3, count: 41, reads }
    used.push(countUsable(states, list, WAIT_MS, second * 1_000))
  }
  expect(used).toEqual([1, 1, 1, 41, 41, 41])
})

test('keeps waiting for a node that is a block behind', () => {
  const states = [{ ...newInternals(), keeps: true }, newInternals(), newInternals()]
  const used: number[] = []
  for (let second = 0; second <= 15; second += 3) {
    const reads = [1, 2, 2].map((blocks) => ({ blocks, internalEntries: 0 }))
    used.push(
      countUsable(states, { from: 100 + second / 3, count: 2, reads }, WAIT_MS, second * 1_000),
    )
  }
  expect(used).toEqual([1, 1, 1, 1, 1, 1])
})
