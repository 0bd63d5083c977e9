import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { readReconciliation } from '../../../src/server/custody/reconciliation/passes.ts'
import { readDifferences } from '../../../src/server/custody/queries.ts'
import { addressHex, requireAddress } from '../../../src/tron/encoding/address.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'

// Nodes answer `{}` for an account that doesn't exist. Some gateways do so now and then for one
// that does, and we don't pay a member whose address lacks coins.

let world: MoneyWorld
let node: RewritingNode
let names = 0
beforeAll(async () => {
  world = await openMoneyWorld()
  node = await openRewritingNode(world.devnet.url)
  const { context } = world.edge
  const { usdtContract } = context
  const holdings = { reader: null, batch: 100, perSecond: 10_000 }
  context.tron = openTronNodes({
    nodes: [{ url: node.url, ratePerSecond: 10_000, pauseMs: 50 }],
    usdtContract,
    holdings,
    headLastsMs: 0,
  })
  // Ends today's pass, which would read each address a second time.
  await check()
})
beforeEach(() => {
  node.rewrite = () => undefined
})
afterAll(async () => {
  await node.stop()
  await world.close()
})

async function paidMember(): Promise<MoneyMember> {
  const member = await world.member(`missing${++names}`)
  await world.pay(member.address, 'TRX', '40')
  await world.settle()
  return member
}

/** Has the node answer for a member's account with something else for a while. */
function answerWith(member: MoneyMember, other: unknown, times: number): void {
  const hex = addressHex(requireAddress(member.address))
  let left = times
  node.rewrite = (path, _answer, { address }) => {
    if (!path.endsWith('/getaccount') || address !== hex || left === 0) return
    left -= 1
    return other
  }
}

const check = () => checkAddresses(world.edge.context)
const retryNow = async () => {
  await sql`update reconciliation_retries set retry_at = now()`.execute(world.edge.db)
  await check()
}
const found = async () => {
  const { db } = world.edge
  const { unanswered } = await readReconciliation(db)
  return { unanswered, differing: (await readDifferences(db)).map(({ address }) => address) }
}

test.each([
  ['{}', {}],
  ['a text', 'not now'],
  ['[]', []],
])('reads an account again that a node answers about with %s', async (_title, other) => {
  const member = await paidMember()
  answerWith(member, other, 1)
  await check()
  expect(await found()).toEqual({ unanswered: 1, differing: [] })
  await retryNow()
  expect(await found()).toEqual({ unanswered: 0, differing: [] })
})

test('reports an account that stays missing', async () => {
  const member = await paidMember()
  answerWith(member, {}, 1_000)
  await check()
  for (let retry = 0; retry < 3; retry += 1) await retryNow()
  expect(await found()).toEqual({ unanswered: 0, differing: [member.address] })
})
