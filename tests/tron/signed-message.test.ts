import * as fc from 'fast-check'
import { Trx } from 'tronweb'
import { expect, test } from 'vitest'
import { toHex } from '../../src/tron/encoding/hex.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { signerOfMessage, signMessage } from '../../src/tron/transaction/signed-message.ts'

// tronweb judges our signatures of texts, and we judge its.

const key = newPrivateKey()
const own = addressOfKey(key)

test('exchanges signed messages with tronweb', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const ours = signMessage(text, key)
      expect(Trx.verifyMessageV2(text, ours)).toBe(own)
      const theirs = Trx.signMessageV2(text, toHex(key))
      expect(theirs.replace(/^0x/, '')).toBe(ours)
      expect(signerOfMessage(text, theirs)).toBe(own)
    }),
    { numRuns: 40 },
  )
})

test('recovers another wallet, or none, from a changed text or signature', () => {
  const signature = signMessage('Twofold reserves\n', key)
  expect(signerOfMessage('Twofold reserves', signature)).not.toBe(own)
  for (const at of [0, 40, 100]) {
    const digit = signature[at] === '0' ? '1' : '0'
    const changed = signature.slice(0, at) + digit + signature.slice(at + 1)
    expect(signerOfMessage('Twofold reserves\n', changed)).not.toBe(own)
  }
  for (const bad of ['', '00', 'zz'.repeat(65), `${signature}00`, signature.slice(2)]) {
    expect(signerOfMessage('Twofold reserves\n', bad)).toBeUndefined()
  }
})
