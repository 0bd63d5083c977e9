import { describe, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { fromHex, toHex } from '../../src/tron/encoding/hex.ts'
import { housePublicKey, newHouseKey, openSealed, sealFile } from '../../src/tron/keys/house-key.ts'
import { readPayoutFile, writePayoutFile } from '../../src/tron/signer/payout-file.ts'
import type { PayoutFile } from '../../src/tron/signer/payout-file.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { checkSignedPayouts, signPayouts } from '../../src/tron/signer/sign-payouts.ts'
import { addressOfKey, joinSignatures, readSigned } from '../../src/tron/transaction/signature.ts'
import { mainNetwork, openPayoutFile } from '../../src/tron/signer/signer-policy.ts'

const key = newPrivateKey()
const houseKey = newHouseKey()
const to = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const from = addressOfKey(key)
const { usdtContract } = mainNetwork

const file: PayoutFile = {
  kind: 'payouts',
  ...mainNetwork,
  batch: 'batch-1',
  refBlockId: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
  timestampMs: 1777445121000,
  expirationMs: 1777531521000,
  payouts: [
    { id: '1', attempt: 1, asset: 'TRX', from, to, amount: 12_500_000n, feeLimitSun: 0n },
    { id: '2', attempt: 1, asset: 'USDT', from, to, amount: 7n, feeLimitSun: 30_000_000n },
  ],
}

const policy = {
  housePublicKey: housePublicKey(houseKey),
  ...mainNetwork,
  depositXpub: null,
  maxFeeLimitSun: 30_000_000n,
}

const open = (sealed: string) =>
  openPayoutFile(new TextEncoder().encode(sealed), policy, { nowMs: file.timestampMs })
const signed = signPayouts(open(sealFile(writePayoutFile(file), houseKey)), () => key)

describe('the check at the import', () => {
  test('accepts exactly what was exported and signed', () => {
    expect(checkSignedPayouts(readPayoutFile(writePayoutFile(file)), signed)).toBeUndefined()
  })

  test('finds a changed receiver, amount, order, or batch', () => {
    const [first, second] = file.payouts
    const changed = (change: object): PayoutFile => ({
      ...file,
      payouts: [{ ...first, ...change } as never, second as never],
    })
    expect(checkSignedPayouts(changed({ amount: 1n }), signed)).toMatch(/another transaction/)
    expect(checkSignedPayouts(changed({ to: usdtContract }), signed)).toMatch(/another transaction/)
    expect(checkSignedPayouts(changed({ id: '9' }), signed)).toMatch(/missing/)
    expect(checkSignedPayouts({ ...file, batch: 'x' }, signed)).toMatch(/batch/)
  })

  test.each([
    ['kind', 'sweeps'],
    ['network', 'nile'],
    ['usdtContract', to],
    ['refBlockId', '00'.repeat(32)],
    ['timestampMs', 1],
    ['expirationMs', 1],
  ])('refuses another %s above the right bytes', (name, value) => {
    expect(checkSignedPayouts(file, { ...signed, [name]: value })).toBe(`another ${name}`)
  })

  test.each([
    ['from', usdtContract],
    ['to', usdtContract],
    ['amount', 1n],
    ['asset', 'USDT'],
    ['attempt', 2],
    ['feeLimitSun', 1n],
    ['depositIndex', 7],
    ['toIndex', 7],
  ])('refuses another %s next to the right bytes', (name, value) => {
    const [first, second] = signed.payouts
    const payouts = [{ ...first, [name]: value } as never, second as never]
    expect(checkSignedPayouts(file, { ...signed, payouts })).toBe(`payout 1 has another ${name}`)
  })

  test.each([
    ['a doubled signature', ({ raw, signatures: [one] }: Whole) => [raw, [one, one]]],
    ['no signature', ({ raw }: Whole) => [raw, []]],
    ['a signature of someone else', ({ raw }: Whole) => [raw, [new Uint8Array(65)]]],
  ])('refuses %s', (_what, change) => {
    const [raw, signatures] = change(wholeOf(0)) as [Uint8Array, Uint8Array[]]
    expect(checkChanged(toHex(joinSignatures(raw, signatures)))).toMatch(/not/)
  })

  test('refuses every kind of bytes after the signature, and bytes that are no transaction', () => {
    const whole = signed.payouts[0]?.signedHex ?? ''
    // An empty result, an unknown field, an empty signature: readers of the format skip them.
    for (const tail of ['2a00', '1a00', '1200', '5801']) {
      expect([tail, checkChanged(whole + tail)]).toEqual([tail, expect.stringMatching(/one sign/)])
    }
    for (const text of ['0a00', 'ff', whole.slice(0, -2)]) {
      expect([text.length, checkChanged(text)]).toEqual([text.length, expect.stringMatching(/./)])
    }
  })
})

type Whole = { raw: Uint8Array; signatures: Uint8Array[] }

function wholeOf(at: number): Whole {
  return readSigned(fromHex(signed.payouts[at]?.signedHex) ?? new Uint8Array())
}

function checkChanged(signedHex: string): string | undefined {
  const [first, second] = signed.payouts
  if (!first || !second) throw new Error('two payouts are signed')
  return checkSignedPayouts(file, { ...signed, payouts: [{ ...first, signedHex }, second] })
}

describe('the files', () => {
  test('sign nothing with a key that doesn’t pay', () => {
    const authentic = open(sealFile(writePayoutFile(file), houseKey))
    expect(() => signPayouts(authentic, () => newPrivateKey())).toThrow(/no key here pays/)
  })

  test('open only with the sealed bytes and their key', () => {
    const sealed = new TextEncoder().encode(sealFile('body\n', houseKey))
    expect(openSealed(sealed, policy.housePublicKey)).toBe('body\n')
    expect(openSealed(sealed, housePublicKey(newHouseKey()))).toBeUndefined()
    expect(openSealed(new Uint8Array([0xef, 0xbb, 0xbf, ...sealed]), policy.housePublicKey)).toBe(
      undefined,
    )
    expect(openSealed(sealed.slice(0, -1), policy.housePublicKey)).toBeUndefined()
    expect(openSealed(new Uint8Array(), policy.housePublicKey)).toBeUndefined()
  })

  test.each([
    ['not JSON', 'nonsense'],
    ['not a twofold-payouts file', '{}'],
    ['2 payouts', writePayoutFile(file).replace('"12500000"', '12500000')],
    ['an id', writePayoutFile({ ...file, payouts: [file.payouts[0], file.payouts[0]] as never })],
    ['checksum', writePayoutFile(file).replaceAll(to, `${to.slice(0, -1)}f`)],
    ['0 payouts', writePayoutFile({ ...file, payouts: [] })],
    ['another kind', writePayoutFile({ ...file, kind: 'gifts' as never })],
    ['a broken attempt', writePayoutFile(file).replace('"attempt": 1', '"attempt": -1')],
  ])('a file with %s is refused', (_what, text) => {
    expect(() => readPayoutFile(text)).toThrow(expect.objectContaining({ name: 'PayoutFileFault' }))
  })
})
