import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModel, type ModelRun, type RoundReport } from './run-model.ts'
import { freshSeed, keepSeed, keptSeeds } from './seeds.ts'

let model: ModelRun
const reports: RoundReport[] = []
beforeAll(async () => {
  model = await startModel()
})
afterAll(async () => {
  console.log(JSON.stringify(model.kinds()))
  await model.stop()
  for (const { seed, requests, commands, died } of reports) {
    console.log(
      `seed ${seed}: ${requests} requests, ${commands} commands, killed ${died.join(', ')}`,
    )
  }
})

// The newest of the kept seeds and one that nobody has played: `npm run soak` plays them all.
test.each([...keptSeeds().slice(-2), freshSeed()])(
  'clients, kills and restarts: product and model agree (seed %i)',
  async (seed) => {
    const report = await model.round(seed, 20, 2)
    reports.push(report)
    if (report.faults.length > 0) keepSeed(seed)
    expect(report.faults).toEqual([])
    expect(report.commands).toBeGreaterThan(10)
    expect(report.died).toHaveLength(2)
  },
)

test('a board fills over HTTP, and all that follows agrees with the model', async () => {
  expect(await model.fill()).toEqual({ filled: 6, faults: [] })
})

test('a fresh process answers like the one that did it all', async () => {
  expect(await model.restart()).toEqual([])
  const kinds = Object.keys(model.kinds())
  expect(kinds).toEqual(expect.arrayContaining(['open_deposit', 'receive_transfer', 'activate']))
})
