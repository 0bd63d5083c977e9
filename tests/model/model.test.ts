import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '../support/scale.ts'
import { startModel, type ModelRun } from './run-model.ts'
import { freshSeed, keepSeed, keptSeeds } from './seeds.ts'

let model: ModelRun
beforeAll(async () => {
  model = await startModel()
})
afterAll(() => model.stop())

// The two newest of the kept seeds, and a new one. `npm run soak` plays them all.
const seeds = [...keptSeeds().slice(-2), freshSeed()]

test.runIf(isLong).each(seeds)(
  'agrees with the model across kills and restarts (seed %i)',
  async (seed) => {
    const kills = 2
    const report = await model.round(seed, 20, kills)
    if (report.faults.length > 0) keepSeed(seed)
    expect(report.faults.join('\n')).toBe('')
    expect(report.commands).toBeGreaterThan(10)
    expect(report.died).toHaveLength(kills)
  },
)

test.runIf(isLong)('fills a board over HTTP in agreement with the model', async () => {
  expect(await model.fill()).toEqual({ filled: 6, faults: [] })
})

test.runIf(isLong)('gives the same answers from a fresh process', async () => {
  expect(await model.restart()).toEqual([])
  const kinds = Object.keys(model.kinds())
  expect(kinds).toEqual(expect.arrayContaining(['open_deposit', 'receive_transfer', 'activate']))
})
