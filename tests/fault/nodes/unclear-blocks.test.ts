import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPayouts } from '../../../src/server/payout/payout-worker.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import {
  openMoneyWorld,
  SOLID_AFTER,
  type MoneyMember,
  type MoneyWorld,
} from '../../api/support/money-world.ts'
import { approvedPayout, openPayee, startOver, withdrawalState } from '../../api/support/payouts.ts'
import { isLong } from '../../support/scale.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'

// Most nodes can't tell whether our last final block is still final, or answer from far behind it.

let world: MoneyWorld
let member: MoneyMember
let node: RewritingNode
beforeAll(async () => {
  world = await openMoneyWorld({}, 5_000)
  node = await openRewritingNode(world.devnet.url)
  ;({ member } = await openPayee(world))
})
afterAll(async () => {
  await node.stop()
  await world.close()
})
beforeEach(() => startOver(world, member))

const use = (...urls: string[]) => {
  const { usdtContract } = world.devnet.info
  const limits = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }
  const nodes = urls.map((url) => ({ url, ...limits }))
  world.edge.context.tron = openTronNodes({ nodes, usdtContract, headLastsMs: 0 })
}

const pauses = () =>
  world.edge.db.selectFrom('payout_pauses').select(['reason', 'since', 'detail']).execute()

const cursor = () =>
  world.edge.db.selectFrom('chain_cursors').select('final_number').executeTakeFirstOrThrow()

test.runIf(isLong)('pauses without a break while only one of three nodes answers', async () => {
  const { no } = await approvedPayout(world, member)
  use(world.devnet.url, 'http://127.0.0.1:1', 'http://127.0.0.1:2')
  const worker = await openPayouts(world.edge.context)
  await worker.round()
  const first = await pauses()
  expect(first.map(({ reason, detail }) => [reason, detail.slice(0, 13)])).toEqual([
    ['chain', 'Too few nodes'],
  ])
  await worker.round()
  // An alert fires only after a pause of ten minutes.
  expect(await pauses()).toEqual(first)
  expect(await withdrawalState(world, no)).toBe('approved')

  await startOver(world, member)
  await (await openPayouts(world.edge.context)).round()
  expect([await withdrawalState(world, no), await pauses()]).toEqual(['sent', []])
  await world.settle()
})

test('ends this pause once nothing is left to be paid', async () => {
  const { db } = world.edge
  await db.insertInto('payout_pauses').values({ reason: 'chain', detail: 'Too few.' }).execute()
  await (await world.openPayouts()).round()
  expect(await pauses()).toEqual([])
})

test.runIf(isLong)('asks again when a machine of the only node is minutes behind', async () => {
  await world.switch('stale', { node: 'slow' })
  await world.mine(25 + SOLID_AFTER)
  await world.watch()
  const { no } = await approvedPayout(world, member)
  const { final_number: last } = await cursor()
  let left = 2
  node.rewrite = async (path, _answer, question) => {
    const isBlock =
      path === '/walletsolidity/getblockbynum' && Number(question.num) === Number(last)
    const isHead = path === '/walletsolidity/getblock' && question.num === undefined
    if (left === 0 || !(left === 2 ? isBlock : isHead)) return undefined
    left -= 1
    const init = { method: 'POST', body: JSON.stringify(question) }
    return await (await fetch(`${world.devnet.url}/at/slow${path}`, init)).json()
  }
  use(node.url)
  await (await openPayouts(world.edge.context)).round()
  expect([left, await pauses(), await withdrawalState(world, no)]).toEqual([0, [], 'sent'])
})
