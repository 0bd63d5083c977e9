import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openPayouts } from '../../../src/server/payout/payout-worker.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../../api/support/money-world.ts'
import { askFor, openPayee } from '../../api/support/payouts.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { nodesWithOdd } from './three-nodes.ts'

// Only the lying node of three simulates calls: java-tron's default is not to.

let world: MoneyWorld
let odd: RewritingNode
let member: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld({ USDT_PAYOUTS: 'on' }, 5_000)
  odd = await openRewritingNode(world.devnet.url)
  ;({ member } = await openPayee(world))
})
afterAll(async () => {
  await odd.stop()
  await world.close()
})

test('burns no fee limit that only a lying node estimated', async () => {
  const to = addressOfKey(newPrivateKey())
  const { body } = await askFor(world, member, { amount: 20, method: 'usdt', to })
  await approveWithdrawal(world.edge.book, Number(body.id))
  for (const node of ['b', 'c']) {
    await world.switch('profile', { node, closed: ['triggerconstantcontract'] })
  }
  odd.rewrite = (asked, answer) => {
    if (asked.endsWith('triggerconstantcontract')) Object.assign(answer, { energy_used: 9_000 })
  }
  world.edge.context.tron = nodesWithOdd(world, odd, 0)
  const worker = await openPayouts(world.edge.context)
  for (let round = 0; round < 3; round += 1) {
    await worker.round()
    await world.settle()
  }
  const payouts = world.edge.db.selectFrom('payouts').select(['state', 'fee_limit_sun'])
  expect(await payouts.execute()).toEqual([{ state: 'confirmed', fee_limit_sun: 30_345_000n }])
})
