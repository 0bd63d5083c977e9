/** Ranks, counts and shares of groups, against plain lists of members. */
import { expect, test } from 'vitest'
import {
  describeGroup,
  merge,
  mergeSmall,
  nearestRank,
} from '../../src/server/transparency/income/groups.ts'
import { randomFrom } from '../domain/random.ts'

const PERCENTS = [10, 25, 50, 75, 90, 99]
const counted = (amounts: readonly bigint[]) =>
  merge([amounts.map((cents) => ({ cents, members: 1 }))])

const groupOf = (
  results: readonly bigint[],
  rewards: readonly bigint[] = results.map(() => 0n),
) => ({
  result: counted(results),
  paid: counted(results.map(() => 100n)),
  rewards: counted(rewards),
})

test('ranks by the smallest amount with that share of members at or below it', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = randomFrom(seed)
    const amounts = Array.from({ length: 1 + random.below(300) }, () =>
      BigInt(random.below(40) - 20),
    )
    for (const percent of PERCENTS) {
      const rank = nearestRank(counted(amounts), percent)
      const enough = (value: bigint) =>
        amounts.filter((each) => each <= value).length * 100 >= percent * amounts.length
      expect(enough(rank), `seed ${seed}, ${percent} %`).toBe(true)
      expect(amounts.filter((each) => each < rank && enough(each))).toEqual([])
    }
  }
})

test('puts every member into one group, including members without earnings', () => {
  const results = [-6_000n, -5_000n, -2_001n, -2_000n, -500n, -100n, -1n, 0n, 1n, 100n, 101n, 500n]
  const more = [501n, 2_000n, 2_001n, 10_000n, 10_001n, -100n, -100n, -100n]
  const { details, ...counts } = describeGroup(groupOf([...results, ...more]))
  expect(counts).toEqual({ members: 20, zero_rewards: 20, below: 10, even: 1, above: 9 })
  expect(details?.groups).toEqual([1, 2, 1, 1, 5, 1, 2, 2, 2, 2, 1])
  expect(details?.groups.reduce((sum, count) => sum + count)).toBe(20)
  expect(details).toMatchObject({ top1_share: null, result: { p10: '-50.00', p50: '-0.01' } })
})

const upTo = (length: number) => Array.from({ length }, (_, i) => BigInt(i))

test('hides amounts of groups so small that they would reveal single members', () => {
  expect(describeGroup(groupOf(upTo(19))).details).toBeNull()
  const groups = [3, 18, 40, 5, 30, 7].map((length, key) => ({
    keys: [key],
    histograms: groupOf(upTo(length)),
  }))
  const merged = mergeSmall(groups)
  expect(merged.map(({ keys }) => keys)).toEqual([[0, 1], [2], [3, 4, 5]])
  expect(merged.map(({ histograms }) => describeGroup(histograms).members)).toEqual([21, 40, 42])
  expect(mergeSmall(groups.slice(0, 1)).map(({ keys }) => keys)).toEqual([[0]])
})

test('computes the top share from the members with the most rewards', () => {
  const rewards = [...Array.from({ length: 99 }, (_, at) => (at < 90 ? 0n : 10n)), 910n]
  const { details } = describeGroup(groupOf(rewards, rewards))
  expect(details).toMatchObject({ top1_share: 9_100, top10_share: 10_000 })
})
