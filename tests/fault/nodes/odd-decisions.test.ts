import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkRound } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { openPayouts } from '../../../src/server/payout/payout-worker.ts'
import { addressHex, requireAddress } from '../../../src/tron/encoding/address.ts'
import { selectors } from '../../../src/tron/encoding/contract-call.ts'
import { toHex } from '../../../src/tron/encoding/hex.ts'
import type { Json } from '../../../src/tron/encoding/json.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openMoneyWorld, type MoneyWorld } from '../../api/support/money-world.ts'
import { askFor, openPayee, startOver } from '../../api/support/payouts.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { forgeBlock } from '../../devnet/forged-block.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { isLong, sample } from '../../support/scale.ts'
import { nodesWithOdd } from './three-nodes.ts'

// The first of three nodes lies. It lowers no fee, blocks no payout, and stops no reconciliation.

let world: MoneyWorld
let odd: RewritingNode
let member: Awaited<ReturnType<typeof openPayee>>['member']
beforeAll(async () => {
  world = await openMoneyWorld({ USDT_PAYOUTS: 'on' }, 5_000)
  odd = await openRewritingNode(world.devnet.url)
  ;({ member } = await openPayee(world))
})
beforeEach(async () => {
  odd.rewrite = () => undefined
  await startOver(world, member)
  world.edge.context.tron = nodesWithOdd(world, odd, 0)
})
afterAll(async () => {
  await odd.stop()
  await world.close()
})

const payOut = async () => {
  const worker = await openPayouts(world.edge.context)
  for (let round = 0; round < 3; round += 1) {
    await worker.round()
    await world.settle()
  }
}

const newAddress = () => addressOfKey(newPrivateKey())

async function approved(method: 'trx' | 'usdt', to = newAddress()) {
  const { body } = await askFor(world, member, { amount: 20, method, to })
  await approveWithdrawal(world.edge.book, Number(body.id))
  return body.id
}

const stateOf = async (no: string) =>
  await world.edge.db
    .selectFrom('payouts')
    .select(['state', 'fee_limit_sun'])
    .where('withdrawal_no', '=', Number(no))
    .executeTakeFirst()

const blocked = async () =>
  await world.edge.db.selectFrom('blocked_payouts').select('detail').execute()

const troubles = () => world.edge.context.tron.health().map(({ trouble }) => trouble?.kind)

const lies = [
  ['energy', { energy_used: 1 }, 'triggerconstantcontract'],
  ['price', { chainParameter: [{ key: 'getEnergyFee', value: 1 }] }, 'getchainparameters'],
] as const
test.each(sample(lies, 2))(
  'charges the usual network fee when one node lowers its %s',
  async (_name, lie, path) => {
    const to = newAddress()
    const ask = () => askFor(world, member, { amount: 20, method: 'usdt', to })
    odd.rewrite = (asked, answer) => {
      if (asked.endsWith(path)) Object.assign(answer, lie)
    }
    const { body } = await ask()
    expect(body).toMatchObject({ fee_amount: '3.85', net_amount: '16.15' })
    await approveWithdrawal(world.edge.book, Number(body.id))
    await payOut()
    expect(await stateOf(body.id)).toMatchObject({ state: 'confirmed' })
  },
)

test.runIf(isLong)('pays in TRX when one node reports every receiver as a contract', async () => {
  const no = await approved('trx')
  odd.rewrite = (path, answer, { address }) => {
    if (path === '/wallet/getaccount') Object.assign(answer, { address, type: 'Contract' })
  }
  await world.edge.context.tron.account(newAddress())
  expect(troubles()).toEqual(['disagreement', undefined, undefined])
  await payOut()
  expect([await blocked(), await stateOf(no)]).toMatchObject([[], { state: 'confirmed' }])
})

const words = (value: bigint) => value.toString(16).padStart(64, '0')

test.runIf(isLong)('pays in USDT when one node reports frozen receivers or reverts', async () => {
  const reverted = { result: { result: true }, transaction: { ret: [{ ret: 'FAILED' }] } }
  for (const [selector, lie] of [
    [toHex(selectors.isBlackListed), { constant_result: [words(1n)] }],
    [toHex(selectors.transfer), reverted],
  ] as const) {
    odd.rewrite = () => undefined
    const no = await approved('usdt')
    odd.rewrite = (_path, answer, { data }) => {
      if (String(data).startsWith(selector)) Object.assign(answer, lie)
    }
    await payOut()
    expect([await blocked(), await stateOf(no)]).toMatchObject([[], { state: 'confirmed' }])
  }
})

test('waits, without a quarantine, while two nodes disagree about a receiver', async () => {
  const no = await approved('trx')
  const { devnet } = world
  const limits = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }
  world.edge.context.tron = openTronNodes({
    nodes: [odd.url, `${devnet.url}/at/b`].map((url) => ({ url, ...limits })),
    usdtContract: devnet.info.usdtContract,
    headLastsMs: 0,
  })
  odd.rewrite = (path, answer, { address }) => {
    if (path === '/wallet/getaccount') Object.assign(answer, { address, type: 'Contract' })
  }
  const worker = await openPayouts(world.edge.context)
  await worker.round()
  expect([await blocked(), await stateOf(no)]).toEqual([[], undefined])
  odd.rewrite = () => undefined
  await payOut()
  expect(await stateOf(no)).toMatchObject({ state: 'confirmed' })
})

test.each(sample(['single reads', 'the balance reader'], 2))(
  'compares what the others report when one node is far ahead, by %s',
  async (how) => {
    const { devnet, edge } = world
    const reader = how === 'single reads' ? null : requireAddress(devnet.info.balanceReader)
    const payee = await world.member(reader ? 'aheadreader' : 'aheadsingle')
    await world.pay(payee.address, 'USDT', '5')
    await world.settle()
    const limits = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }
    const tron = openTronNodes({
      nodes: [odd.url, `${devnet.url}/at/b`, `${devnet.url}/at/c`].map((url) => {
        return { url, ...limits }
      }),
      usdtContract: devnet.info.usdtContract,
      holdings: { reader, batch: 200, perSecond: 10_000 },
    })
    await tron.holdings([requireAddress(payee.address)])
    const far = 5_000_000_000
    odd.rewrite = (path, answer, question) => {
      if (reader && question.contract_address === addressHex(reader)) {
        const told = answer as unknown as { constant_result: [string] }
        told.constant_result[0] = words(BigInt(far)) + told.constant_result[0].slice(64)
      }
      if (reader === null && path === '/walletsolidity/getblock') {
        return forgeBlock(answer as unknown as Json, { number: far })
      }
      return undefined
    }
    const startMs = performance.now()
    const { compared } = await checkRound({ ...edge.context, tron }, { cursorWaitMs: 3_000 })
    expect(compared).toBeGreaterThan(0)
    expect(performance.now() - startMs).toBeLessThan(2_500)
    expect(tron.health().map(({ isUsable }) => isUsable)).toEqual([false, true, true])
  },
)
