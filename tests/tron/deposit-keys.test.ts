import { readFileSync } from 'node:fs'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { describe, expect, test } from 'vitest'
import { openDepositKeys } from '../../src/tron/keys/deposit-keys.ts'
import {
  accountXpub,
  depositKeyAt,
  newMnemonic,
  openAccount,
} from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'

type Vectors = { mnemonic: string; xpub: string; addresses: { path: string; address: string }[] }
const file = new URL('fixtures/vectors-hd.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors
const indexOf = (path: string) => Number(path.slice(path.lastIndexOf('/') + 1))

describe('deposit addresses from the extended public key', () => {
  test.each(vectors.addresses)('$path', ({ path, address }) => {
    expect(openDepositKeys(vectors.xpub).addressAt(indexOf(path))).toBe(address)
  })

  test('derives every address’s key from the offline account', () => {
    const account = openAccount(vectors.mnemonic)
    expect(accountXpub(vectors.mnemonic)).toBe(vectors.xpub)
    for (const { path, address } of vectors.addresses.slice(0, 4)) {
      expect(addressOfKey(depositKeyAt(account, indexOf(path)))).toBe(address)
    }
  })

  test('derives another account from a new mnemonic', () => {
    const [one, other] = [newMnemonic(), newMnemonic()]
    expect(one.split(' ')).toHaveLength(24)
    expect(accountXpub(one)).not.toBe(accountXpub(other))
  })

  const account = openAccount(vectors.mnemonic)
  const seed = HDKey.fromMasterSeed(mnemonicToSeedSync(vectors.mnemonic))
  const secondAccount = seed.derive("m/44'/195'/1'")
  test.each([
    ['private_key', account.privateExtendedKey],
    ['not_xpub', 'xpub6D1AabNHCupeiLM65'],
    ['not_xpub', ''],
    ['wrong_depth', account.deriveChild(0).publicExtendedKey],
    ['wrong_account', secondAccount.publicExtendedKey],
  ])('is refused as %s', (fault, text) => {
    const open = () => openDepositKeys(text)
    expect(open).toThrow(expect.objectContaining({ name: 'XpubRefused', fault }))
    // A secret entered by mistake must not reach a log through the error.
    expect(messageOf(open)).not.toContain(text.slice(4, 30) || 'xpub6')
  })

  test('guards against the wrong key file and bad indexes', () => {
    const first = vectors.addresses[0]?.address ?? ''
    expect(openDepositKeys(vectors.xpub, first).addressAt(0)).toBe(first)
    const other = vectors.addresses[1]?.address ?? ''
    expect(() => openDepositKeys(vectors.xpub, other)).toThrow(/address 0/)
    for (const index of [-1, 0.5, 2 ** 31, NaN]) {
      expect(() => openDepositKeys(vectors.xpub).addressAt(index)).toThrow(RangeError)
    }
  })
})

function messageOf(open: () => unknown): string {
  try {
    open()
    return ''
  } catch (error) {
    return String(error)
  }
}
