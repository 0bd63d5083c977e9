import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { openMetrics } from '../../../src/server/metrics/metrics.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// The devnet dates its blocks by this process's clock, and the database has its own.

let world: MoneyWorld
beforeAll(async () => {
  setClock(-60)
  world = await openMoneyWorld()
  vi.useRealTimers()
})
afterEach(() => vi.useRealTimers())
afterAll(() => world.close())

const setClock = (seconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })

/** The age that a worker reports when it sees a block for the first time. */
async function ageOfNewest(): Promise<number> {
  const { registry, onBlockAge } = openMetrics('chain')
  await openWatcher({ ...world.edge.context, onBlockAge }).round()
  const text = await registry.getSingleMetricAsString('newest_block_age_seconds')
  return Number(text.split(' ').at(-1))
}

// The block of −40 s comes first, because a devnet's blocks never go back in time.
test.each([-40, 0, 40])('measures a chain whose clock is off by %d s', async (seconds) => {
  setClock(seconds)
  await world.mine(1)
  vi.useRealTimers()
  const age = await ageOfNewest()
  expect(age).toBeGreaterThan(-seconds - 1)
  expect(age).toBeLessThan(-seconds + 20)
})

test('measures once a minute, and each block once', async () => {
  const onBlockAge = vi.fn<(seconds: number) => void>()
  const watcher = openWatcher({ ...world.edge.context, onBlockAge })
  await watcher.round()
  await world.mine(1)
  await watcher.round()
  expect(onBlockAge).toHaveBeenCalledOnce()
  const later = performance.now() + 61_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  await watcher.round()
  expect(onBlockAge).toHaveBeenCalledTimes(2)
  clock.mockReturnValue(later + 61_000)
  await watcher.round()
  expect(onBlockAge).toHaveBeenCalledTimes(2)
})

test('doesn’t export an age that is minutes old', async () => {
  const { registry, onBlockAge } = openMetrics('chain')
  const read = () => registry.getSingleMetricAsString('newest_block_age_seconds')
  expect(await read()).not.toMatch(/\d$/)
  onBlockAge(1.5)
  expect(await read()).toMatch(/ 1\.5$/)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 181_000)
  expect(await read()).not.toMatch(/\d$/)
})
