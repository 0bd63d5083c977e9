/**
 * `npm run soak -- 10m` for ten minutes, `npm run soak -- 25` for twenty-five rounds: an extended
 * model test. Prints each round. At the first failure, it saves the seed and exits with 1.
 */
import { readOptions, refuseUsage } from '../../src/terminal/tool.ts'
import { startModel } from './run-model.ts'
import { freshSeed, keepSeed, keptSeeds } from './seeds.ts'

const usage = 'Usage: npm run soak [-- 5m | ROUNDS]'
const [asked = '5m'] = readOptions({ usage, options: {}, words: 1 }).positionals
const minutes = /^(\d+)m$/.exec(asked)?.[1]
const rounds = minutes === undefined ? Number(asked) : Infinity
if (Number.isNaN(rounds)) refuseUsage('Give minutes, such as 10m, or a number of rounds.', usage)
const deadline = performance.now() + Number(minutes ?? 100_000) * 60_000

const model = await startModel()
const seeds = keptSeeds()
let requests = 0
let commands = 0
let kills = 0
let failed = false
for (let round = 1; round <= rounds && performance.now() < deadline && !failed; round++) {
  const seed = seeds.shift() ?? freshSeed()
  const report = await model.round(seed, 25, 3)
  requests += report.requests
  commands += report.commands
  kills += report.died.length
  failed = report.faults.length > 0
  console.log(
    `round ${round}, seed ${seed}: ${report.requests} keyed requests, ` +
      `${report.commands} commands, killed ${report.died.join(', ') || 'nobody'}`,
  )
  for (const fault of report.faults) console.log(`  fault: ${fault}`)
  if (failed) keepSeed(seed)
}
const late = failed ? [] : await model.restart()
for (const fault of late) console.log(`  fault after a restart: ${fault}`)
failed ||= late.length > 0
console.log(JSON.stringify(model.kinds()))
console.log(`${model.paidOutside()} payouts from another wallet`)
console.log(`${requests} keyed requests, ${commands} commands, ${kills} kills`)
await model.stop()
process.exitCode = failed ? 1 : 0
