import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCode } from '../../../src/contract/refusals/refusals.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { openStage, type Stage } from '../support/call-stage.ts'
import { isLong } from '../../support/scale.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import {
  callBoth,
  callOnce,
  callWhileHashing,
  callWithoutBook,
  callWithoutChain,
  callWithoutRate,
  hashing,
  listing,
  loseCommit,
  openSecondProcess,
  prepareBooked,
  prepareCounted,
  prepareOutside,
  withoutDatabase,
  type SecondProcess,
  type Told,
} from './outages.ts'
import { english, text } from '../../../src/contract/texts/texts.ts'
import { meantBy, saidBy } from './refusal-cases.ts'

// Every call's answers while something is unavailable, full, or still running. Outside the long
// run, a sixth of the calls that the ledger decides.

let world: MoneyWorld
let stage: Stage
let second: SecondProcess
beforeAll(async () => {
  world = await openMoneyWorld()
  stage = await openStage(world)
  second = await openSecondProcess(stage)
})
afterAll(async () => {
  await second.close()
  await world.close()
})

/** The calls with an answer, and whether it names a time to retry. */
function sortOut(told: readonly Told[]): Record<string, CallName[]> {
  const said = Map.groupBy(told, ([, answer]) =>
    answer.status < 400
      ? 'done'
      : JSON.stringify([saidBy(answer, {}), Number(answer.headers['retry-after']) > 0]),
  )
  const names = [...said].map(([text, all]) => [text, all.map(([name]) => name)] as const)
  return Object.fromEntries(names.map(([text, all]) => [text, [...new Set(all)].toSorted()]))
}

/** @param expected a sentence other than the code's */
function allSaying(
  code: AnyCode,
  names: readonly CallName[],
  expected: { readonly detail?: string } = {},
): ReturnType<typeof sortOut> {
  const meant = meantBy(code, expected)
  return { [JSON.stringify([meant, meant.statuses[0] === 503])]: names.toSorted() }
}

test('overloaded, idempotency_in_progress, outcome_unknown, and then the result', async () => {
  const all = await prepareBooked(stage)
  const booked = all.map(({ name }) => name)
  expect(sortOut(await callWithoutBook(stage, second.edge, all))).toEqual(
    allSaying('overloaded', booked),
  )
  const keyed = listing('idempotency_in_progress').filter((name) => booked.includes(name))
  const { again, unknown } = await loseCommit(stage, second, all)
  expect(sortOut(again)).toEqual(allSaying('idempotency_in_progress', keyed))
  expect(sortOut(unknown)).toEqual(allSaying('outcome_unknown', booked))
  for (const [name, answer] of await callOnce(stage, second.edge, all)) {
    expect([name, answer.status, answer.text]).toEqual([name, api[name].status, answer.text])
  }
})

test.runIf(isLong)('overloaded: too many passwords to check', async () => {
  expect(sortOut(await callWhileHashing(stage))).toEqual(allSaying('overloaded', hashing))
})

test.runIf(isLong)('chain_unavailable and rate_unavailable', async () => {
  const { config } = stage.world.edge
  config.usdtPayouts = true
  const all = await prepareOutside(stage)
  const onChain = listing('chain_unavailable')
  const needing = all.filter(({ name }) => onChain.includes(name))
  expect(sortOut(await callWithoutChain(stage, needing))).toEqual(
    allSaying('chain_unavailable', onChain),
  )
  const pricing = all.filter(({ name }) => listing('rate_unavailable').includes(name))
  const recording = 'markWithdrawalSent'
  const detail = english(text('rate_after_block'))
  expect(sortOut(await callWithoutRate(stage, pricing))).toEqual({
    ...allSaying(
      'rate_unavailable',
      listing('rate_unavailable').filter((name) => name !== recording),
    ),
    ...allSaying('rate_unavailable', [recording], { detail }),
  })
  config.usdtPayouts = false
})

test.runIf(isLong)('database_unavailable', async () => {
  const all = await prepareCounted(stage)
  second.proxy.setRefusing(true)
  second.proxy.cut()
  const told = await callBoth(stage, second.edge, all)
  const answered = told.filter(([, { status }]) => status < 400).map(([name]) => name)
  expect(new Set(answered)).toEqual(new Set(withoutDatabase))
  const refused = told.filter(([name]) => !answered.includes(name))
  const names = listing('database_unavailable').filter((name) => !answered.includes(name))
  // The ledger writer waits for the database as long as its callers, if it checks the session.
  const late: CallName = 'activateProfile'
  expect(sortOut(refused.filter(([name]) => name !== late))).toEqual(
    allSaying(
      'database_unavailable',
      names.filter((name) => name !== late),
    ),
  )
  const codes = refused.filter(([name]) => name === late).map(([, { code }]) => code)
  expect(codes).toHaveLength(2)
  expect(['overloaded', 'database_unavailable']).toEqual(expect.arrayContaining(codes))
})
