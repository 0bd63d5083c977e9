import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, asyncProperty, nat, oneof, record, uint8Array } from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { statementText } from '../../src/proof/reserve-statement.ts'
import { requireAddress, type Address } from '../../src/tron/encoding/address.ts'
import { toHex } from '../../src/tron/encoding/hex.ts'
import { housePublicKey, newHouseKey, sealFile } from '../../src/tron/keys/house-key.ts'
import { readSignedFile, writePayoutFile } from '../../src/tron/signer/payout-file.ts'
import type { PayoutFile, PayoutOrder } from '../../src/tron/signer/payout-file.ts'
import {
  accountXpub,
  depositKeyAt,
  newMnemonic,
  newPrivateKey,
  openAccount,
} from '../../src/tron/keys/secret-keys.ts'
import { checkSignedPayouts } from '../../src/tron/signer/sign-payouts.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { signerOfMessage } from '../../src/tron/transaction/signed-message.ts'
import { mainNetwork } from '../../src/tron/signer/signer-policy.ts'
import { runWallet } from '../../src/tron/signer/wallet-cli.ts'
import { openOfflineSigner, type OfflineSigner } from '../support/offline-signer.ts'
import { times } from '../support/scale.ts'

// The file's carrier must not be able to trick the signer. It signs only what the house sealed and
// its own policy allows, and only once.

const houseKey = newHouseKey()
const key = newPrivateKey()
const words = newMnemonic()
const account = openAccount(words)
const from = addressOfKey(key)
const to = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const thief = addressOfKey(newPrivateKey())
const [hour, day] = [3_600_000, 86_400_000]

const open: OfflineSigner[] = []
afterAll(() => open.forEach((signer) => signer.close()))

async function signerWith(secret: { key: string } | { words: string }): Promise<OfflineSigner> {
  const signer = openOfflineSigner(secret)
  open.push(signer)
  const xpub = signer.store('xpub', `${accountXpub(words)}\n`)
  await signer.run('trust', '--house', housePublicKey(houseKey), '--xpub', xpub)
  return signer
}

const payouts: PayoutOrder[] = [
  { id: '17', attempt: 1, asset: 'TRX', from, to, amount: 12_500_000n, feeLimitSun: 0n },
  { id: '18', attempt: 2, asset: 'USDT', from, to, amount: 7_000_000n, feeLimitSun: 13_000_000n },
]

let batches = 0
function fileOf(change: Partial<PayoutFile> = {}): PayoutFile {
  batches += 1
  const now = Date.now()
  return {
    kind: 'payouts',
    ...mainNetwork,
    batch: `batch-${batches}`,
    refBlockId: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
    timestampMs: now,
    expirationMs: now + 23 * hour,
    payouts,
    ...change,
  }
}

const seal = (file: PayoutFile): string => sealFile(writePayoutFile(file), houseKey)

/** A thief finds nothing to send: no signed file is in the signer's folders. */
function signedFiles({ folder }: OfflineSigner): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.json') && !name.endsWith('policy.json'))
}

test('lets others read a signed file, as the process that imports it does', async () => {
  const signer = await signerWith({ key: toHex(key) })
  await signer.sign(seal(fileOf()))
  const { mode } = statSync(join(signer.folder, '1.json'))
  expect(mode & 0o777).toBe(0o644 & ~process.umask())
})

test('shows and signs a file that the import accepts', async () => {
  const signer = await signerWith({ key: toHex(key) })
  const file = fileOf()
  const signed = readSignedFile(await signer.sign(seal(file)))
  expect(checkSignedPayouts(file, signed)).toBeUndefined()
  expect(signer.shown).toHaveLength(1)
  for (const part of [
    'Payouts to members, batch batch-',
    'Count:        2',
    'Total:        12.500000 TRX',
    'Total:        7.000000 USDT',
    'Largest:      12.500000 TRX',
    `${to}  12.500000 TRX + 7.000000 USDT  (17, 18)`,
  ]) {
    expect(signer.shown[0]).toContain(part)
  }
  expect(signer.shown[0]).not.toContain(toHex(key))
})

test('signs nothing without confirmation, and asks for no key before', async () => {
  const signer = await signerWith({ key: toHex(key) })
  const [orders, out] = [join(signer.folder, 'x.export'), join(signer.folder, 'x.json')]
  writeFileSync(orders, seal(fileOf()))
  const args = ['sign', '--payouts', orders, '--out', out, '--key', '/nowhere']
  const run = runWallet([...args, '--signer', join(signer.folder, 'signer')], async () => false)
  await expect(run).rejects.toThrow('Nothing was signed.')
  expect(existsSync(out)).toBe(false)
})

describe('a file that was changed in transit', () => {
  test('is refused for any changed bit or byte before anything is shown', async () => {
    const signer = await signerWith({ key: toHex(key) })
    const sealed = new TextEncoder().encode(seal(fileOf()))
    const change = oneof(
      record({ at: nat(sealed.length - 1), bit: nat(7) }).map(({ at, bit }) => {
        return sealed.map((byte, index) => (index === at ? byte ^ (1 << bit) : byte))
      }),
      nat(sealed.length - 1).map((at) => sealed.slice(0, at)),
      nat(sealed.length - 1).map((at) => sealed.filter((_byte, index) => index !== at)),
      uint8Array({ minLength: 1, maxLength: 20 }).map((tail) => {
        return new Uint8Array([...sealed, ...tail])
      }),
    )
    await assert(
      asyncProperty(change, async (changed) => {
        await expect(signer.sign(changed)).rejects.toThrow(/did not seal/)
      }),
      { numRuns: times(1_000) },
    )
    expect([signer.shown, signedFiles(signer)]).toEqual([[], []])
    await signer.sign(sealed)
    expect(signedFiles(signer)).toHaveLength(2)
  })

  test.each<[string, (text: string) => string]>([
    ['recipient', (text) => text.replaceAll(to, thief)],
    ['amount', (text) => text.replace('"12500000"', '"49000000000"')],
    ['contract', (text) => text.replace(mainNetwork.usdtContract, thief)],
    ['fee limit', (text) => text.replace('"13000000"', '"15000000000"')],
    ['attempt', (text) => text.replace('"attempt": 1', '"attempt": 3')],
    ['batch', (text) => text.replace(/"batch-\d+"/, '"batch-new"')],
    ['expiry', (text) => text.replace(/"expirationMs": \d+/, `"expirationMs": ${Date.now() * 2}`)],
    ['beginning, by a mark that reading drops', (text) => `\uFEFF${text}`],
    ['seal of another house', (text) => sealFile(text.split('signature ')[0] ?? '', newHouseKey())],
  ])('a changed %s is refused', async (_what, change) => {
    const signer = await signerWith({ key: toHex(key) })
    const sealed = seal(fileOf())
    expect(change(sealed)).not.toBe(sealed)
    await expect(signer.sign(change(sealed))).rejects.toThrow(/did not seal/)
    expect([signer.shown, signedFiles(signer)]).toEqual([[], []])
  })
})

const [first, second] = payouts as [PayoutOrder, PayoutOrder]
const now = Date.now()

describe('a sealed file that the policy doesn’t allow', () => {
  test.each<[string, RegExp, Partial<PayoutFile>]>([
    ['a token that is not USDT', /pinned USDT contract/, { usdtContract: thief }],
    ['another network', /signs for/, { network: 'tron-00000001' }],
    [
      'a fee limit of 15,000 TRX',
      /fee limit/,
      { payouts: [{ ...second, feeLimitSun: 15_000_000_000n }] },
    ],
    ['a fee limit for TRX', /fee limit/, { payouts: [{ ...first, feeLimitSun: 1n }] }],
    ['no fee limit for USDT', /fee limit/, { payouts: [{ ...second, feeLimitSun: 0n }] }],
    ['an expiry in 400 days', /24 hours/, { expirationMs: now + 400 * day }],
    ['an expiry in a day and a minute', /24 hours/, { expirationMs: now + day + 60_000 }],
    ['an expiry in 25 hours', /24 hours/, { expirationMs: now + 25 * hour }],
    ['an expiry before it was made', /24 hours/, { expirationMs: now - day }],
    ['yesterday’s date', /old file/, { timestampMs: now - 25 * hour, expirationMs: now - hour }],
    ['a date ahead', /future/, { timestampMs: now + 2 * hour, expirationMs: now + 3 * hour }],
    [
      'a payment to the token itself',
      /token_contract/,
      {
        payouts: [{ ...first, to: mainNetwork.usdtContract }],
      },
    ],
    ['a payment to the payer', /own address/, { payouts: [{ ...first, to: from }] }],
    ['no attempt', /not an attempt/, { payouts: [{ ...first, id: 'gift' }] }],
    ['a batch that rewrites the screen', /batch/, { batch: 'x\u001b[2J\u001b[H\nDestinations:' }],
    ['an id that rewrites the screen', /id/, { payouts: [{ ...first, id: '17\u001b[1A' }] }],
    ['a deposit key in a payout', /not a payout/, { payouts: [{ ...first, depositIndex: 1 }] }],
  ])('%s is refused', async (_what, why, change) => {
    const signer = await signerWith({ key: toHex(key) })
    await expect(signer.sign(seal(fileOf(change)))).rejects.toThrow(why)
    expect([signer.shown, signedFiles(signer)]).toEqual([[], []])
  })
})

describe('a second signature for the same attempt', () => {
  test('is refused for the same batch, even with other bytes', async () => {
    const signer = await signerWith({ key: toHex(key) })
    const file = fileOf()
    await signer.sign(seal(file))
    await expect(signer.sign(seal(file))).rejects.toThrow(/signed before/)
    const renewed = { ...file, timestampMs: file.timestampMs + 1 }
    await expect(signer.sign(seal(renewed))).rejects.toThrow(/signed before/)
  })

  test('is refused in another batch, unlike the next attempt', async () => {
    const signer = await signerWith({ key: toHex(key) })
    const lost = fileOf()
    await signer.sign(seal(lost))
    const again = fileOf({ payouts: [{ ...first, amount: 12_400_000n }] })
    await expect(signer.sign(seal(again))).rejects.toThrow(
      /were signed before: .* \(withdrawal 17, attempt 1\)/,
    )
    // Naming the lost batch doesn't help while its transactions are still valid.
    await expect(signer.sign(seal(again), '--lost', lost.batch)).rejects.toThrow(
      /were signed before/,
    )
    const next = fileOf({ payouts: [{ ...first, attempt: 2 }] })
    expect(readSignedFile(await signer.sign(seal(next))).payouts).toHaveLength(1)
  })

  test('is allowed after its expiry for the named lost batch only', async () => {
    const signer = await signerWith({ key: toHex(key) })
    const lost = fileOf()
    await signer.sign(seal(lost))
    const again = fileOf()
    const late = Date.now() - hour / 2
    age(signer, lost.expirationMs, late)
    await expect(signer.sign(seal(again), '--lost', lost.batch)).rejects.toThrow(/--lost/)
    age(signer, late)
    await expect(signer.sign(seal(again))).rejects.toThrow(/--lost/)
    await expect(signer.sign(seal(again), '--lost', 'other')).rejects.toThrow(/--lost/)
    expect(
      readSignedFile(await signer.sign(seal(again), '--lost', lost.batch)).payouts,
    ).toHaveLength(2)
  })

  test('is refused if someone signs it during the confirmation', async () => {
    const signer = await signerWith({ key: toHex(key) })
    const file = seal(fileOf())
    const [orders, out] = [signer.store('x.export', file), join(signer.folder, 'x.json')]
    const args = ['sign', '--payouts', orders, '--out', out, '--key', join(signer.folder, 'secret')]
    const run = runWallet([...args, '--signer', join(signer.folder, 'signer')], async () => {
      await signer.sign(file)
      return true
    })
    await expect(run).rejects.toThrow(/signed before/)
    expect(existsSync(out)).toBe(false)
  })

  test('stops all signing with a truncated log', async () => {
    const signer = await signerWith({ key: toHex(key) })
    await signer.sign(seal(fileOf()))
    const log = join(signer.folder, 'signer', 'signed.jsonl')
    writeFileSync(log, readFileSync(log, 'utf8').slice(0, -5))
    const other = fileOf({ payouts: [{ ...first, id: '99' }] })
    await expect(signer.sign(seal(other))).rejects.toThrow(/middle of a line/)
  })
})

/** Makes the transactions in the signer's log look expired, for two hours if not told. */
function age(signer: OfflineSigner, was: number, expirationMs = Date.now() - 2 * hour): void {
  const log = join(signer.folder, 'signer', 'signed.jsonl')
  const text = readFileSync(log, 'utf8')
  writeFileSync(log, text.replace(String(was), String(expirationMs)))
}

const depositAddress = (index: number): Address => addressOfKey(depositKeyAt(account, index))

const sweepOf = (index: number, target: Address): PayoutOrder => ({
  id: `sweep ${index} TRX`,
  asset: 'TRX',
  from: depositAddress(index),
  depositIndex: index,
  to: target,
  amount: 5_000_000n,
  feeLimitSun: 0n,
})
const topUpOf = (index: number, target: Address, amount = 9_000_000n): PayoutOrder => ({
  id: `top-up ${index}`,
  asset: 'TRX',
  from,
  to: target,
  toIndex: index,
  amount,
  feeLimitSun: 0n,
})

const again = (order: PayoutOrder): PayoutOrder => ({ ...order, id: 'again', amount: 1n })

describe('sweeps and top-ups', () => {
  test('go only where the operator types', async () => {
    const signer = await signerWith({ words })
    const good = fileOf({ kind: 'sweeps', payouts: [sweepOf(12, to), sweepOf(13, to)] })
    await expect(signer.sign(seal(good))).rejects.toThrow(/--to/)
    await expect(signer.sign(seal(good), '--to', thief)).rejects.toThrow(/goes to/)
    const mixed = fileOf({ kind: 'sweeps', payouts: [sweepOf(12, to), sweepOf(13, thief)] })
    await expect(signer.sign(seal(mixed), '--to', to)).rejects.toThrow(/goes to/)
    const twice = fileOf({ kind: 'sweeps', payouts: [sweepOf(12, to), again(sweepOf(12, to))] })
    await expect(signer.sign(seal(twice), '--to', to)).rejects.toThrow(/twice/)
    expect(signedFiles(signer)).toEqual([])
    const signed = readSignedFile(await signer.sign(seal(good), '--to', to))
    expect(checkSignedPayouts(good, signed)).toBeUndefined()
    // Swept again another day, by another batch.
    const later = fileOf({ kind: 'sweeps', payouts: [sweepOf(12, to)] })
    expect(readSignedFile(await signer.sign(seal(later), '--to', to)).payouts).toHaveLength(1)
  })

  test.each<[string, RegExp, PayoutOrder[]]>([
    ['a stranger’s address', /not our deposit address/, [topUpOf(12, thief)]],
    ['our address under another index', /not our deposit/, [topUpOf(13, depositAddress(12))]],
    ['too much', /can burn/, [topUpOf(12, depositAddress(12), 32_000_001n)]],
    [
      'an address twice',
      /twice/,
      [topUpOf(12, depositAddress(12)), again(topUpOf(12, depositAddress(12)))],
    ],
  ])('a top-up of %s is refused', async (_what, why, orders) => {
    const signer = await signerWith({ key: toHex(key) })
    await expect(signer.sign(seal(fileOf({ kind: 'top_ups', payouts: orders })))).rejects.toThrow(
      why,
    )
  })

  test('sign a top-up of our own deposit address', async () => {
    const signer = await signerWith({ key: toHex(key) })
    const file = fileOf({ kind: 'top_ups', payouts: [topUpOf(12, depositAddress(12))] })
    expect(checkSignedPayouts(file, readSignedFile(await signer.sign(seal(file))))).toBeUndefined()
  })
})

describe('the wallet command', () => {
  test('new prints words, the xpub, and a warning', async () => {
    const { out, warn } = await runWallet(['new'], async () => false)
    expect(out).toMatch(/^(\w+ ){23}\w+\nTRON_DEPOSIT_XPUB=xpub/)
    expect(warn).toContain('not connected to any network')
    const xpub = /xpub\w+/.exec(out)?.[0] ?? ''
    const signer = await signerWith({ words })
    const derived = await signer.run('derive', '--xpub', signer.store('new', xpub), '--count', '3')
    expect(derived.split('\n')).toHaveLength(3)
  })

  test('keeps the pinned house key, and signs nothing without one', async () => {
    const signer = await signerWith({ key: toHex(key) })
    const other = housePublicKey(newHouseKey())
    await expect(signer.run('trust', '--house', other)).rejects.toThrow(/remove that file/)
    await expect(signer.run('trust', '--house', 'abc')).rejects.toThrow(/64 hex/)
    const fresh = openOfflineSigner({ key: toHex(key) })
    open.push(fresh)
    await expect(fresh.sign(seal(fileOf()))).rejects.toThrow(/trusts no house key/)
    expect(await fresh.run('new', '--house', other)).toContain(`trusts house key ${other}`)
  })

  test('prints its usage', async () => {
    await expect(runWallet([], async () => false)).rejects.toThrow(/Usage/)
    await expect(runWallet(['xpub'], async () => false)).rejects.toThrow(/--words FILE is missing/)
  })
})

test('proves a wallet with its own key, and signs no other text', async () => {
  const signer = openOfflineSigner({ key: toHex(key) })
  open.push(signer)
  const prove = (text: string) =>
    signer.run(
      'prove',
      '--text',
      signer.store('text', text),
      '--key',
      join(signer.folder, 'secret'),
    )
  const place = { brand: 'Twofold', origin: 'test/log', network: mainNetwork.network }
  const about = { ...place, day: '2026-11-23', size: 1, root: new Uint8Array(32) }
  const own = statementText({ ...about, address: from })
  expect(signerOfMessage(own, await prove(own))).toBe(from)
  await expect(prove(statementText({ ...about, address: to }))).rejects.toThrow('not the key of')
  await expect(prove('I owe you everything.\n')).rejects.toThrow('not a statement')
})
