import { expect, test } from 'vitest'
import {
  completedAfter,
  completedLater,
  estimateAfter,
  medianDays,
  sortAges,
  type Age,
} from '../../src/server/transparency/boards/survival.ts'

// Weeks until a relapse in the maintained group of Miller's leukemia trial, the example of R's
// survival package (`aml`); some had none when last seen. With a hundred of each the shares stay
// the same and there are enough to be published.
const EVENTS = [9, 13, 18, 23, 31, 34, 48]
const OPEN = [13, 28, 45, 161]

const agesOf = (count: number): Age[] =>
  sortAges([
    ...EVENTS.map((days) => ({ days, completed: count, open: 0 })),
    ...OPEN.map((days) => ({ days, completed: 0, open: count })),
  ])

const rounded = (value: number | undefined): number => Number((value ?? Number.NaN).toFixed(3))

test('estimates the same shares as R', () => {
  const left = completedAfter(agesOf(100), EVENTS).map((each) => rounded(1 - (each?.share ?? 0)))
  expect(left).toEqual([0.909, 0.818, 0.716, 0.614, 0.491, 0.368, 0.184])
  expect(medianDays(agesOf(100))).toBe(31)
})

test('estimates the same log-log intervals as R', () => {
  const intervals = estimateAfter(agesOf(1), EVENTS).map(({ low, high }) => [1 - high, 1 - low])
  const expected = [
    [0.5081, 0.987],
    [0.4474, 0.951],
    [0.3502, 0.899],
    [0.2658, 0.835],
    [0.1673, 0.753],
    [0.0928, 0.657],
    [0.0117, 0.525],
  ]
  for (const [at, [low = 0, high = 0]] of expected.entries()) {
    expect(intervals[at]?.[0]).toBeCloseTo(low, 3)
    expect(intervals[at]?.[1]).toBeCloseTo(high, 3)
  }
  expect(completedAfter(agesOf(1), EVENTS)).toEqual(EVENTS.map(() => null))
})

test('shows no estimate with fewer than thirty at risk', () => {
  const few = sortAges([{ days: 5, completed: 29, open: 0 }])
  expect(completedAfter(few, [5])).toEqual([null])
  expect(
    completedAfter(sortAges([...few, { days: 5, completed: 0, open: 1 }]), [5])[0],
  ).toMatchObject({ atRisk: 30 })
  expect(completedAfter([], [7])).toEqual([null])
  expect(medianDays(sortAges([{ days: 5, completed: 1, open: 2 }]))).toBeNull()
})

test('compares an open board with boards that were open as long', () => {
  // A thousand boards: 400 complete on day 10, 300 on day 20, 300 still open after 100 days.
  const ages = sortAges([
    { days: 10, completed: 400, open: 0 },
    { days: 20, completed: 300, open: 0 },
    { days: 100, completed: 0, open: 300 },
  ])
  const { of, within } = completedLater(ages, 15, [4, 5, 30, 200])
  expect(of).toBe(600)
  expect(within.map((each) => each && rounded(each.share))).toEqual([0, 0.5, 0.5, null])
})

test('keeps every share between 0 and 1', () => {
  const all = sortAges([{ days: 3, completed: 40, open: 0 }])
  expect(completedAfter(all, [3])).toEqual([{ days: 3, share: 1, low: 1, high: 1, atRisk: 40 }])
  const none = sortAges([{ days: 3, completed: 0, open: 40 }])
  expect(completedAfter(none, [3])).toEqual([{ days: 3, share: 0, low: 0, high: 0, atRisk: 40 }])
})
