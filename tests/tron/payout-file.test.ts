import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { mustBeAddress } from '../../src/tron/address.ts'
import { toHex } from '../../src/tron/hex.ts'
import { readPayoutFile, readSignedFile, writePayoutFile } from '../../src/tron/payout-file.ts'
import type { PayoutFile } from '../../src/tron/payout-file.ts'
import {
  depositKeyAt,
  newMnemonic,
  newPrivateKey,
  openAccount,
} from '../../src/tron/secret-keys.ts'
import { addressOfKey } from '../../src/tron/signature.ts'
import { checkSignedPayouts, signPayouts } from '../../src/tron/sign-payouts.ts'
import { runWallet } from '../../src/tron/wallet-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'twofold-wallet-'))
afterAll(() => rmSync(folder, { recursive: true }))
const key = newPrivateKey()
const to = mustBeAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const usdtContract = mustBeAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')

const file: PayoutFile = {
  batch: 'batch-1',
  usdtContract,
  refBlockId: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
  timestampMs: 1777445121000,
  expirationMs: 1777531521000,
  payouts: [
    { id: '1', asset: 'TRX', from: addressOfKey(key), to, amount: 12_500_000n, feeLimitSun: 0n },
    { id: '2', asset: 'USDT', from: addressOfKey(key), to, amount: 7n, feeLimitSun: 30_000_000n },
  ],
}

describe('offline signing', () => {
  test('a file goes out, is signed by the wallet, and comes back checked', () => {
    const [orders, keys, out] = ['orders.json', 'key', 'signed.json'].map((name) =>
      join(folder, name),
    )
    writeFileSync(String(orders), writePayoutFile(file))
    writeFileSync(String(keys), toHex(key))
    const args = ['sign', '--payouts', String(orders), '--key', String(keys), '--out', String(out)]
    const printed = runWallet(args)
    expect(printed.out).toContain('1: 12.500000 TRX')
    expect(printed.out + printed.warn).not.toContain(toHex(key))
    const signed = readSignedFile(readFileSync(String(out), 'utf8'))
    expect(checkSignedPayouts(readPayoutFile(writePayoutFile(file)), signed)).toBeUndefined()
    // A signed file is never written over.
    expect(() => runWallet(args)).toThrow(/EEXIST/)
  })

  test('a changed receiver, amount, order or signer is found', () => {
    const signed = signPayouts(file, () => key)
    const [first, second] = file.payouts
    const changed = (change: object): PayoutFile => ({
      ...file,
      payouts: [{ ...first, ...change } as never, second as never],
    })
    expect(checkSignedPayouts(changed({ amount: 1n }), signed)).toMatch(/another transaction/)
    expect(checkSignedPayouts(changed({ to: usdtContract }), signed)).toMatch(/another transaction/)
    expect(checkSignedPayouts(changed({ id: '9' }), signed)).toMatch(/missing/)
    expect(checkSignedPayouts({ ...file, batch: 'x' }, signed)).toMatch(/batch/)
    const unsigned = signed.payouts.map((payout) => ({ ...payout, signedHex: '0a00' }))
    expect(checkSignedPayouts(file, { ...signed, payouts: unsigned })).toMatch(/another/)
  })

  test('sweeps are signed with the key of their deposit address', () => {
    const words = newMnemonic()
    const account = openAccount(words)
    const from = addressOfKey(depositKeyAt(account, 12))
    const payouts = [
      { id: 's', asset: 'TRX' as const, from, depositIndex: 12, to, amount: 1n, feeLimitSun: 0n },
    ]
    const paths = ['sweep.json', 'words', 'sweep-signed.json'].map((name) => join(folder, name))
    const [orders, wordsFile, out] = paths.map(String)
    writeFileSync(orders ?? '', writePayoutFile({ ...file, payouts }))
    writeFileSync(wordsFile ?? '', words)
    runWallet(['sign', '--payouts', orders ?? '', '--words', wordsFile ?? '', '--out', out ?? ''])
    const signed = readSignedFile(readFileSync(out ?? '', 'utf8'))
    expect(checkSignedPayouts({ ...file, payouts }, signed)).toBeUndefined()
  })

  test('a key that does not pay signs nothing', () => {
    expect(() => signPayouts(file, () => newPrivateKey())).toThrow(/no key here pays/)
  })

  test.each([
    ['not JSON', 'nonsense'],
    ['not a twofold-payouts file', '{}'],
    ['2 payouts', writePayoutFile(file).replace('"12500000"', '12500000')],
    ['an id', writePayoutFile({ ...file, payouts: [file.payouts[0], file.payouts[0]] as never })],
    ['checksum', writePayoutFile(file).replaceAll(to, `${to.slice(0, -1)}f`)],
    ['0 payouts', writePayoutFile({ ...file, payouts: [] })],
  ])('a file with %s is refused', (_what, text) => {
    expect(() => readPayoutFile(text)).toThrow(expect.objectContaining({ name: 'PayoutFileFault' }))
  })
})

describe('the wallet command', () => {
  test('new prints words, the xpub, and a warning', () => {
    const { out, warn } = runWallet(['new'])
    expect(out).toMatch(/^(\w+ ){23}\w+\nTRON_DEPOSIT_XPUB=xpub/)
    expect(warn).toContain('not connected to any network')
    const xpub = /xpub\w+/.exec(out)?.[0] ?? ''
    expect(runWallet(['derive', '--xpub', xpub, '--count', '3']).out.split('\n')).toHaveLength(3)
  })

  test('says how it is used', () => {
    expect(() => runWallet([])).toThrow(/Usage/)
    expect(() => runWallet(['xpub'])).toThrow(/--words FILE is missing/)
  })
})
