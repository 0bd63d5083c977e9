import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  addressFromNode,
  addressHex,
  requireAddress,
  parseAddress,
  zeroAddress,
} from '../../src/tron/encoding/address.ts'
import { unpayableReason } from '../../src/tron/transaction/payable.ts'

type Vectors = { valid: { address: string; hex: string; evm: string }[]; invalid: string[] }
const file = new URL('fixtures/vectors-address.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors

describe('addresses', () => {
  test.each(vectors.valid)('reads $address in all three forms', ({ address, hex, evm }) => {
    expect(parseAddress(address)).toEqual({ ok: true, address, hex })
    const forms = [address, hex, evm, evm.slice(2), hex.toUpperCase()]
    expect(forms.map(addressFromNode)).toEqual(forms.map(() => address))
    expect(addressHex(requireAddress(address))).toBe(hex)
  })

  test.each(vectors.invalid)('refuses %j', (text) => {
    expect(parseAddress(text)).toMatchObject({ ok: false })
  })

  test.each([
    ['', 'empty'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'wrong_checksum'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'wrong_length'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'not_tron'],
    [' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'surrounding_spaces'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t\u200b', 'surrounding_spaces'],
    ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'evm_form'],
    ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'hex_form'],
    ['tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t', 'not_base58'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t?amount=1', 'not_base58'],
    ['T'.repeat(10_000), 'wrong_length'],
  ])('%j is refused because of %s', (text, fault) => {
    expect(parseAddress(text)).toMatchObject({ fault })
  })
})

describe('addresses we never pay to', () => {
  const usdt = requireAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  const someone = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
  const account = { isActivated: true, balanceSun: 0n }

  test('are the zero address, the token, and contracts', () => {
    expect(unpayableReason(zeroAddress, usdt)).toBe('nobody')
    expect(unpayableReason(usdt, usdt)).toBe('token_contract')
    expect(unpayableReason(someone, usdt, { ...account, isContract: true })).toBe('contract')
    expect(unpayableReason(someone, usdt, { ...account, isContract: false })).toBeUndefined()
    expect(unpayableReason(someone, usdt)).toBeUndefined()
  })
})
