import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { asJson, asList, type Json } from '../../src/tron/encoding/json.ts'
import { readHead } from '../../src/tron/block/block-reads.ts'
import { connectNode } from '../../src/tron/node/node-client.ts'
import { callNode, openNodes, openTestNetwork, type TestNetwork } from './network.ts'
import { isLong } from '../support/scale.ts'

const payee = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const fixture = (name: string): Json =>
  asJson(JSON.parse(readFileSync(new URL(`../tron/fixtures/${name}`, import.meta.url), 'utf8')))
let network: TestNetwork

beforeEach(async () => {
  network = await openTestNetwork()
})
afterEach(() => network.remove())

const at = (node: string, path: string, body: object = {}) =>
  callNode(`${network.url}/at/${node}`, path, body)
const infoOf = (node: string, txid: string) =>
  at(node, '/walletsolidity/gettransactioninfobyid', { value: txid })
const rows = async (node: string): Promise<unknown[]> => {
  const response = await fetch(`${network.url}/at/${node}/v1/accounts/${payee}/transactions`)
  return asList(asJson(await response.json()).data)
}

describe('a gateway', () => {
  test('suspends a client over its budget, and answers again later', async () => {
    const ask = () => fetch(`${network.url}/at/g/wallet/getnowblock`)
    await network.ask('profile', { node: 'g', requests_per_second: 1, suspend_ms: 60_000 })
    const answers = await Promise.all(Array.from({ length: 60 }, ask))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(429), count(200) + count(403)]).toEqual([1, 59])
    expect(count(200)).toBeGreaterThanOrEqual(2)
    expect(count(403)).toBeGreaterThan(0)
    const refusal = await answers.find(({ status }) => status === 429)?.text()
    expect(refusal).toMatch(
      /^{"Error":"request rate exceeded the allowed_rps\(1\), .+ is suspended for 60 s"}$/,
    )
    await network.ask('profile', { node: 'g', requests_per_second: 1, suspend_ms: 100 })
    await Promise.all(Array.from({ length: 60 }, ask))
    await expect.poll(async () => (await ask()).status).toBe(200)
  })

  test.runIf(isLong)('never suspends a client within its budget', async () => {
    await network.ask('profile', { node: 'g', requests_per_second: 8, suspend_ms: 60_000 })
    const url = `${network.url}/at/g`
    const client = connectNode({ url, ratePerSecond: 8, timeoutMs: 60_000 })
    const heads = await Promise.all(Array.from({ length: 24 }, () => readHead(client, 'wallet')))
    expect(heads.filter(({ ok }) => !ok)).toEqual([])
  })

  test('sometimes answers {} for a known id, as real ones do', async () => {
    const txid = await network.fund(payee, 'TRX', '1')
    await network.mine(19)
    await network.ask('profile', { node: 'g', empty_one_in: 3 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => infoOf('g', txid)))
    const empty = answers.filter((answer) => !('id' in answer))
    expect(empty).toEqual([fixture('not-found.json'), fixture('not-found.json')])
  })

  test('lists a transaction late, or never', async () => {
    await network.ask('profile', { node: 'late', index_delay_ms: 600 })
    await network.ask('profile', { node: 'loses', lose_row_one_in: 1 })
    await network.fund(payee, 'TRX', '1')
    await network.mine(1)
    expect([await rows('late'), await rows('loses')]).toEqual([[], []])
    expect(await rows('other')).toHaveLength(1)
    await expect.poll(() => rows('late')).toHaveLength(1)
    expect(await rows('loses')).toEqual([])
  })

  test('spreads requests over machines at several heights', async () => {
    await network.ask('profile', { node: 'g', spread_blocks: 2 })
    const head = Number((await network.ask('mine', { blocks: 5 })).head)
    const heights: unknown[] = []
    for (let asked = 0; asked < 6; asked += 1) {
      const { block_header: header } = await at('g', '/wallet/getnowblock')
      heights.push(asJson(asJson(header).raw_data).number)
    }
    expect(heights).toEqual([head, head - 1, head - 2, head, head - 1, head - 2])
  })

  test('closes one method with 403', async () => {
    await network.ask('profile', { node: 'g', closed: ['gettransactionfrompending'] })
    const path = '/at/g/wallet/gettransactionfrompending'
    expect((await fetch(network.url + path)).status).toBe(403)
    // The look-up does without.
    const unknown = await openNodes(network, ['/at/g']).isKnown('ab'.repeat(32))
    expect(unknown).toEqual({ ok: true, value: false })
  })

  test('uses its preset until cleared', async () => {
    expect(await network.ask('profile', { preset: 'gateway' })).toMatchObject({
      requestsPerSecond: 8,
      suspendMs: 5_000,
      emptyOneIn: 200,
      indexDelayMs: 5_000,
    })
    await expect(network.ask('profile', { preset: 'nobody' })).rejects.toThrow(/preset is/)
    await expect(network.ask('profile', { block_bytes: 1e9 })).rejects.toThrow(/at most/)
    await network.ask('clear-faults')
    await network.fund(payee, 'TRX', '1')
    await network.mine(1)
    expect(await rows('any')).toHaveLength(1)
  })
})

describe('a bare node', () => {
  test('has no lists and no internal transactions', async () => {
    await network.ask('profile', { node: 'bare', preset: 'bare' })
    const { txid = '' } = await network.ask('internal', {
      transfers: [{ address: payee, amount: '3' }],
    })
    await network.mine(19)
    const list = await fetch(`${network.url}/at/bare/v1/accounts/${payee}/transactions`)
    expect(list.status).toBe(404)
    const full = await infoOf('full', txid)
    const { internal_transactions: internal, ...rest } = full
    expect(internal).toHaveLength(1)
    expect(await infoOf('bare', txid)).toEqual(rest)
    // A receipt of a node that keeps none has the fields of this real one.
    const real = fixture('usdt-transfer-new-holder.info.json')
    expect(real).not.toHaveProperty('internal_transactions')
    const num = Number(full.blockNumber)
    const path = '/at/bare/walletsolidity/gettransactioninfobyblocknum'
    const byBlock = await fetch(network.url + path, {
      method: 'POST',
      body: JSON.stringify({ num }),
    })
    expect(await byBlock.json()).toEqual([rest])
  })
})

describe('large blocks', () => {
  test.runIf(isLong)('have mainnet’s size, one or twenty at a time', async () => {
    await network.mine(20)
    await network.ask('profile', { node: 'big', block_bytes: 1_000_000 })
    const size = async (path: string, body: object) =>
      JSON.stringify(await at('big', path, body)).length
    expect(await size('/wallet/getblockbynum', { num: 3 })).toBeGreaterThan(1_000_000)
    const many = await size('/wallet/getblockbylimitnext', { startNum: 1, endNum: 21 })
    expect(many).toBeGreaterThan(20_000_000)
    const same = await at('other', '/wallet/getblockbynum', { num: 3 })
    const { padding: _padding, ...rest } = await at('big', '/wallet/getblockbynum', { num: 3 })
    expect(rest).toEqual(same)
  })

  test('are still read', async () => {
    await network.mine(60)
    await network.ask('profile', { node: 'big', block_bytes: 300_000 })
    const blocks = await openNodes(network, ['/at/big']).finalBlocks(1, 20)
    expect(blocks.ok && blocks.value.length).toBe(20)
  })
})

const balance = async (node: string, family = 'wallet') =>
  (await at(node, `/${family}/getaccount`, { address: payee, visible: true })).balance

describe('a view that doesn’t move', () => {
  test('shows accounts as of its own block', async () => {
    await network.fund(payee, 'TRX', '1')
    await network.mine(19)
    await network.ask('stale', { node: 's' })
    await network.fund(payee, 'TRX', '2')
    await network.mine(40)
    expect([await balance('s'), await balance('s', 'walletsolidity')]).toEqual([
      1_000_000, 1_000_000,
    ])
    expect(await balance('now', 'walletsolidity')).toBe(3_000_000)
  })

  test('shows tokens as of its own block too', async () => {
    await network.ask('stale', { node: 's' })
    await network.fund(payee, 'USDT', '5')
    await network.mine(19)
    const late = await openNodes(network, ['/at/s'], { maxFinalAgeMs: 10 ** 9 }).balances(payee)
    const now = await openNodes(network, ['/at/now']).balances(payee)
    expect([late, now]).toEqual([
      { ok: true, value: { trx: 0n, usdt: 0n } },
      { ok: true, value: { trx: 0n, usdt: 5_000_000n } },
    ])
  })
})
