import { afterAll, beforeAll, expect, test } from 'vitest'
import { ago } from '../../../src/db/expressions.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

test('forgets a pending payment that a fork removed while no watcher ran', async () => {
  const member = await world.member('forked')
  const { db } = world.edge
  const { network } = await db
    .selectFrom('chain_cursors')
    .select('network')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('pending_transfers')
    .values({
      network,
      txid: 'ab'.repeat(32),
      asset: 1,
      log_index: 0,
      member_no: member.no,
      amount: 40_000_000n,
      block_number: 5n,
      seen_at: ago('hours', 2),
    })
    .execute()
  world.restartWatcher()
  await world.mine(2)
  await world.watch()
  const { body } = await member.get('accounts/closing/')
  expect(body).toMatchObject({ deposits_coming: 0, possible: true })
})
