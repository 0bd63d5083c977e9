import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { buildTransfer } from '../../src/tron/transaction/build.ts'
import { fromHex, toHex } from '../../src/tron/encoding/hex.ts'
import {
  addressOfKey,
  readSigned,
  recoverSigner,
  signTransaction,
} from '../../src/tron/transaction/signature.ts'
import { decodeRaw, encodeRaw, transactionId } from '../../src/tron/transaction/transaction.ts'

type Vector = {
  name: string
  txID: string
  raw_data_hex: string
  signature: [string]
  signature_v27: [string]
  signer: string
}
type Vectors = { private_key: string; ref_block_id: string; transactions: Vector[] }
const file = new URL('fixtures/vectors-codec.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors
const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array()
const key = bytes(vectors.private_key)

describe('the codec agrees with the vectors', () => {
  test.each(vectors.transactions)('$name', (vector) => {
    const raw = bytes(vector.raw_data_hex)
    expect(transactionId(raw)).toBe(vector.txID)
    expect(toHex(encodeRaw(decodeRaw(raw)))).toBe(vector.raw_data_hex)
    const signed = signTransaction(raw, key)
    expect(signed).toMatchObject({ txid: vector.txID, signature: vector.signature[0] })
    for (const hex of [vector.signature[0], vector.signature_v27[0]]) {
      expect(recoverSigner(vector.txID, bytes(hex))).toBe(vector.signer)
    }
    expect(readSigned(bytes(signed.signedHex))).toMatchObject({ txid: vector.txID, raw })
  })

  test('builds transfers equal to the vectors', () => {
    const order = {
      from: addressOfKey(key),
      to: requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre'),
      refBlockId: vectors.ref_block_id,
      timestampMs: 1777445121000,
      expirationMs: 1777445181000,
      usdtContract: requireAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
      feeLimitSun: 30_000_000n,
    }
    const [trx, , usdt] = vectors.transactions
    expect(buildTransfer({ ...order, asset: 'TRX', amount: 1_234_567n }).txid).toBe(trx?.txID)
    expect(buildTransfer({ ...order, asset: 'USDT', amount: 1_500_000n }).txid).toBe(usdt?.txID)
  })

  test('refuses orders that the chain could never accept', () => {
    const order = {
      asset: 'TRX' as const,
      from: addressOfKey(key),
      to: requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre'),
      amount: 1n,
      refBlockId: vectors.ref_block_id,
      timestampMs: 1,
      expirationMs: 2,
      usdtContract: requireAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
      feeLimitSun: 0n,
    }
    expect(buildTransfer(order).txid).toMatch(/^[0-9a-f]{64}$/)
    for (const wrong of [
      { amount: 0n },
      { amount: -1n },
      { amount: 1n << 63n },
      { to: order.from },
      { refBlockId: 'ab' },
      { expirationMs: 1 },
      { asset: 'USDT' as const },
    ]) {
      expect(() => buildTransfer({ ...order, ...wrong })).toThrow(RangeError)
    }
  })
})
