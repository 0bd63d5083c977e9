import { afterAll, beforeAll, expect, test } from 'vitest'
import { ago } from '../../../src/db/expressions.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { openMetrics } from '../../../src/server/metrics/metrics.ts'
import { openMoneyWorld, SOLID_AFTER, type MoneyWorld } from '../support/money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const submit = () => Promise.reject(new Error('no leader'))

test('measures a deposit from its record to its booking, across a restart', async () => {
  const { context, db } = world.edge
  const { onDeposit, registry } = openMetrics('chain')
  const histogram = () => registry.getSingleMetricAsString('deposit_seconds')
  const member = await world.member('paying')
  await world.pay(member.address, 'USDT', '10')
  await world.mine(SOLID_AFTER)
  const before = openWatcher({ ...context, onDeposit, book: { ...context.book, submit } })
  await expect(before.round()).rejects.toThrow('no leader')
  expect(await histogram()).toContain('deposit_seconds_count 0')
  await db
    .updateTable('incoming_transfers')
    .set({ recorded_at: ago('secs', 40) })
    .execute()
  const watcher = openWatcher({ ...context, onDeposit })
  await watcher.round()
  expect(await histogram()).toContain('deposit_seconds_bucket{le="30"} 0')
  expect(await histogram()).toContain('deposit_seconds_bucket{le="60"} 1')

  await world.pay(member.address, 'USDT', '11')
  await world.mine(SOLID_AFTER)
  await watcher.round()
  expect(await histogram()).toContain('deposit_seconds_bucket{le="30"} 1')
  await watcher.round()
  expect(await histogram()).toContain('deposit_seconds_count 2')
})
