import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressHex, requireAddress } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openFrozenWatch } from '../../../src/server/custody/reconciliation/frozen-addresses.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { openMoneyWorld, SOLID_AFTER, type MoneyWorld } from '../../api/support/money-world.ts'
import { nodesWithOdd } from './three-nodes.ts'

// What a single node can do to us, whatever it answers.

let world: MoneyWorld
let odd: RewritingNode
let names = 0
beforeAll(async () => {
  world = await openMoneyWorld({}, 5_000)
  odd = await openRewritingNode(world.devnet.url)
})
beforeEach(() => {
  odd.rewrite = () => undefined
})
afterAll(async () => {
  await odd.stop()
  await world.close()
})

const watchWith = (place: number) =>
  openWatcher({ ...world.edge.context, tron: nodesWithOdd(world, odd, place) })

const member = () => world.member(`watched${++names}`)

const cursor = async (): Promise<bigint> => {
  const rows = await world.edge.db.selectFrom('chain_cursors').select('final_number').execute()
  return rows[0]?.final_number ?? 0n
}

const headOf = async (): Promise<bigint> => {
  const answer = await fetch(`${world.devnet.url}/devnet/info`)
  return BigInt(((await answer.json()) as { solid: number }).solid)
}

test('credits TRX at the rate of its block, whatever time a receipt has', async () => {
  const { db } = world.edge
  const then = new Date('2024-01-01T00:00:00Z')
  await db
    .insertInto('rate_history')
    .values({ minute: then, rate_e8: 900_000_000n, as_of: then, sources: 'test' })
    .execute()
  const { address, no } = await member()
  const txid = await world.pay(address, 'TRX', '40')
  await world.mine(SOLID_AFTER)
  odd.rewrite = (path, answer) => {
    if (path.endsWith('infobyblocknum')) {
      for (const receipt of answer) receipt.blockTimeStamp = then.getTime()
    }
  }
  await watchWith(0).round()
  const row = await db
    .selectFrom('transfers')
    .select(['rate_e8', 'block_at'])
    .where('member_no', '=', no)
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow()
  expect(row.rate_e8).toBe(25_000_000n)
  expect(row.block_at.getTime()).toBeGreaterThan(Date.now() - 3_600_000)
})

test.each([
  ['a value of 78 digits', [{ callValue: '9'.repeat(78) }]],
  ['values that overflow together', [{ callValue: '9223372036854775807' }, { callValue: 5 }]],
])('reads on when a node reports internal transfers with %s', async (_name, callValueInfo) => {
  const { address } = await member()
  await world.pay(addressOfKey(newPrivateKey()), 'USDT', '1')
  const paid = await world.pay(address, 'USDT', '3')
  await world.mine(SOLID_AFTER)
  const to = addressHex(requireAddress(address))
  const { treasury } = world.devnet.info
  odd.rewrite = (path, answer) => {
    if (!path.endsWith('infobyblocknum')) return
    for (const receipt of answer) {
      receipt.internal_transactions = [
        {
          hash: 'ab',
          caller_address: addressHex(treasury),
          transferTo_address: to,
          callValueInfo,
          note: '63616c6c',
        },
      ]
    }
  }
  await watchWith(2).round()
  expect(await cursor()).toBe(await headOf())
  const rows = await world.edge.db
    .selectFrom('transfers')
    .select(['asset', 'amount'])
    .where('txid', '=', paid)
    .execute()
  expect(rows).toEqual([{ asset: 2, amount: 3_000_000n }])
})

test('reads on when a node adds a negative fee to a stranger’s transaction', async () => {
  const { address } = await member()
  await world.pay(addressOfKey(newPrivateKey()), 'USDT', '1')
  await world.mine(SOLID_AFTER)
  odd.rewrite = (path, answer) => {
    if (!path.endsWith('infobyblocknum')) return
    for (const receipt of answer) {
      receipt.fee = -5
      // It takes coins from us, so the transaction is recorded with its fee.
      receipt.internal_transactions = [
        {
          hash: 'ab',
          caller_address: addressHex(requireAddress(address)),
          transferTo_address: addressHex(world.devnet.info.treasury),
          callValueInfo: [{ callValue: 1 }],
          note: '63616c6c',
        },
      ]
    }
  }
  await watchWith(0).round()
  expect(await cursor()).toBe(await headOf())
})

test('keeps an address marked as frozen while nodes only report errors', async () => {
  const { context, db } = world.edge
  const { treasury } = world.devnet.info
  await db.insertInto('own_wallets').values({ address: treasury, role: 'cold' }).execute()
  await world.switch('usdt', { blacklist: [treasury] })
  await world.mine(1)
  const frozen = () => db.selectFrom('frozen_addresses').select('address').execute()
  await openFrozenWatch(context).look(0)
  expect(await frozen()).toEqual([{ address: treasury }])
  const { usdtContract } = world.devnet.info
  const tron = openTronNodes({ nodes: [{ url: odd.url }], usdtContract, headLastsMs: 0 })
  const watch = openFrozenWatch({ ...context, tron })
  const errors = [
    { Error: 'class java.lang.NullPointerException : null' },
    { result: { code: 'CONTRACT_EXE_ERROR', message: hex('not now') } },
    { result: { result: true, message: hex('CPU timeout') }, transaction: { ret: [failed] } },
    { result: { result: true }, constant_result: [] },
    {},
  ]
  for (const error of errors) {
    odd.rewrite = (path) => (path.endsWith('triggerconstantcontract') ? error : undefined)
    await watch.look(0)
    expect([error, await frozen()]).toEqual([error, [{ address: treasury }]])
  }
  const reverted = { result: true, message: hex('REVERT opcode executed') }
  odd.rewrite = (path) =>
    path.endsWith('triggerconstantcontract')
      ? { result: reverted, transaction: { ret: [failed] } }
      : undefined
  await watch.look(0)
  expect(await frozen()).toEqual([])
})

const failed = { ret: 'FAILED' }
const hex = (text: string) => Buffer.from(text).toString('hex')
