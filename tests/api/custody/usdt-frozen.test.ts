import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openFrozenWatch } from '../../../src/server/custody/reconciliation/frozen-addresses.ts'
import { measure } from '../../../src/server/monitoring/measure.ts'
import { fine, troubled } from '../../../src/tron/node/trouble.ts'
import { fundMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'

// What Tether may do to its token at any time: pause it, and blacklist the paying wallet.

let world: MoneyWorld
let member: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld({ USDT_PAYOUTS: 'on' })
  const { db } = world.edge
  // The treasury holds USDT, so a payout from it would succeed.
  const { treasury } = world.devnet.info
  await db.insertInto('own_wallets').values({ address: treasury, role: 'payout' }).execute()
  member = await world.member('paidinusdt')
  await fundMember(world.edge, member.no, 50)
  await db
    .updateTable('identities')
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
])('refuses withdrawals in USDT while it is %s', async (_title, begin, end) => {
  expect(await fee()).toMatch(/^\d+\.\d\d$/)
  await order(begin())
  expect(await fee()).toBeNull()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'usdt' })
  expect([asked.status, Object.keys(asked.problem.errors ?? {})]).toEqual([400, ['payment_method']])
  expect(await member.balance()).toBe('50.00')
  await order(end())
  expect(await fee()).toMatch(/^\d+\.\d\d$/)
})

test('counts our frozen wallets once a day until they are released', async () => {
  const { context } = world.edge
  const { treasury } = world.devnet.info
  const watch = openFrozenWatch(context)
  const dayMs = 24 * 3_600_000
  const counted = async () => (await measure(context.db, new Date())).frozen_addresses
  await watch.look(0)
  expect(await counted()).toBe(0n)
  await order({ blacklist: [treasury, member.address] })
  await watch.look(dayMs - 1)
  expect(await counted()).toBe(0n)
  await watch.look(dayMs)
  expect(await counted()).toBe(100n)
  // A deposit address is checked too once it holds much USDT.
  const check = { address: member.address, chain_trx: 0n, ledger_trx: 0n, state: 'agrees' as const }
  const held = { chain_usdt: 90_000_000n, ledger_usdt: 90_000_000n, checked_at: new Date() }
  await context.db
    .insertInto('address_checks')
    .values({ ...check, ...held })
    .execute()
  await watch.look(2 * dayMs)
  expect(await counted()).toBe(200n)
  await order({ unblacklist: [treasury, member.address] })
  await watch.look(3 * dayMs)
  expect(await counted()).toBe(0n)
})

test('soon retries a node that doesn’t report whether an address is frozen', async () => {
  const { context } = world.edge
  let asked = 0
  const isBlackListed = () => {
    asked += 1
    return Promise.resolve(asked === 1 ? troubled('timeout', 'silent') : fine(false))
  }
  const watch = openFrozenWatch({ ...context, tron: { ...context.tron, isBlackListed } })
  await watch.look(0)
  expect(asked).toBe(1)
  await watch.look(60_000)
  expect(asked).toBeGreaterThan(1)
})
