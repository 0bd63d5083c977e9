/** Rules of the real network about what a node takes, and what it costs. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { buildTransfer } from '../../src/tron/transaction/build.ts'
import { fromHex } from '../../src/tron/encoding/hex.ts'
import type { TronNodes } from '../../src/tron/quorum/nodes.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey, signTransaction } from '../../src/tron/transaction/signature.ts'
import {
  decodeRaw,
  encodeRaw,
  type RawTransaction,
} from '../../src/tron/transaction/transaction.ts'
import { callNode, openNodes, openTestNetwork, valueOf, type TestNetwork } from './network.ts'

const key = newPrivateKey()
const payer = addressOfKey(key)
const payee = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
let network: TestNetwork
let nodes: TronNodes

beforeEach(async () => {
  network = await openTestNetwork()
  nodes = openNodes(network, ['/at/a'])
  for (const to of [payer, payee]) await network.fund(to, 'TRX', '50000')
  await network.fund(payer, 'USDT', '100')
  await network.mine(19)
})
afterEach(() => network.remove())

/** A payment of the payer's with something about it changed. */
async function signed(asset: 'TRX' | 'USDT', change: Partial<RawTransaction>) {
  const { id, timeMs } = valueOf(await nodes.finalHead())
  const built = buildTransfer({
    asset,
    from: payer,
    to: payee,
    amount: 1_000_000n,
    refBlockId: id,
    timestampMs: Date.now(),
    expirationMs: timeMs + 600_000,
    usdtContract: network.info.usdtContract,
    feeLimitSun: 30_000_000n,
  })
  const raw = decodeRaw(fromHex(built.rawHex) ?? new Uint8Array())
  return signTransaction(encodeRaw({ ...raw, ...change }), key)
}

const send = async (asset: 'TRX' | 'USDT', change: Partial<RawTransaction> = {}) =>
  nodes.broadcast((await signed(asset, change)).signedHex)

test('limits a call’s fee limit to 15,000 TRX', async () => {
  const most = 15_000_000_000n
  expect(await send('USDT', { feeLimitSun: most + 1n })).toEqual({
    outcome: 'rejected',
    code: 'CONTRACT_VALIDATE_ERROR',
    message: `Contract validate error : feeLimit must be >= 0 and <= ${most}`,
  })
  expect(await send('USDT', { feeLimitSun: most })).toEqual({ outcome: 'accepted' })
})

test('refuses a permission that the account doesn’t have', async () => {
  expect(await send('TRX', { permissionId: 3n })).toEqual({
    outcome: 'rejected',
    code: 'SIGERROR',
    message: "Validate signature error: permission isn't exit",
  })
  expect(await send('TRX', { permissionId: 2n })).toEqual({ outcome: 'accepted' })
})

test('treats a lagging node’s refusal as inconclusive', async () => {
  await network.ask('fault', { kind: 'unsolidified', count: 1, path: 'broadcast' })
  const { signedHex } = await signed('TRX', {})
  expect(await nodes.broadcast(signedHex)).toMatchObject({ outcome: 'unknown' })
  expect(await nodes.broadcast(signedHex)).toEqual({ outcome: 'accepted' })
})

test('charges one TRX for a memo while enabled', async () => {
  // Bandwidth costs nothing here.
  await network.ask('stake', { address: payer, energy: 0, bandwidth: 5_000 })
  await network.mine(19)
  const memo = new TextEncoder().encode('order-1')
  const fee = async (change: Partial<RawTransaction>) => {
    const { txid, signedHex } = await signed('TRX', change)
    expect(await nodes.broadcast(signedHex)).toEqual({ outcome: 'accepted' })
    await network.mine(1)
    return (await callNode(network.url, '/wallet/gettransactioninfobyid', { value: txid })).fee ?? 0
  }
  const balance = async () => {
    await network.mine(19)
    return valueOf(await nodes.balances(payer)).trx
  }
  expect(await fee({ memo })).toBe(0)
  await network.ask('memo-fee')
  const before = await balance()
  expect(await fee({ memo })).toBe(1_000_000)
  // One TRX is paid, the other burned.
  expect(before - (await balance())).toBe(2_000_000n)
  expect(await fee({})).toBe(0)
  const parameters = await callNode(network.url, '/wallet/getchainparameters')
  expect(parameters.chainParameter).toContainEqual({ key: 'getMemoFee', value: 1_000_000 })
  await network.ask('memo-fee', { on: false })
  expect(await fee({ memo })).toBe(0)
})
