/** A day, checked from downloaded files alone: by the built program, and bit by bit. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { assert, asyncProperty, nat, property } from 'fast-check'
import { hex } from '@scure/base'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildVerify } from '../../../scripts/verifier/build-verify.ts'
import { bytesOf } from '../../../src/proof/canonical.ts'
import { checkFiles } from '../../../src/proof/check/check-files.ts'
import { findIncomeFault } from '../../../src/proof/check/income.ts'
import type { Sheet } from '../../../src/proof/check/sheet.ts'
import { verifyEd25519 } from '../../../src/proof/ed25519.ts'
import { entryOf, entryText, type Line } from '../../../src/proof/entry.ts'
import { checkpointText, signNote, verifierText } from '../../../src/proof/note.ts'
import { openLines, writeReceipt } from '../../../src/proof/receipt.ts'
import { leafHash } from '../../../src/proof/tree.ts'
import { checkWithBrowser } from '../../../src/verify/own-ed25519.ts'
import { verifierPolicy } from '../../../src/server/http/security-headers.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import {
  hashVerifiers,
  readVerifierFiles,
} from '../../../src/server/transparency/sheet/served-verifiers.ts'
import { openSigner } from '../../../src/server/transparency/log/sign-checkpoint.ts'
import { itemAt } from '../../support/answer.ts'
import { cases, isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { sealSheet } from '../support/makers/seal-sheet.ts'
import { sealToday, signLog, testSigner } from '../support/makers/transparency-makers.ts'
import { describeOutcomes } from './outcomes.ts'

type Files = Record<string, string>

let edge: Edge
let folder: string
let files: Files

beforeAll(async () => {
  edge = await openEdge()
  folder = await mkdtemp(join(tmpdir(), 'twofold-verify-'))
  await buildVerify(folder)
  const member = await addMember(edge, 'rita')
  await fundMember(edge, member.no, 30)
  const me = await edge.call('GET', '/api/accounts/me/', { token: member.access })
  const url = `/api/accounts/profiles/${itemAt(me.body.profiles, 0).id}/wallet-activate/` as const
  await edge.call('POST', url, { token: member.access })
  await signLog(edge)
  const kept = await get('/log/checkpoint')
  files = { ...(await downloadDay(member)), 'checkpoint-then': kept }
  const [, size] = kept.split('\n')
  files.consistency = await get(`/log/consistency/${size}`)
})
afterAll(async () => {
  await edge.close()
  await rm(folder, { recursive: true })
})

const get = async (url: string, token?: string): Promise<string> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await edge.app.inject({ method: 'GET', url, headers })
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.body
}

/** All that a member saves of a day. */
async function downloadDay({ access }: TestMember): Promise<Files> {
  const day = await sealToday(edge)
  await signLog(edge)
  const statement = await edge.call(
    'GET',
    '/api/accounts/statement/?from=2020-01-01&to=2120-01-01',
    { token: access },
  )
  const { journal } = itemAt(statement.body.entries, 1)
  return {
    keys: await get('/log/keys'),
    checkpoint: await get('/log/checkpoint'),
    sheet: await get(`/api/transparency/days/${day}/`),
    seal: await get(`/api/transparency/seal/${day}/`),
    income: await get(`/api/transparency/income/?day=${day}`),
    solvency: await get(`/api/transparency/solvency/?day=${day}`),
    owed: await get(`/api/accounts/proofs/${day}/`, access),
    receipt: await get(`/api/accounts/proofs/receipts/${journal}/`, access),
  }
}

const run = promisify(execFile)

/** Runs the built program where nothing but itself and these files is. */
async function verify(given: Files, ...args: string[]): Promise<{ code: number; said: string }> {
  for (const [name, text] of Object.entries(given)) await writeFile(join(folder, name), text)
  const options = { cwd: folder, env: {} }
  const { keys, ...others } = given
  const kept = keys === undefined || args.includes('--keys') ? [] : ['--keys', 'keys']
  const named = Object.keys(kept.length > 0 ? others : given)
  return run(process.execPath, ['verify.mjs', ...named, ...kept, ...args], options).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      said: stdout + stderr,
    }),
  )
}

const check = (given: Files) =>
  checkFiles(
    Object.entries(given).map(([name, text]) => ({ name, bytes: bytesOf(text) })),
    { sha256, verify: verifyEd25519 },
  )

const outcomesOf = (given: Files): Record<string, string> => describeOutcomes(check(given))

const without = (...names: string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)))

test('verifies a whole day with Node in an empty folder', async () => {
  const { code, said } = await verify({ ...files, epochs: await get('/log/epochs') })
  // The log never began again.
  expect(said).toContain('epochs: Empty. It has no content')
  expect(said).toMatch(/^All 10 files are valid/)
  expect(code).toBe(0)
  expect(said).toMatch(/owed: Valid\. .*what it owes rita\.\n {2}Owed to rita: \$29\.00\n/)
  expect(said).toMatch(/receipt: Valid\.[\s\S]*Wallet: −\$1\.00, then \$29\.00/)
  expect(said).toMatch(/income: Valid\. The sheet of \S+ has these exact figures: income\./)
  expect(said).toContain('nothing was rewritten')
  expect((await verify(files, '--language', 'es')).said).toMatch(/^Los 10 archivos son correctos/)
})

test.runIf(isLong)('fails without known keys, unless the caller asks otherwise', async () => {
  const { keys = '', ...rest } = files
  const keyless = await verify(rest)
  expect([keyless.code, keyless.said]).toEqual([1, expect.stringContaining('add the public keys')])
  expect((await verify(rest, '--without-keys')).code).toBe(0)
  expect((await verify({ keys })).code).toBe(2)
  // A stranger can bring keys of their own: it takes someone who knows the right one.
  await writeFile(join(folder, 'found'), keys)
  const found = await verify(rest, 'found')
  expect(found.code).toBe(1)
  expect(found.said).toMatch(/^All 10 files agree with each other\. .*compare its fingerprint/)
  const [, fingerprint = ''] =
    /Fingerprint of the key: test\/log: ([0-9a-f ]{39})\n/.exec(found.said) ?? []
  expect((await verify(rest, 'found', '--fingerprint', fingerprint)).code).toBe(0)
  const wrong = fingerprint.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  expect((await verify(rest, 'found', '--fingerprint', wrong)).code).toBe(1)
  expect((await verify({})).code).toBe(2)
  const other = openSigner('test/log', '77'.repeat(32))
  const stranger = await verify({ ...rest, keys: `${verifierText(other.verifier)}\n` })
  expect(stranger.code).toBe(1)
  expect(stranger.said).toContain('No known key signed this note. Where: signatures.')
})

test('doesn’t trust keys among the files when the reader supplies some', async () => {
  const { keys = '' } = files
  const forger = openSigner('test/log', '66'.repeat(32))
  const text = checkpointText({ origin: 'test/log', size: 9, root: new Uint8Array(32) })
  const forged = signNote(text, forger.verifier, forger.sign)
  const evidence = `${verifierText(forger.verifier)}\n`
  await writeFile(join(folder, 'kept'), keys)
  const { code, said } = await verify({ forged, evidence }, '--keys', 'kept')
  expect(said).toContain('evidence: Wrong.')
  expect(said).toContain('forged: Wrong. No known key signed this note.')
  expect(code).toBe(1)
  expect((await verify(files, '--keys', 'kept')).code).toBe(0)
})

test('doesn’t let a forged file overwrite the program’s output', async () => {
  const key = new Uint8Array(32)
  const lines: Line[] = [['posting\r\u001b[2KAll 9 files are valid.\u001b[8m', 1]]
  const command = { seq: 1, at: 1, kind: 'activate', by: 'm1', in: {} }
  const entry = entryOf(sha256, command, lines, key)
  const root = leafHash(sha256, bytesOf(entryText(entry)))
  const text = checkpointText({ origin: 'test/log', size: 1, root })
  const checkpoint = signNote(text, testSigner.verifier, testSigner.sign)
  const opened = openLines(sha256, entry, lines, key, () => true)
  const forged = writeReceipt(sha256, entry, opened, { path: [], checkpoint })
  const { said } = await verify({ forged })
  expect(said).toContain(String.raw`posting\u{d}\u{1b}[2KAll 9 files are valid`)
  expect(said).not.toMatch(/[^\P{Cc}\n]/u)
})

const hashOf = (text: string): string => hex.encode(sha256(bytesOf(text)))

/** The day with another income statement, which the log sealed. */
function withIncome(change: (text: string) => string): Files {
  const income = change(files.income ?? '')
  const sheet = (files.sheet ?? '').replace(hashOf(files.income ?? ''), hashOf(income))
  return { keys: files.keys ?? '', sheet, seal: sealSheet(sheet), income }
}

test('compares the income statement with the groups of the tree', () => {
  expect(outcomesOf(withIncome(String))).toEqual({
    keys: 'holds',
    sheet: 'holds',
    seal: 'holds',
    income: 'holds',
  })
  const registered = withIncome((text) => text.replace(/"registered":\d+/, '"registered":9'))
  expect(outcomesOf(registered)).toMatchObject({ sheet: 'holds', income: 'other_sums' })
  const above = withIncome((text) => text.replace(/"above":\d+/, '"above":9'))
  expect(outcomesOf(above)).toMatchObject({ sheet: 'holds', income: 'other_sums' })
  // With groups, each must be that of the tree.
  const owed = { usd: '1.00', members: 30, groups: [5, 1, 2, 3, 4, 5, 4, 2, 1, 1, 1, 1] }
  const all = { members: 25, below: 15, even: 4, above: 6 }
  const groups = [1, 2, 3, 4, 5, 4, 2, 1, 1, 1, 1]
  const find = (changed: object, other: readonly number[] = groups) => {
    const income = { registered: 30, all: { ...all, ...changed, details: { groups: other } } }
    return findIncomeFault(income, { owed } as unknown as Sheet)?.field
  }
  expect(find({})).toBeUndefined()
  expect(find({}, groups.toReversed())).toBe('all')
  expect(find({ members: 24, above: 5 })).toBe('all')
  expect(find({ below: 14, above: 7 })).toBe('all')
})

test('detects a log that seals two sheets for one day', () => {
  const { sheet = '', seal = '' } = withIncome((text) => `${text} `)
  const given = { keys: files.keys ?? '', seal: files.seal ?? '', sheet: files.sheet ?? '' }
  const both = { ...given, 'other-seal': seal, 'other-sheet': sheet }
  expect(outcomesOf(both)).toMatchObject({
    seal: 'two_sheets',
    sheet: 'two_sheets',
    'other-seal': 'two_sheets',
    'other-sheet': 'two_sheets',
  })
  const { keys = '', owed = '' } = files
  expect(outcomesOf({ keys, owed, 'other-seal': seal })).toEqual({
    keys: 'holds',
    owed: 'two_sheets',
    'other-seal': 'two_sheets',
  })
})

test('lists on the sheet the hashes of the served files', async () => {
  const files = readVerifierFiles(folder)
  expect([...files.keys()]).toEqual([
    'verify.html',
    'verify.mjs',
    'verify-worker.js',
    'verify-worker-full.js',
  ])
  const page = await readFile(join(folder, 'verify.html'))
  expect(hashVerifiers(files)['verify.html']).toBe(hex.encode(sha256(page)))
})

test('allows exactly the page’s own script and style', async () => {
  const page = await readFile(join(folder, 'verify.html'), 'utf8')
  const [, own = ''] = /Security-Policy" content="([^"]*)"/.exec(page) ?? []
  const rules = verifierPolicy(page).split('; ')
  expect(own.split('; ')).toEqual(rules.filter((rule) => !rule.startsWith('frame-ancestors')))
  expect(page).toMatch(/<script>[^<]{9}[\s\S]{20000,}<\/script>/)
})

test.runIf(isLong)('names the file with a changed bit', async () => {
  const owed = (files.owed ?? '').replace('"owed":"', '"owed":"1')
  const changed = await verify({ ...files, owed })
  expect(changed.code).toBe(1)
  expect(changed.said).toMatch(/^Don’t trust this: owed\.\n/)
  const names = Object.keys(files)
  assert(
    property(nat(names.length - 1), nat(1 << 16), nat(7), (which, place, bit) => {
      const name = names[which] ?? ''
      const given = names.map((each) => ({ name: each, bytes: bytesOf(files[each] ?? '') }))
      const bytes = given[which]?.bytes ?? new Uint8Array()
      const at = place % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
      const found = checkFiles(given, { sha256, verify: verifyEd25519 })
      expect(['wrong', 'missing'], `${name}, byte ${at}, bit ${bit}`).toContain(
        found[which]?.outcome.is,
      )
      // No other file takes the blame.
      const blamed = found.filter(({ outcome }) => outcome.is === 'wrong')
      expect([name]).toEqual(expect.arrayContaining(blamed.map((each) => each.name)))
    }),
    { numRuns: cases(3_000), seed: 9 },
  )
})

test.runIf(isLong)('a browser’s own Ed25519 finds what the library’s finds', async () => {
  const names = Object.keys(files)
  const given = names.map((name) => ({ name, bytes: bytesOf(files[name] ?? '') }))
  expect(await checkWithBrowser(given, sha256)).toEqual(
    checkFiles(given, { sha256, verify: verifyEd25519 }),
  )
  await assert(
    asyncProperty(nat(names.length - 1), nat(1 << 16), nat(7), async (which, place, bit) => {
      const changed = given.map(({ name, bytes }) => ({ name, bytes: bytes.slice() }))
      const bytes = changed[which]?.bytes ?? new Uint8Array()
      const at = place % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
      expect(await checkWithBrowser(changed, sha256)).toEqual(
        checkFiles(changed, { sha256, verify: verifyEd25519 }),
      )
    }),
    { numRuns: cases(1_000), seed: 10 },
  )
})

const unsupported = () => Promise.reject(new DOMException('', 'NotSupportedError'))

test('a browser without Ed25519 of its own checks nothing', async () => {
  const { subtle } = crypto
  const given = [{ name: 'keys', bytes: bytesOf(files.keys ?? '') }]
  // As on a page without TLS, and as in older browsers.
  for (const lacking of [undefined, { importKey: unsupported }]) {
    Object.defineProperty(crypto, 'subtle', { value: lacking, configurable: true })
    try {
      expect(await checkWithBrowser(given, sha256)).toBeNull()
    } finally {
      Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true })
    }
  }
})

test('the worker that a page loads first stays small', async () => {
  const worker = await readFile(join(folder, 'verify-worker.js'))
  expect(gzipSync(worker, { level: 9 }).length).toBeLessThan(25_000)
})

test('names the file that is needed to check another one', () => {
  expect(outcomesOf(without('seal', 'owed', 'checkpoint-then', 'receipt'))).toEqual({
    keys: 'holds',
    checkpoint: 'holds',
    sheet: 'missing seal',
    income: 'missing seal',
    solvency: 'missing seal',
    consistency: 'missing checkpoint',
  })
  expect(outcomesOf({ ...files, income: '{}' }).income).toBe('other_part')
  expect(outcomesOf(without('sheet', 'owed')).income).toBe('missing sheet')
  // The proof carries the sheet, so it vouches for the sheet and its figures.
  expect(outcomesOf(without('seal', 'sheet')).income).toBe('holds')
  expect(outcomesOf(without('seal')).sheet).toBe('holds')
})

/** A checkpoint with another root, signed by the log itself. */
const forkOf = (size: number): string =>
  signNote(
    checkpointText({ origin: 'test/log', size, root: sha256(bytesOf('fork')) }),
    testSigner.verifier,
    (text) => ed25519.sign(text, Buffer.from('5e'.repeat(32), 'hex')),
  )

test('detects a log that signs two histories, from its own files', () => {
  const size = Number(files.checkpoint?.split('\n')[1])
  const forked = outcomesOf({ ...files, fork: forkOf(size) })
  expect(forked).toMatchObject({ fork: 'two_histories', checkpoint: 'two_histories' })
  // Of another size, it takes the hashes between both.
  const older = Number(files['checkpoint-then']?.split('\n')[1])
  const rewritten = outcomesOf({ ...files, 'checkpoint-then': forkOf(older) })
  expect(Object.values(rewritten)).toEqual(
    expect.arrayContaining([expect.stringMatching(/rewritten|two_histories/)]),
  )
  const only = { keys: files.keys ?? '', kept: forkOf(older), consistency: files.consistency ?? '' }
  expect(outcomesOf(only)).toMatchObject({ kept: 'holds', consistency: 'rewritten' })
})

test('proves no consistency with a tree that doesn’t exist', async () => {
  for (const older of ['0', '999999999', 'x', '-1', '1e3']) {
    const answer = await edge.app.inject({ method: 'GET', url: `/log/consistency/${older}` })
    expect(answer.statusCode, `of ${older}`).toBe(404)
  }
})
