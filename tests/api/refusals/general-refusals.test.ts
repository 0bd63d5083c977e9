import { afterAll, beforeAll, expect, test } from 'vitest'
import { callErrors } from '../../../src/contract/call-errors.ts'
import { openStage, type Stage } from '../support/call-stage.ts'
import { sample } from '../../support/scale.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { attempted, callsWith, provoke } from './general-refusals.ts'
import { meantBy, saidBy } from './refusal-cases.ts'

// Every call gives the refusals that follow from its line in the contract. If a call lists the same
// refusal for its own reasons, own-refusals.test.ts provokes it.

let world: MoneyWorld
let stage: Stage
beforeAll(async () => {
  world = await openMoneyWorld()
  stage = await openStage(world)
})
afterAll(() => world.close())

test.each(attempted)('%s', async (code) => {
  const asked = callsWith(code).filter((name) => !callErrors(name).includes(code))
  expect(asked.length).toBeGreaterThan(0)
  for (const name of sample(asked, 4)) {
    for (const answer of await provoke(stage, name, code)) {
      expect([name, saidBy(answer, {})]).toEqual([name, meantBy(code, {})])
    }
  }
})
