/** Reserves, a sample, and an anchor, checked from saved files alone. */
import { base64, hex } from '@scure/base'
import { assert, nat, property } from 'fast-check'
import { Trx } from 'tronweb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorMemo } from '../../../src/proof/anchor-memo.ts'
import { bytesOf, canonicalText, type Json } from '../../../src/proof/canonical.ts'
import { checkFiles } from '../../../src/proof/check/check-files.ts'
import { tell } from '../../../src/proof/check/describe.ts'
import { words } from '../../../src/proof/check/words.ts'
import { verifyEd25519 } from '../../../src/proof/ed25519.ts'
import { deriveSolvency, readSolvency, type Solvency } from '../../../src/proof/solvency.ts'
import { readRoot } from '../../../src/server/transparency/log/grow-log.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { drawSample } from '../../../src/server/transparency/reserves/draw-sample.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { toHex } from '../../../src/tron/encoding/hex.ts'
import { buildTransfer } from '../../../src/tron/transaction/build.ts'
import { addressOfKey, signTransaction } from '../../../src/tron/transaction/signature.ts'
import { signerOfMessage } from '../../../src/tron/transaction/signed-message.ts'
import { readSignedTransfer } from '../../../src/tron/transaction/signed-transfer.ts'
import { cases } from '../../support/scale.ts'
import { downloadDay, readPublic } from '../support/download-day.ts'
import { openReserveWorld, type ReserveWorld } from '../support/reserve-world.ts'
import { sealSheet } from '../support/makers/seal-sheet.ts'
import { sealToday } from '../support/makers/transparency-makers.ts'

type Files = Record<string, string>

let world: ReserveWorld
let files: Files

beforeAll(async () => {
  world = await openReserveWorld()
  const { config, tron } = world.edge.context
  config.reserveWallets = [world.cold]
  config.reserveSample = 'public'
  await world.sign(world.keys.cold)
  const day = await sealToday(world.edge)
  files = await downloadDay(world, day)
  await drawSample(world.edge.db, tron, 0)
  files.sample = await readPublic(world, `/api/transparency/solvency/sample/?day=${day}`)
})
afterAll(() => world.close())

const means = {
  sha256,
  verify: verifyEd25519,
  signerOf: signerOfMessage,
  readTransaction: readSignedTransfer,
}
const check = (given: Files) =>
  checkFiles(
    Object.entries(given).map(([name, said]) => ({
      name,
      bytes: bytesOf(said),
      isKeys: name === 'keys',
    })),
    means,
  )
const outcomesOf = (given: Files) =>
  Object.fromEntries(
    check(given).map(({ name, outcome }) => [
      name,
      outcome.is === 'wrong' ? `${outcome.fault.code}: ${outcome.fault.field}` : outcome.is,
    ]),
  )

test('lets a stranger check reserves, sample, and anchor from saved files', () => {
  const told = tell(check(files), words, sha256)
  expect(told.verdict).toBe('All 7 files are valid: they are what the log signed.')
  const of = (name: string) => told.files.find((file) => file.name === name)
  expect(Object.fromEntries(of('solvency')?.figures ?? [])).toMatchObject({
    Held: '$125.00',
    'Share of debts that is held': '113.63%',
    'If TRX falls by 30%': '107.00%',
    'If TRX falls by 50%': '102.38%',
    'Lowest of 0 readings at random times': 'not known',
  })
  expect(of('solvency')?.needsNode.join(' ')).toMatch(/had 100 TRX, 90 USDT[\s\S]*one TRX cost/)
  expect(of('anchor')?.needsNode.join(' ')).toContain('gettransactionbyid')
  expect(of('sample')?.needsNode.join(' ')).toContain(world.member.address)
})

test('names a single changed bit', () => {
  const names = ['solvency', 'sample', 'anchor']
  assert(
    property(nat(names.length - 1), nat(1 << 16), nat(7), (which, place, bit) => {
      const name = names[which] ?? ''
      const given = Object.entries(files).map(([each, said]) => ({
        name: each,
        bytes: bytesOf(said),
        isKeys: each === 'keys',
      }))
      const bytes = given.find((each) => each.name === name)?.bytes ?? new Uint8Array()
      const at = place % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
      const found = checkFiles(given, means).filter(({ outcome }) => outcome.is !== 'holds')
      const blamed = found.map((each) => each.name)
      expect(blamed, `${name}, byte ${at}, bit ${bit}`).toContain(name)
      // A sample is worth what the reserves are worth. Nothing else takes the blame.
      const others = name === 'solvency' ? [name, 'sample'] : [name]
      expect(others).toEqual(expect.arrayContaining(blamed))
    }),
    { numRuns: cases(600), seed: 9 },
  )
})

const hashOf = (said: string): string => hex.encode(sha256(bytesOf(said)))

/** The files of a day as the company could have sealed them: with another text of the reserves. */
function sealedWith(change: (solvency: string) => string): Files {
  const solvency = change(files.solvency ?? '')
  expect(solvency).not.toBe(files.solvency)
  const sheet = (files.sheet ?? '').replace(hashOf(files.solvency ?? ''), hashOf(solvency))
  return { keys: files.keys ?? '', sheet, seal: sealSheet(sheet), solvency }
}

const wrongOf = (change: (solvency: string) => string) => outcomesOf(sealedWith(change)).solvency

/** The reserves with a statement that names another checkpoint, signed by its wallet. */
const naming = (size: number, root: Uint8Array) => (solvency: string) => {
  const { wallets } = JSON.parse(solvency) as Solvency
  const statement = wallets.find(({ state }) => state === 'counted')?.statement
  if (!statement) throw new Error('no wallet counts')
  const text = statement.text.replace(
    /Checkpoint: .*/,
    `Checkpoint: ${size} ${base64.encode(root)}`,
  )
  const signature = Trx.signMessageV2(text, toHex(world.keys.cold)).replace(/^0x/, '')
  return solvency
    .replace(JSON.stringify(statement.text), JSON.stringify(text))
    .replace(statement.signature, signature)
}

test('checks the checkpoint of a wallet’s statement with the log', async () => {
  const growth = await readPublic(world, '/log/consistency/2')
  const [, size] = /Checkpoint: (\d+)/.exec(files.solvency ?? '') ?? []
  const page = await readPublic(world, '/transparency/check')
  expect(page).toContain(`href="/log/consistency/${size}" download="consistency-${size}.txt"`)
  expect(page).not.toContain('/log/epochs')
  const root = await readRoot(world.edge.db, 2)
  const honest = sealedWith(naming(2, root))
  expect(outcomesOf(honest).solvency).toBe('missing')
  expect(tell(check(honest), words, sha256).files.at(-1)?.says).toContain('/log/consistency/2.')
  expect(outcomesOf({ ...honest, growth })).toMatchObject({ solvency: 'holds', growth: 'holds' })
  // Anyone could have signed this on an earlier day, because the log never had this root.
  const other = sealedWith(naming(2, new Uint8Array(32)))
  expect(outcomesOf({ ...other, growth }).solvency).toMatch(/^wrong_statement: T\w+: checkpoint$/)
  const { log } = JSON.parse(files.sheet ?? '') as { log: { size: number } }
  const atSheet = sealedWith(naming(log.size, new Uint8Array(32)))
  expect(outcomesOf(atSheet).solvency).toMatch(/^wrong_statement: T\w+: checkpoint$/)
})

const otherDigit = (_: string, digit: string) => `"signature":"${digit === '0' ? 1 : 0}`

test('names contradictory figures in a sealed sheet', () => {
  expect(wrongOf((said) => said.replace('"ratio":11363', '"ratio":11364'))).toBe(
    'other_reserves: ratio',
  )
  expect(wrongOf((said) => said.replace('"held":"125.00"', '"held":"126.00"'))).toBe(
    'other_reserves: usd',
  )
  expect(wrongOf((said) => said.replace('"percent":50', '"percent":5'))).toBe(
    'other_reserves: falls',
  )
  expect(wrongOf((said) => said.replace('"lowest":null', '"lowest":12000'))).toBe(
    'other_reserves: lowest',
  )
  expect(wrongOf((said) => said.replace('"members":"100.00"', '"members":"10.00"'))).toBe(
    'other_debts: owed',
  )
  for (const coin of ['trx', 'usdt']) {
    const owed = new RegExp(`("owed":{"members":"[^}]*"${coin}":")[^"]*`)
    expect(wrongOf((said) => said.replace(owed, (_, before: string) => `${before}0.5`))).toBe(
      'other_debts: owed',
    )
  }
  expect(wrongOf((said) => said.replace(/Day: \d{4}/, 'Day: 2020'))).toMatch(
    /^wrong_statement: T\w+: day$/,
  )
  for (const [own, other] of [
    ['Log: test/log', 'Log: best/log'],
    [/Network: tron-\w{4}/, 'Network: tron-0000'],
    [/Address: T\w+/, `Address: ${world.member.address}`],
  ] as const) {
    expect(wrongOf((said) => said.replace(own, other))).toMatch(/^wrong_statement: T\w+: wallet/)
  }
  expect(wrongOf((said) => said.replace(/"signature":"(.)/, otherDigit))).toMatch(
    /^wrong_statement: T\w+: signature$/,
  )
})

/** The reserves with each wallet twice, and the figures that follow. */
function twice(said: string): string {
  const read = readSolvency(JSON.parse(said))
  if ('fault' in read) throw new Error(read.fault)
  const doubled = { ...read, wallets: [...read.wallets, ...read.wallets] }
  const whole = { v: 1, ...doubled, ...deriveSolvency(doubled) }
  return canonicalText(JSON.parse(JSON.stringify(whole)) as Json)
}

test('names a wallet that counts twice', () => {
  expect(wrongOf(twice)).toBe(`reserves_form: wallets: ${world.cold} twice`)
})

test('names an anchor whose root isn’t the signed one', () => {
  const [, size] = (files.checkpoint ?? '').split('\n')
  const root = sha256(bytesOf('other'))
  const memo = anchorMemo({ origin: 'test/log', size: Number(size), root })
  const built = buildTransfer({
    asset: 'TRX',
    from: addressOfKey(world.keys.anchor),
    to: requireAddress(world.member.address),
    amount: 1n,
    memo,
    refBlockId: 'ab'.repeat(32),
    timestampMs: 1,
    expirationMs: 2,
    usdtContract: world.edge.context.usdtContract,
    feeLimitSun: 0n,
  })
  const { signedHex } = signTransaction(Buffer.from(built.rawHex, 'hex'), world.keys.anchor)
  const forged = canonicalText({ v: 1, transaction: signedHex })
  expect(outcomesOf({ ...files, anchor: forged }).anchor).toBe('other_anchor: memo')
  const { checkpoint: _one, seal: _other, ...without } = files
  expect(outcomesOf(without).anchor).toBe('missing')
})
