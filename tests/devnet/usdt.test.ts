import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { wordOfAddress, wordOfNumber } from '../../src/tron/encoding/contract-call.ts'
import { toHex } from '../../src/tron/encoding/hex.ts'
import { asJson, asList } from '../../src/tron/encoding/json.ts'
import { callNode, openNodes, openTestNetwork, type TestNetwork } from './network.ts'

const holder = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const other = requireAddress('TU8MbhYhurKv4T3xAHQKZCeP4DtFCmWLMt')
let network: TestNetwork

beforeEach(async () => {
  network = await openTestNetwork()
  await network.fund(holder, 'USDT', '5')
  await network.fund(holder, 'TRX', '100')
  await network.mine(1)
})
afterEach(() => network.remove())

async function call(owner: string, signature: string, ...words: Uint8Array[]) {
  const answer = await callNode(network.url, '/wallet/triggerconstantcontract', {
    owner_address: owner,
    contract_address: network.info.usdtContract,
    function_selector: signature,
    parameter: words.map(toHex).join(''),
    visible: true,
  })
  return {
    answer,
    result: String(asList(answer.constant_result)[0]),
    failed: 'message' in asJson(answer.result),
  }
}

const pays = (from: string, to: typeof holder) =>
  call(from, 'transfer(address,uint256)', wordOfAddress(to), wordOfNumber(1n))
const yes = toHex(wordOfNumber(1n))
const no = toHex(wordOfNumber(0n))

test('lets a blacklisted address receive but not send, as Tether does', async () => {
  const listed = () => call(other, 'isBlackListed(address)', wordOfAddress(holder))
  expect([(await listed()).result, (await pays(holder, other)).failed]).toEqual([no, false])
  await network.ask('usdt', { blacklist: [holder] })
  await network.mine(1)
  expect((await listed()).result).toBe(yes)
  const refused = await pays(holder, other)
  expect([refused.failed, refused.result]).toEqual([true, ''])
  expect((await pays(network.info.treasury, holder)).failed).toBe(false)
  await network.ask('usdt', { unblacklist: [holder] })
  await network.mine(1)
  expect((await pays(holder, other)).failed).toBe(false)
})

test('reverts every transfer of a paused token without a reason', async () => {
  await network.ask('usdt', { paused: true })
  await network.mine(1)
  expect((await call(other, 'paused()')).result).toBe(yes)
  for (const from of [holder, network.info.treasury]) {
    const refused = await pays(from, other)
    expect([refused.failed, refused.result]).toEqual([true, ''])
  }
  const question = { asset: 'USDT', from: holder, to: other, amount: 1n } as const
  const fee = await openNodes(network, ['']).estimateFee(question)
  expect(fee).toMatchObject({ ok: false, trouble: { kind: 'reverted' } })
  const txid = await network.fund(other, 'USDT', '1')
  await network.mine(1)
  const receipt = await callNode(network.url, '/wallet/gettransactioninfobyid', { value: txid })
  expect(receipt).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } })
  expect(receipt).not.toHaveProperty('log')
  await network.ask('usdt', { paused: false })
  await network.mine(1)
  expect((await pays(holder, other)).failed).toBe(false)
})

test('lets only Tether pause and blacklist', async () => {
  expect((await call(holder, 'pause()')).failed).toBe(true)
  expect((await call(holder, 'addBlackList(address)', wordOfAddress(other))).failed).toBe(true)
})

test('moves no tokens without an approval', async () => {
  const words = [wordOfAddress(holder), wordOfAddress(other), wordOfNumber(1n)]
  const taken = await call(other, 'transferFrom(address,address,uint256)', ...words)
  expect(taken.failed).toBe(true)
  const approved = await call(holder, 'approve(address,uint256)', ...words.slice(1))
  expect([approved.failed, approved.result]).toEqual([false, yes])
})

test('charges real energy for a balance', async () => {
  const path = new URL('../tron/fixtures/usdt-balanceof.constant.json', import.meta.url)
  const real = asJson(JSON.parse(readFileSync(path, 'utf8')))
  const { answer } = await call(holder, 'balanceOf(address)', wordOfAddress(holder))
  expect(Object.keys(answer).toSorted()).toEqual(Object.keys(real).toSorted())
  expect([answer.energy_used, answer.energy_penalty]).toEqual([
    real.energy_used,
    real.energy_penalty,
  ])
})
