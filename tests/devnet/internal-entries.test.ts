import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asJson, asList } from '../../src/tron/encoding/json.ts'
import { callNode, openTestNetwork, type TestNetwork } from './network.ts'

const payee = 'TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre'
const hex = (text: string) => Buffer.from(text).toString('hex')
let network: TestNetwork

beforeEach(async () => {
  network = await openTestNetwork()
})
afterEach(() => network.remove())

async function entriesOf(txid: string) {
  await network.mine(19)
  const receipt = await callNode(network.url, '/walletsolidity/gettransactioninfobyid', {
    value: txid,
  })
  return { receipt, entries: asList(receipt.internal_transactions).map(asJson) }
}

const balance = async () =>
  (await callNode(network.url, '/walletsolidity/getaccount', { address: payee, visible: true }))
    .balance

test('moves no TRX by staking entries', async () => {
  const { txid = '' } = await network.ask('internal-entries', {
    entries: [
      { note: 'delegateResourceOfEnergy', address: payee, value: 500_000_000 },
      { note: 'unDelegateResourceOfEnergy', address: payee, value: 500_000_000 },
      { note: 'call', address: payee, value: 7 },
      { note: 'call', address: payee, value: 5, rejected: true },
      { note: 'call', address: payee, token_id: '1005416', token_amount: 9 },
      { note: 'call', address: payee },
    ],
  })
  const { entries } = await entriesOf(txid)
  expect(
    entries.map(({ note, callValueInfo, rejected }) => [note, callValueInfo, rejected]),
  ).toEqual([
    [hex('delegateResourceOfEnergy'), [{ callValue: 500_000_000 }], undefined],
    [hex('unDelegateResourceOfEnergy'), [{ callValue: 500_000_000 }], undefined],
    [hex('call'), [{ callValue: 7 }], undefined],
    [hex('call'), [{ callValue: 5 }], true],
    [hex('call'), [{}, { callValue: 9, tokenId: '1005416' }], undefined],
    [hex('call'), [{}], undefined],
  ])
  expect(new Set(entries.map(({ hash }) => hash)).size).toBe(6)
  expect(await balance()).toBe(7)
})

test('marks the entries of a failed call as rejected', async () => {
  await network.ask('fail-next', { contractRet: 'REVERT' })
  const { txid = '' } = await network.ask('internal', {
    transfers: [{ address: payee, amount: '3' }],
  })
  const { receipt, entries } = await entriesOf(txid)
  expect(receipt.result).toBe('FAILED')
  expect(entries).toMatchObject([{ callValueInfo: [{ callValue: 3_000_000 }], rejected: true }])
  expect(await balance()).toBeUndefined()
})

test('gives entries the form of real ones', async () => {
  const path = new URL('../tron/fixtures/contract-call-internal.info.json', import.meta.url)
  const [real] = asList(asJson(JSON.parse(readFileSync(path, 'utf8'))).internal_transactions)
  const { txid = '' } = await network.ask('internal-entries', { entries: [{ address: payee }] })
  const { entries } = await entriesOf(txid)
  expect(Object.keys(entries[0] ?? {})).toEqual(Object.keys(asJson(real)))
  expect(entries[0]).toMatchObject({ note: asJson(real).note, callValueInfo: [{}] })
  expect(String(entries[0]?.hash)).toMatch(/^[0-9a-f]{64}$/)
})
