import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anyNumber } from '../support/matching.ts'
import { asJson, type Json } from '../../src/tron/encoding/json.ts'
import { callNode, openTestNetwork, type TestNetwork } from './network.ts'

const payee = 'TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre'
const fixture = (name: string): Json =>
  asJson(JSON.parse(readFileSync(new URL(`../tron/fixtures/${name}`, import.meta.url), 'utf8')))
let network: TestNetwork

beforeEach(async () => {
  network = await openTestNetwork()
})
afterEach(() => network.remove())

async function receiptOf(txid: string): Promise<Json> {
  await network.mine(1)
  return callNode(network.url, '/wallet/gettransactioninfobyid', { value: txid })
}

test('uses staked energy and bandwidth first, as in a real receipt', async () => {
  const { treasury } = network.info
  await network.ask('stake', { address: treasury, energy: 200_000, bandwidth: 5_000 })
  await network.fund(payee, 'USDT', '1')
  await network.mine(1)
  const receipt = await receiptOf(await network.fund(payee, 'USDT', '1'))
  const real = fixture('usdt-transfer-staked-energy.info.json')
  expect(Object.keys(receipt).toSorted()).toEqual(Object.keys(real).toSorted())
  expect(receipt.receipt).toEqual({ ...asJson(real.receipt), net_usage: anyNumber })
})

test('burns what the stake doesn’t cover', async () => {
  const { treasury } = network.info
  await network.ask('stake', { address: treasury, energy: 30_285, bandwidth: 0 })
  const receipt = await receiptOf(await network.fund(payee, 'USDT', '1'))
  expect(receipt.receipt).toMatchObject({
    energy_usage: 30_285,
    energy_usage_total: 130_285,
    energy_fee: 10_000_000,
  })
  const resources = await callNode(network.url, '/wallet/getaccountresource', {
    address: treasury,
    visible: true,
  })
  expect(resources.EnergyLimit).toBe(30_285)
  // A little of it has come back already.
  expect(Number(resources.EnergyUsed)).toBeGreaterThan(30_000)
})

test.each(['OUT_OF_TIME', 'OUT_OF_ENERGY'])('uses up the limit on %s', async (ret) => {
  await network.ask('fail-next', { contractRet: ret })
  const receipt = await receiptOf(await network.fund(payee, 'USDT', '1'))
  // The treasury allows 15,000 TRX.
  expect(receipt).toMatchObject({ result: 'FAILED', receipt: { energy_fee: 15_000_000_000 } })
})

test('gives accounts the fields of real ones', async () => {
  const { treasury } = network.info
  await network.fund(payee, 'TRX', '1')
  await network.mine(1)
  const ask = (address: string) =>
    callNode(network.url, '/wallet/getaccount', { address, visible: false })
  const account = await ask(treasury)
  const real = fixture('account.json')
  for (const field of ['owner_permission', 'active_permission', 'frozenV2']) {
    const withOwn = JSON.stringify(real[field]).replaceAll(
      String(real.address),
      String(account.address),
    )
    expect(JSON.stringify(account[field])).toBe(withOwn)
  }
  expect(Number(account.latest_opration_time)).toBeGreaterThan(0)
  // Who only receives has done nothing.
  expect(await ask(payee)).not.toHaveProperty('latest_opration_time')
})
