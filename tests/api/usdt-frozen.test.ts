import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPrivateKey } from '../../src/tron/secret-keys.ts'
import { addressOfKey } from '../../src/tron/signature.ts'
import { fundMember } from './members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from './money-world.ts'

// What Tether may do to its token at any time: to pause it, and to blacklist the paying wallet.

let world: MoneyWorld
let member: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld({ USDT_PAYOUTS: 'on' })
  const { db } = world.edge
  // The treasury holds USDT: a payout from it would succeed.
  const { treasury } = world.devnet.info
  await db.insertInto('own_wallets').values({ address: treasury, role: 'payout' }).execute()
  member = await world.member('paidinusdt')
  await fundMember(world.edge, member.no, 50)
  await db
    .updateTable('people')
    .set({ wallet_address: addressOfKey(newPrivateKey()), hold_until: null })
    .where('member_no', '=', member.no)
    .execute()
})
afterAll(() => world.close())

async function order(change: Record<string, unknown>): Promise<void> {
  await world.switch('usdt', change)
  await world.mine(1)
}

const fee = async (): Promise<unknown> =>
  (await member.get('rewards/withdrawals/terms/?amount=10')).body.usdt_network_fee

test.each([
  ['paused', () => ({ paused: true }), () => ({ paused: false })],
  [
    'closed to our wallet',
    () => ({ blacklist: [world.devnet.info.treasury] }),
    () => ({ unblacklist: [world.devnet.info.treasury] }),
  ],
])('while USDT is %s nobody can ask to be paid in it', async (_title, begin, end) => {
  expect(await fee()).toMatch(/^\d+\.\d\d$/)
  await order(begin())
  expect(await fee()).toBeNull()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'usdt' })
  expect([asked.status, Object.keys(asked.body.errors)]).toEqual([400, ['payment_method']])
  expect(await member.balance()).toBe('50.00')
  await order(end())
  expect(await fee()).toMatch(/^\d+\.\d\d$/)
})
