import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { matching } from '../support/matching.ts'
import { times } from '../support/scale.ts'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import type { TronNodes } from '../../src/tron/quorum/nodes.ts'
import { openNodes, openTestNetwork, valueOf, type TestNetwork } from './network.ts'

const payee = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
let network: TestNetwork
let nodes: TronNodes

beforeEach(async () => {
  network = await openTestNetwork()
  nodes = openNodes(network, ['/at/a', '/at/b'])
})
afterEach(() => network.remove())

describe('final blocks', () => {
  test('contain every transfer, up to the final head', async () => {
    await network.ask('batch', {
      transfers: [
        { address: payee, amount: '1' },
        { address: payee, amount: '2' },
      ],
    })
    await network.ask('internal', { transfers: [{ address: payee, amount: '3' }] })
    await network.fund(payee, 'TRX', '4')
    await network.ask('fake-usdt', { address: payee, amount: '5' })
    await network.ask('fail-next', { contractRet: 'REVERT' })
    await network.fund(payee, 'USDT', '6')
    await network.mine(19)
    const blocks = valueOf(await nodes.finalBlocks(1, 100))
    expect(blocks.map(({ number }) => number)).toEqual(
      Array.from({ length: 21 }, (_, at) => at + 1),
    )
    const readings = blocks.flatMap((block) => block.readings)
    const amounts = readings.flatMap(({ credits }) =>
      credits.map((fact) => [fact.asset, fact.amount, fact.index]),
    )
    expect(amounts).toEqual([
      ['USDT', 1_000_000n, 0],
      ['USDT', 2_000_000n, 1],
      ['TRX', 4_000_000n, 0],
    ])
    expect(readings.flatMap(({ unattributed }) => unattributed)).toMatchObject([
      { kind: 'internal', amount: 3_000_000n, to: payee },
    ])
    const reasons = readings.flatMap(({ notCredited }) => notCredited.map(({ reason }) => reason))
    expect(reasons).toEqual(['wrong_token', 'failed_on_chain'])
  })

  test('are refused without a receipt', async () => {
    await network.fund(payee, 'USDT', '6')
    await network.mine(19)
    await network.ask('fault', { kind: 'empty', path: 'gettransactioninfobyblocknum', count: 10 })
    expect(await nodes.finalBlocks(1, 100)).toMatchObject({ trouble: { kind: 'malformed' } })
  })
})

describe('one of two nodes', () => {
  test('may be down: the head is shown, and money waits', async () => {
    const dead = openNodes(network, ['/at/a', 'http://127.0.0.1:9'])
    expect(valueOf(await dead.finalHead()).number).toBe(2)
    expect(await dead.finalBlocks(1, 2)).toMatchObject({ trouble: { kind: 'no_node' } })
    expect(dead.health().map(({ isUsable }) => isUsable)).toEqual([true, false])
    const three = openNodes(network, ['/at/a', 'http://127.0.0.1:9', '/at/b'])
    expect(valueOf(await three.finalBlocks(1, 2))).toHaveLength(2)
  })

  test('may lag: nothing is final before both have it', async () => {
    const txid = await network.fund(payee, 'TRX', '4')
    await network.mine(1)
    await network.ask('stale', { node: 'b' })
    await network.mine(18)
    expect(valueOf(await nodes.transaction(txid))).toMatchObject({ state: 'in_block' })
    await network.ask('clear-faults')
    expect(valueOf(await nodes.transaction(txid))).toMatchObject({ state: 'final' })
  })

  test('must not be on another chain', async () => {
    const other = await openTestNetwork()
    try {
      const mixed = openNodes(network, ['/at/a', other.url])
      expect(await mixed.finalHead()).toMatchObject({ trouble: { kind: 'disagreement' } })
      const { genesisId } = network.info
      const known = openNodes(network, ['/at/a', other.url], { genesisId })
      expect(valueOf(await known.finalHead()).number).toBe(2)
      expect(known.health()[1]).toMatchObject({ isUsable: false })
    } finally {
      await other.remove()
    }
  })

  test('isn’t trusted when its receipts differ', async () => {
    await network.fund(payee, 'USDT', '6')
    await network.mine(19)
    const honest = valueOf(await nodes.finalBlocks(21, 21))
    expect(honest[0]?.readings[0]?.credits).toHaveLength(1)
    await network.ask('fault', { kind: 'lie', node: 'b', path: 'infobyblocknum', count: 9 })
    expect(await nodes.finalBlocks(21, 21)).toMatchObject({
      trouble: { kind: 'no_node', detail: matching(/is not of its call/) },
    })
  })

  test('isn’t trusted when its blocks are dated in the future', async () => {
    const one = openNodes(network, ['/at/a'])
    valueOf(await one.finalHead())
    await network.ask('fault', { kind: 'future', node: 'a', path: 'getblock', count: 1 })
    expect((await one.finalHead()).ok).toBe(false)
    valueOf(await one.finalHead())
    await network.ask('fault', { kind: 'future', node: 'a', path: 'limitnext', count: 9 })
    expect(await one.finalBlocks(1, 2)).toMatchObject({
      trouble: { kind: 'disagreement', detail: 'block 1 is dated in the future' },
    })
  })

  test('credits nothing when it hasn’t moved for too long', async () => {
    const strict = openNodes(network, ['/at/a'], { maxFinalAgeMs: -60_000 })
    expect(await strict.finalHead()).toMatchObject({ trouble: { kind: 'stale' } })
    expect(await strict.finalBlocks(1, 3)).toMatchObject({ trouble: { kind: 'stale' } })
  })
})

describe('size', () => {
  const blocks = times(100)
  const deposits = blocks * 100
  test(`reads back ${deposits} deposits in ${blocks} blocks`, async () => {
    const transfers = Array.from({ length: 20 }, () => ({ address: payee, amount: '0.01' }))
    for (let block = 0; block < blocks; block += 1) {
      for (let at = 0; at < 5; at += 1) await network.ask('batch', { transfers })
      await network.mine(1)
    }
    await network.mine(18)
    const found = valueOf(await openNodes(network, ['/at/a']).finalBlocks(21, blocks + 20))
    const facts = found.flatMap((block) => block.readings.flatMap(({ credits }) => credits))
    expect(facts).toHaveLength(deposits)
    const keys = new Set(facts.map(({ txid, asset, index }) => `${txid} ${asset} ${index}`))
    expect(keys.size).toBe(deposits)
  })
})
