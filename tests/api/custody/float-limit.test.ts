import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { readPauses } from '../support/payouts.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld({ FLOAT_LIMIT_USD: '100' })
})
afterAll(() => world.close())

/** A freshly started worker checks right away. */
async function round(): Promise<void> {
  const payouts = await world.openPayouts()
  await payouts.round()
  await world.settle()
}

test('tops up the hot wallet below its limit, and alerts above it', async () => {
  const { db, config, context } = world.edge
  const { address } = await openPayoutWallet(db, config.payoutKey ?? '')
  await round()
  await round()
  // Two fifths of $100 at 0.25.
  const filled = await context.tron.balances(address)
  expect(filled).toMatchObject({ ok: true, value: { trx: 160_000_000n } })
  expect(await readPauses(world)).toEqual([])
  await world.pay(address, 'USDT', '60.01')
  await world.settle()
  await round()
  expect(await readPauses(world)).toEqual([
    {
      reason: 'float_limit',
      detail: `The hot wallet ${address} holds $100.01, which is more than $100.00.`,
    },
  ])
  context.config.floatLimitMicros = 200_000_000n
  await round()
  expect(await readPauses(world)).toEqual([])
})
