import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mustBeAddress } from '../../src/tron/address.ts'
import { buildTransfer } from '../../src/tron/build.ts'
import { fromHex } from '../../src/tron/hex.ts'
import { openTronNodes, type TronNodes } from '../../src/tron/nodes.ts'
import { newPrivateKey } from '../../src/tron/secret-keys.ts'
import { addressOfKey, signTransaction } from '../../src/tron/signature.ts'
import { isDeadForSure } from '../../src/tron/transaction-state.ts'
import type { Result } from '../../src/tron/trouble.ts'
import { openTestNetwork, type TestNetwork } from './network.ts'

const key = newPrivateKey()
const payer = addressOfKey(key)
const payee = mustBeAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const unknown = 'ab'.repeat(32)
let network: TestNetwork
let nodes: TronNodes

beforeEach(async () => {
  network = await openTestNetwork()
  nodes = open(['/at/a', '/at/b'])
})
afterEach(() => network.remove())

function open(paths: string[], options: { genesisId?: string; maxSolidAgeMs?: number } = {}) {
  const { usdtContract } = network.info
  const node = { timeoutMs: 300, ratePerSecond: 10_000, pauseMs: 150 }
  const urls = paths.map((path) => (path.startsWith('http') ? path : network.url + path))
  return openTronNodes({ nodes: urls.map((url) => ({ ...node, url })), usdtContract, ...options })
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.trouble))
  return result.value
}

async function payment(asset: 'TRX' | 'USDT', amount: bigint) {
  const { id, timeMs } = valueOf(await nodes.solidHead())
  const built = buildTransfer({
    asset,
    from: payer,
    to: payee,
    amount,
    refBlockId: id,
    timestampMs: Date.now(),
    expirationMs: timeMs + 600_000,
    usdtContract: network.info.usdtContract,
    feeLimitSun: 30_000_000n,
  })
  return signTransaction(fromHex(built.rawHex) ?? new Uint8Array(), key)
}

describe('a payment from its building to its end', () => {
  test('is absent, seen, in a block, solid; and is found among the outgoing', async () => {
    await network.fund(payer, 'TRX', '1000')
    await network.fund(payer, 'USDT', '100')
    await network.mine(19)
    expect(valueOf(await nodes.balances(payer))).toEqual({
      trx: 1_000_000_000n,
      usdt: 100_000_000n,
    })
    const sinceMs = Date.now() - 600_000
    const { txid, signedHex } = await payment('USDT', 5_000_000n)
    expect(valueOf(await nodes.transaction(txid)).state).toBe('absent')
    expect(await nodes.broadcast(signedHex)).toEqual({ outcome: 'accepted' })
    expect(valueOf(await nodes.transaction(txid)).state).toBe('seen')
    await network.mine(3)
    const packed = valueOf(await nodes.transaction(txid))
    expect(packed).toMatchObject({ state: 'in_block', confirmations: 3 })
    await network.mine(16)
    const solid = valueOf(await nodes.transaction(txid))
    expect(solid).toMatchObject({
      state: 'solid',
      contractRet: 'SUCCESS',
      reading: { credits: [{ asset: 'USDT', to: payee, amount: 5_000_000n }] },
    })
    expect(await nodes.broadcast(signedHex)).toEqual({ outcome: 'duplicate' })
    const transfer = { asset: 'USDT', to: payee, amount: 5_000_000n }
    const outgoing = [{ txid, succeeded: true, transfer }]
    expect(valueOf(await nodes.outgoing(payer, sinceMs))).toMatchObject(outgoing)
    // A bare node has no v1 lists: its blocks are walked instead.
    await network.ask('fault', { kind: 'light_node', path: '/v1/', count: 1_000 })
    expect(valueOf(await nodes.outgoing(payer, sinceMs))).toMatchObject(outgoing)
  })

  test('costs what was estimated', async () => {
    await network.fund(payer, 'TRX', '1000')
    await network.fund(payer, 'USDT', '100')
    await network.mine(19)
    const usdt = { asset: 'USDT' as const, from: payer, to: payee, amount: 5_000_000n }
    const estimate = valueOf(await nodes.estimateFee(usdt))
    expect(estimate).toMatchObject({ energy: 130_285n, feeSun: 13_028_500n })
    const opening = valueOf(await nodes.estimateFee({ ...usdt, asset: 'TRX' }))
    expect(opening).toMatchObject({ feeSun: 1_100_000n, activates: true })
    const { txid, signedHex } = await payment('USDT', 5_000_000n)
    await nodes.broadcast(signedHex)
    await network.mine(19)
    expect(valueOf(await nodes.transaction(txid))).toMatchObject({ feeSun: estimate.feeSun })
    const tooMuch = await nodes.estimateFee({ ...usdt, amount: 1n << 60n })
    expect(tooMuch).toMatchObject({ ok: false, trouble: { kind: 'refused' } })
  })

  test('whose answer was lost is on its way all the same', async () => {
    await network.fund(payer, 'TRX', '1000')
    await network.mine(19)
    const { txid, signedHex } = await payment('TRX', 1n)
    await network.ask('fault', { kind: 'lost_answer', path: 'broadcasthex', count: 2 })
    expect(await nodes.broadcast(signedHex)).toMatchObject({ outcome: 'unknown' })
    expect(valueOf(await nodes.transaction(txid)).state).toBe('seen')
    expect(await nodes.broadcast(signedHex)).toEqual({ outcome: 'duplicate' })
  })

  test('that is never mined is dead only past its expiration', async () => {
    await network.fund(payer, 'TRX', '1000')
    await network.mine(19)
    await network.ask('never-mine', { count: 1 })
    const { txid, signedHex } = await payment('TRX', 1n)
    expect(await nodes.broadcast(signedHex)).toMatchObject({ outcome: 'accepted' })
    await network.mine(30)
    const state = valueOf(await nodes.transaction(txid))
    expect(state.state).toBe('absent')
    expect(isDeadForSure(state, Date.now() + 600_000)).toBe(false)
    expect(isDeadForSure(state, Date.now() - 600_000)).toBe(true)
  })
})

describe('solid blocks', () => {
  test('tell every transfer, and stop at the solid head', async () => {
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
    const blocks = valueOf(await nodes.solidBlocks(1, 100))
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

  test('are refused when a receipt is missing', async () => {
    await network.fund(payee, 'USDT', '6')
    await network.mine(19)
    await network.ask('fault', { kind: 'empty', path: 'gettransactioninfobyblocknum', count: 10 })
    expect(await nodes.solidBlocks(1, 100)).toMatchObject({ trouble: { kind: 'malformed' } })
  })
})

describe('one of two nodes', () => {
  test('may be down', async () => {
    const dead = open(['/at/a', 'http://127.0.0.1:9'])
    expect(valueOf(await dead.solidHead()).number).toBe(2)
    expect(valueOf(await dead.solidBlocks(1, 2))).toHaveLength(2)
    expect(dead.health().map(({ isUsable }) => isUsable)).toEqual([true, false])
  })

  test('may lag: nothing is final before both have it', async () => {
    const txid = await network.fund(payee, 'TRX', '4')
    await network.mine(1)
    await network.ask('stale', { node: 'b' })
    await network.mine(18)
    expect(valueOf(await nodes.transaction(txid))).toMatchObject({ state: 'in_block' })
    await network.ask('clear-faults')
    expect(valueOf(await nodes.transaction(txid))).toMatchObject({ state: 'solid' })
  })

  test('must not be of another chain', async () => {
    const other = await openTestNetwork()
    try {
      const mixed = open(['/at/a', other.url])
      expect(await mixed.solidHead()).toMatchObject({ trouble: { kind: 'disagreement' } })
      const { genesisId } = network.info
      const known = open(['/at/a', other.url], { genesisId })
      expect(valueOf(await known.solidHead()).number).toBe(2)
      expect(known.health()[1]).toMatchObject({ isUsable: false })
    } finally {
      await other.remove()
    }
  })

  test('is not believed when it tells other receipts', async () => {
    await network.fund(payee, 'USDT', '6')
    await network.mine(19)
    const honest = valueOf(await nodes.solidBlocks(21, 21))
    expect(honest[0]?.readings[0]?.credits).toHaveLength(1)
    await network.ask('fault', { kind: 'lie', node: 'b', path: 'infobyblocknum', count: 9 })
    expect(await nodes.solidBlocks(21, 21)).toMatchObject({ trouble: { kind: 'disagreement' } })
  })

  test('stands still for too long: nothing is credited', async () => {
    const strict = open(['/at/a'], { maxSolidAgeMs: -60_000 })
    expect(await strict.solidHead()).toMatchObject({ trouble: { kind: 'stale' } })
    expect(await strict.solidBlocks(1, 2)).toMatchObject({ trouble: { kind: 'stale' } })
  })
})

describe('troubles of nodes', () => {
  test.each([
    ['unauthorised', 'unauthorised'],
    ['forbidden', 'rate_limited'],
    ['too_many', 'rate_limited'],
    ['unavailable', 'rate_limited'],
    ['html', 'malformed'],
    ['truncated', 'malformed'],
    ['timeout', 'timeout'],
    ['reset', 'unreachable'],
    ['busy', 'busy'],
    ['light_node', 'unavailable'],
  ])('%s on every call is %s, and never an absence', async (kind, trouble) => {
    const one = open(['/at/a'])
    valueOf(await one.solidHead())
    await network.ask('fault', { kind, count: 1_000 })
    expect(await one.transaction(unknown)).toMatchObject({ ok: false, trouble: { kind: trouble } })
  })

  test.each(['html', 'truncated', 'reset', 'busy'])('%s once is survived', async (kind) => {
    valueOf(await nodes.solidHead())
    await network.ask('fault', { kind, count: 1 })
    expect(valueOf(await nodes.solidHead()).number).toBe(2)
  })

  test('after too many requests a node rests, and then answers again', async () => {
    const one = open(['/at/a'])
    valueOf(await one.solidHead())
    await network.ask('fault', { kind: 'too_many', count: 1 })
    expect(await one.head()).toMatchObject({ trouble: { kind: 'rate_limited' } })
    expect(await one.head()).toMatchObject({ trouble: { detail: 'resting' } })
    await expect.poll(async () => (await one.head()).ok, { timeout: 5_000 }).toBe(true)
  })

  test('a payment to the wrong network is refused before anything is sent', async () => {
    const wrong = openTronNodes({ nodes: [{ url: network.url }], usdtContract: payee })
    expect(await wrong.check()).toMatchObject({ ok: false })
    expect(await nodes.check()).toMatchObject({ ok: true })
  })
})
