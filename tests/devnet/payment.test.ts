import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { buildTransfer } from '../../src/tron/transaction/build.ts'
import { fromHex } from '../../src/tron/encoding/hex.ts'
import type { TronNodes } from '../../src/tron/quorum/nodes.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey, signTransaction } from '../../src/tron/transaction/signature.ts'
import { isProvablyExpired } from '../../src/tron/query/transaction-state.ts'
import { openNodes, openTestNetwork, valueOf, type TestNetwork } from './network.ts'

const key = newPrivateKey()
const payer = addressOfKey(key)
const payee = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
let network: TestNetwork
let nodes: TronNodes

beforeEach(async () => {
  network = await openTestNetwork()
  nodes = openNodes(network, ['/at/a', '/at/b'])
})
afterEach(() => network.remove())

async function payment(asset: 'TRX' | 'USDT', amount: bigint) {
  const { id, timeMs } = valueOf(await nodes.finalHead())
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

describe('the life of a payment', () => {
  test('goes from absent to seen, included, and final', async () => {
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
      state: 'final',
      contractRet: 'SUCCESS',
      reading: { credits: [{ asset: 'USDT', to: payee, amount: 5_000_000n }] },
    })
    expect(await nodes.broadcast(signedHex)).toEqual({ outcome: 'duplicate' })
    const transfer = { asset: 'USDT', to: payee, amount: 5_000_000n }
    const outgoing = [{ txid, succeeded: true, transfer }]
    expect(valueOf(await nodes.outgoing(payer, sinceMs))).toMatchObject(outgoing)
    // A bare node has no v1 lists, so we walk its blocks instead.
    await network.ask('fault', { kind: 'light_node', path: '/v1/', count: 1_000 })
    expect(valueOf(await nodes.outgoing(payer, sinceMs))).toMatchObject(outgoing)
  })

  test('costs exactly the estimate', async () => {
    await network.fund(payer, 'TRX', '1000')
    await network.fund(payer, 'USDT', '100')
    await network.mine(19)
    const usdt = { asset: 'USDT' as const, from: payer, to: payee, amount: 5_000_000n }
    const estimate = valueOf(await nodes.estimateFee(usdt))
    expect(estimate).toMatchObject({ energy: 130_285n, feeSun: 13_028_500n })
    // The receiver may empty their wallet before the payment, so the limit is still that of a new
    // holder.
    await network.fund(payee, 'USDT', '1')
    await network.mine(19)
    const holder = valueOf(await nodes.estimateFee(usdt))
    expect(holder).toMatchObject({ energy: 64_285n, feeLimitSun: 16_937_050n })
    expect(estimate).toMatchObject({ feeLimitSun: 16_937_050n, worstSun: 17_282_050n })
    const opening = valueOf(await nodes.estimateFee({ ...usdt, asset: 'TRX' }))
    expect(opening).toMatchObject({ feeSun: 1_100_000n, activates: true, worstSun: 1_368_000n })
    const { txid, signedHex } = await payment('USDT', 5_000_000n)
    await nodes.broadcast(signedHex)
    await network.mine(19)
    expect(valueOf(await nodes.transaction(txid))).toMatchObject({ feeSun: holder.feeSun })
    const tooMuch = await nodes.estimateFee({ ...usdt, amount: 1n << 60n })
    expect(tooMuch).toMatchObject({ ok: false, trouble: { kind: 'reverted' } })
  })
})

describe('a payment in trouble', () => {
  test('is under way even if its answer was lost', async () => {
    await network.fund(payer, 'TRX', '1000')
    await network.mine(19)
    const { txid, signedHex } = await payment('TRX', 1n)
    await network.ask('fault', { kind: 'lost_answer', path: 'broadcasthex', count: 2 })
    expect(await nodes.broadcast(signedHex)).toMatchObject({ outcome: 'unknown' })
    expect(valueOf(await nodes.transaction(txid)).state).toBe('seen')
    expect(await nodes.broadcast(signedHex)).toEqual({ outcome: 'duplicate' })
  })

  test('is provably expired only past its expiration', async () => {
    await network.fund(payer, 'TRX', '1000')
    await network.mine(19)
    await network.ask('never-mine', { count: 1 })
    const { txid, signedHex } = await payment('TRX', 1n)
    expect(await nodes.broadcast(signedHex)).toMatchObject({ outcome: 'accepted' })
    await network.mine(30)
    const state = valueOf(await nodes.transaction(txid))
    expect(state.state).toBe('absent')
    expect(isProvablyExpired(state, Date.now() + 600_000)).toBe(false)
    expect(isProvablyExpired(state, Date.now() - 600_000)).toBe(true)
  })
})
