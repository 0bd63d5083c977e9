import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readDevnetInfo } from './info.ts'
import { callNode, openTestNetwork, type TestNetwork } from './network.ts'
import { isLong } from '../support/scale.ts'

const address = 'TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre'
let network: TestNetwork

beforeEach(async () => {
  network = await openTestNetwork()
})
afterEach(() => network.remove())

const receipt = (txid: unknown, family = 'wallet') =>
  callNode(network.url, `/${family}/gettransactioninfobyid`, { value: txid })
const balance = async (family: string) =>
  (await callNode(network.url, `/${family}/getaccount`, { address, visible: true })).balance

describe('blocks', () => {
  test('are final after 18 further ones, with their balances', async () => {
    const txid = await network.fund(address, 'TRX', '12.5')
    expect(await receipt(txid)).toEqual({})
    expect(await balance('wallet')).toBeUndefined()
    await network.mine(1)
    const { blockNumber } = await receipt(txid)
    expect(await balance('wallet')).toBe(12_500_000)
    await network.mine(17)
    expect(await receipt(txid, 'walletsolidity')).toEqual({})
    expect(await balance('walletsolidity')).toBeUndefined()
    await network.mine(1)
    expect(await receipt(txid, 'walletsolidity')).toMatchObject({ id: txid, blockNumber })
    expect(await balance('walletsolidity')).toBe(12_500_000)
  })

  test('come automatically, with strictly increasing times', async () => {
    const live = await openTestNetwork(20)
    try {
      const deadlineMs = Date.now() + 10_000
      while ((await readDevnetInfo(live.url)).head < 25) {
        if (Date.now() > deadlineMs) throw new Error('no blocks came')
      }
      const range = { startNum: 0, endNum: 26 }
      const answer = await callNode(live.url, '/wallet/getblockbylimitnext', range)
      const times = (answer.block as { block_header: { raw_data: { timestamp: number } } }[]).map(
        (block) => block.block_header.raw_data.timestamp,
      )
      expect(times).toEqual([...new Set(times)].toSorted((left, right) => left - right))
    } finally {
      await live.remove()
    }
  })
})

describe('forks', () => {
  test('move a transaction to another block, and undo what they drop', async () => {
    const kept = await network.fund(address, 'TRX', '10')
    const dropped = await network.fund(address, 'TRX', '3')
    await network.mine(2)
    expect(await balance('wallet')).toBe(13_000_000)
    const before = await receipt(kept)
    await network.ask('reorg', { blocks: 2, drop: [dropped] })
    const after = await receipt(kept)
    expect(Number(after.blockNumber)).toBeGreaterThan(Number(before.blockNumber))
    expect(await receipt(dropped)).toEqual({})
    expect(await balance('wallet')).toBe(10_000_000)
  })

  test('can turn a success into a failure before it’s final', async () => {
    const txid = await network.fund(address, 'USDT', '10')
    await network.mine(1)
    expect(await receipt(txid)).toMatchObject({ receipt: { result: 'SUCCESS' } })
    await network.ask('reorg', { blocks: 1, fail: { [txid]: 'REVERT' } })
    const flipped = await receipt(txid)
    expect(flipped).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } })
    expect(flipped).not.toHaveProperty('log')
  })

  test('never reach a final block, and a frozen final head stays', async () => {
    await network.ask('freeze', { frozen: true })
    const { solid } = await network.ask('mine', { blocks: 30 })
    expect(solid).toBe(2)
    await network.ask('reorg', { blocks: 30 })
    await expect(network.ask('reorg', { blocks: 60 })).rejects.toThrow(/not solid/)
    expect((await network.ask('freeze', { frozen: false })).solid).toBeGreaterThan(2)
  })
})

describe('test commands', () => {
  test('make transfers of every kind that a watcher distinguishes', async () => {
    const transfers = [
      { address, amount: '1' },
      { address, amount: '2' },
    ]
    const ordered = {
      fake: await network.ask('fake-usdt', { address, amount: '9' }),
      spam: await network.ask('spam', { address, amount: '9' }),
      dust: await network.ask('dust', { address }),
      batch: await network.ask('batch', { transfers }),
      internal: await network.ask('internal', { transfers }),
    }
    await network.mine(1)
    expect((await receipt(ordered.batch.txid)).log).toHaveLength(2)
    expect((await receipt(ordered.internal.txid)).internal_transactions).toHaveLength(2)
    expect((await receipt(ordered.fake.txid)).log).toHaveLength(1)
    expect(await receipt(ordered.spam.txid)).not.toHaveProperty('log')
    expect(await balance('wallet')).toBe(3_000_001)
  })

  test('page v1 lists by fingerprint, hide rows, and separate directions', async () => {
    const paid: string[] = []
    for (let at = 0; at < 5; at += 1) paid.push(await network.fund(address, 'TRX', '1'))
    await network.mine(19)
    await network.ask('hide', { txid: paid[2] })
    const found: string[] = []
    let fingerprint = ''
    do {
      const query = `limit=2&only_to=true&order_by=block_timestamp,asc&fingerprint=${fingerprint}`
      const page = (await (
        await fetch(`${network.url}/v1/accounts/${address}/transactions?${query}`)
      ).json()) as { data: { txID: string }[]; meta: { fingerprint?: string } }
      found.push(...page.data.map(({ txID }) => txID))
      fingerprint = page.meta.fingerprint ?? ''
    } while (fingerprint !== '')
    expect(found).toEqual(paid.filter((_txid, at) => at !== 2))
  })

  test('refuse nonsensical requests with an explanation', async () => {
    await expect(
      network.ask('faucet', { address: 'x', asset: 'TRX', amount: '1' }),
    ).rejects.toThrow(/34 characters/)
    await expect(network.fund(address, 'TRX', '-1')).rejects.toThrow(/amount/)
    await expect(network.ask('mine', { blocks: 0 })).rejects.toThrow(/number/)
    await expect(network.ask('nothing')).rejects.toThrow(/no \/devnet/)
  })
})

describe('size', () => {
  test.runIf(isLong)('stays small with 10,000 transfers and 1,000 blocks', async () => {
    const row = { address, amount: '0.01' }
    const transfers = Array.from({ length: 200 }, () => row)
    const started = process.cpuUsage()
    for (let at = 0; at < 50; at += 1) await network.ask('batch', { transfers })
    await network.mine(1)
    const takenMs = process.cpuUsage(started).user / 1_000
    const mining = process.cpuUsage()
    await network.mine(1_000)
    const minedMs = process.cpuUsage(mining).user / 1_000
    expect(takenMs).toBeLessThan(20_000)
    expect(minedMs).toBeLessThan(5_000)
  })
})
