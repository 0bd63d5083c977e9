import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf } from '../../support/answer.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { isLong } from '../../support/scale.ts'
import { makers } from '../support/makers/call-makers.ts'
import { openStage, send, type Made, type Stage } from '../support/call-stage.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// Many simultaneous calls that move money. With one key, the call acts once and every answer is the
// same. With a key each, it acts as often as the state allows.

const parallel = isLong ? 50 : 8
let world: MoneyWorld
let stage: Stage
beforeAll(async () => {
  // Fifty calls at once ask the network about the same transaction.
  world = await openMoneyWorld({}, 30_000)
  stage = await openStage(world)
})
afterAll(() => world.close())

const moneyCalls = (Object.keys(api) as CallName[]).filter((name) => api[name].money)

/** All in the long run. Otherwise each call has one key or many keys, but not both. */
const half = (at: 0 | 1): CallName[] =>
  isLong ? moneyCalls : moneyCalls.filter((_, i) => i % 2 === at)

/** How many of these different requests can succeed, if not one. */
const many: Partial<Record<CallName, number>> = {
  // A new request replaces the open one, and a repeated verification gives the same deposit. Each
  // requested adjustment is a new one that awaits approval.
  requestDeposit: parallel,
  verifyDeposit: parallel,
  requestAdjustment: parallel,
}

const fresh = (name: CallName): Promise<Made> =>
  (makers[name] as NonNullable<typeof makers.getMe>)(stage)

const race = (made: Made, key: (i: number) => string) =>
  Promise.all(
    Array.from({ length: parallel }, (_, i) => send(stage, made, { 'idempotency-key': key(i) })),
  )

const countCommands = async (): Promise<bigint> => {
  const { last } = await world.edge.db
    .selectFrom('commands')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

test.each(half(0))('%s with one key: acts once, and gives one answer', async (name) => {
  const made = await fresh(name)
  const before = await countCommands()
  const answers = await race(made, () => `one-${name}`)
  const done = answers.filter(({ status }) => status === api[name].status)
  const others = answers.filter(
    ({ status, code }) => status !== api[name].status && code !== 'idempotency_in_progress',
  )
  expect(others.map(({ status, code }) => [status, code])).toEqual([])
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  const commands = (await countCommands()) - before
  // A verification receives the transfer before crediting it.
  expect(commands).toBeLessThanOrEqual(name === 'verifyDeposit' ? 2n : 1n)
  const late = await send(stage, made, { 'idempotency-key': `one-${name}` })
  expect([late.status, late.text]).toEqual([api[name].status, done[0]?.text])
})

test.each(half(1))('%s with a key each: acts as often as the state allows', async (name) => {
  const made = await fresh(name)
  const answers = await race(made, (i) => `many-${name}-${i}`)
  const done = answers.filter(({ status }) => status === api[name].status)
  expect(done.length).toBe(many[name] ?? 1)
  const refused = answers.filter(({ status }) => status !== api[name].status)
  const statuses = new Set(refused.map(({ status }) => status))
  expect([...statuses].filter((status) => ![400, 403, 409].includes(status))).toEqual([])
})

test('approves one list of many, and explains the other refusals', async () => {
  const made = await fresh('approveWithdrawals')
  const before = await countCommands()
  const answers = await race(made, (i) => `list-${i}`)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const decided = answers.flatMap(({ body }) => bodyOf('approveWithdrawals', body).results)
  expect(decided.filter(({ done }) => done)).toHaveLength(1)
  const reasons = decided.filter(({ done }) => !done).map(({ code }) => code)
  expect(reasons.filter((code) => !['old_revision', 'wrong_state'].includes(code ?? ''))).toEqual(
    [],
  )
  expect((await countCommands()) - before).toBe(1n)
})

test('leaves every balance, seat, and journal correct', async () => {
  const { headers = {} } = stage.operators.finance
  const { body } = await world.edge.call('GET', '/api/operator/ledger/check/', { headers })
  expect([body.ok, body.differences]).toEqual([true, []])
})
