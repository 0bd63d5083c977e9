import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '../support/scale.ts'
import { startModel, type ModelRun } from './run-model.ts'
import { freshSeed, keepSeed, keptSeeds } from './seeds.ts'

let model: ModelRun
beforeAll(async () => {
  model = await startModel()
})
afterAll(() => model.stop())

// The newest of the kept seeds; in the long run two of them and one that nobody has played.
// `npm run soak` plays them all.
const seeds = isLong ? [...keptSeeds().slice(-2), freshSeed()] : keptSeeds().slice(-1)

test.each(seeds)('clients, kills and restarts: product and model agree (seed %i)', async (seed) => {
  const report = await model.round(seed, 20, 2)
  if (report.faults.length > 0) keepSeed(seed)
  expect(report.faults).toEqual([])
  expect(report.commands).toBeGreaterThan(10)
  expect(report.died).toHaveLength(2)
})

test('a board fills over HTTP, and all that follows agrees with the model', async () => {
  expect(await model.fill()).toEqual({ filled: 6, faults: [] })
})

test('a fresh process answers like the one that did it all', async () => {
  expect(await model.restart()).toEqual([])
  const kinds = Object.keys(model.kinds())
  expect(kinds).toEqual(expect.arrayContaining(['open_deposit', 'receive_transfer', 'activate']))
})
