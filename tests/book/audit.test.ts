/** An audit file of a real run verifies, and every forgery is named. */
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { base64 } from '@scure/base'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf } from '../../src/proof/canonical.ts'
import { entryOf, entryText, type Entry, type Line } from '../../src/proof/entry.ts'
import { anchorMemo } from '../../src/proof/anchor-memo.ts'
import {
  checkpointText,
  KEY_TYPES,
  peekCheckpoint,
  signNote,
  verifierOf,
  verifierText,
} from '../../src/proof/note.ts'
import { leafHash } from '../../src/proof/tree.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { growingTree } from '../../src/server/transparency/audit/growing-tree.ts'
import { ExportRuns, withLock } from '../../src/server/transparency/audit/one-export.ts'
import { readAuditLines } from '../../src/server/transparency/audit/read-audit-lines.ts'
import { verifyAudit, type Kept } from '../../src/server/transparency/audit/verify-audit.ts'
import { writeAudit } from '../../src/server/transparency/audit/write-audit.ts'
import { growLog } from '../../src/server/transparency/log/grow-log.ts'
import { sha256 } from '../../src/server/transparency/log/sha256.ts'
import { openSigner, signCheckpoint } from '../../src/server/transparency/log/sign-checkpoint.ts'
import { sheetParts } from '../../src/server/transparency/parts.ts'
import { makeSheet } from '../../src/server/transparency/sheet/make-sheet.ts'
import { buildTransfer } from '../../src/tron/transaction/build.ts'
import { addressOfKey, signTransaction } from '../../src/tron/transaction/signature.ts'
import { readGoldenLog } from '../domain/golden-log.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runProgram } from '../support/run-program.ts'
import { isLong } from '../support/scale.ts'

const log = pino({ level: 'silent' })
const signer = openSigner('example.com/log', '5e'.repeat(32))
const trusted: Kept = { keys: [verifierText(signer.verifier)], checkpoints: [] }

let database: TestDatabase
let book: Book
let folder: string
let file: string
/** The previous checkpoint, and the lines of the file. */
let older: string
let lines: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'twofold-audit-'))
  file = join(folder, 'audit.gz')
  book = await openBook({ ...database, log })
  const commands = readGoldenLog().map(({ command }) => command)
  const part = Math.floor(commands.length / 2)
  await submit(commands.slice(0, part))
  const { db } = database
  const code = { 'verify.html': 'ab'.repeat(32) }
  await makeSheet({ db, book, origin: 'example.com/log', parts: sheetParts, code })
  older = await sign()
  await submit(commands.slice(part))
  await sign()
  await writeAudit(db, file)
  lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
})
afterAll(async () => {
  await book.close()
  await database.close()
  await rm(folder, { recursive: true })
})

/** Every kind of command. The ledger has another clock, so it refuses some of them. */
async function submit(commands: readonly ReturnType<typeof readGoldenLog>[number]['command'][]) {
  for (let at = 0; at < commands.length; at += 100) {
    const some = commands.slice(at, at + 100)
    await Promise.all(some.map((command) => book.submit({ command, by: { system: 'test' } })))
  }
}

async function sign(): Promise<string> {
  const { db } = database
  while ((await growLog(db)) > 0);
  await signCheckpoint({ db, signer, dataDir: folder, log })
  return await readFile(join(folder, 'last-checkpoint'), 'utf8')
}

async function* batchOf(changed: readonly string[]): AsyncGenerator<Buffer[]> {
  yield changed.map((line) => Buffer.from(line))
}

const verify = (changed: readonly string[], kept = trusted) => verifyAudit(batchOf(changed), kept)

const isEntry = (line: string): boolean => line.startsWith('{"at":')
const seqOf = (line: string): number => (JSON.parse(line) as Entry).seq

const withoutKeys = (all: string[]) => all.filter((line) => !line.startsWith('{"month":'))

/** The position and number of the entry whose lines include a journal of a kind. */
function findEntry(kind: string): { at: number; seq: number } {
  const at = lines.findIndex((line) => line.startsWith(`[["journal",`) && line.includes(kind)) - 1
  return { at, seq: seqOf(lines[at] ?? '') }
}

function withLines(at: number, ...replaced: string[]): string[] {
  return lines.toSpliced(at, replaced.length, ...replaced)
}

test('verifies a clean export, and derives every part of its sheet again', async () => {
  const audited = await verifyAudit(readAuditLines(file), { ...trusted, checkpoints: [older] })
  expect(audited).toMatchObject({ sheets: 1, derived: 2, unknown: [], keysKept: true })
  expect(audited.entries).toBe(lines.filter(isEntry).length)
  // A verifier given to one reader isn't the one on the sealed sheet.
  expect(audited.codes).toEqual([
    { day: expect.any(String) as string, code: { 'verify.html': 'ab'.repeat(32) } },
  ])
  const kinds = lines.flatMap((line) => /^\[\["journal",\d+,"(\w+)"/.exec(line)?.[1] ?? [])
  const expected = ['activation', 'deposit', 'accepted', 'adjustment', 'withdrawal_returned']
  expect([...new Set(kinds)]).toEqual(expect.arrayContaining(expected))
})

test('verifies without a database, and names the differences', async () => {
  const keys = join(folder, 'keys')
  await writeFile(keys, `${verifierText(signer.verifier)}\n`)
  const clean = await runProgram('cli/audit-verify.ts', { args: [file, '--keys', keys] })
  expect([clean.code, clean.said]).toEqual([0, expect.stringContaining('Everything follows')])
  const forged = join(folder, 'forged.gz')
  const { at, seq } = findEntry('"activation"')
  await writeFile(forged, gzipSync(`${lines.toSpliced(at, 2).join('\n')}\n`))
  const { code, said } = await runProgram('cli/audit-verify.ts', { args: [forged] })
  expect([code, said]).toEqual([1, expect.stringContaining(`Entry ${seq} is missing`)])
  if (!isLong) return
  // Text from a file can't move the cursor, or hide the lines that follow.
  const header = { ...(JSON.parse(lines[0] ?? '') as object), origin: 'x\u001b[2J\u001b[8m' }
  await writeFile(forged, gzipSync(`${withLines(0, JSON.stringify(header)).join('\n')}\n`))
  const painted = await runProgram('cli/audit-verify.ts', { args: [forged] })
  expect(painted.said).toContain(String.raw`of x\u{1b}[2J\u{1b}[8m`)
  await copyFile(file, forged)
  await truncate(forged, 20_000)
  const cut = await runProgram('cli/audit-verify.ts', { args: [forged] })
  expect([cut.code, cut.said]).toEqual([1, expect.stringContaining('not whole')])
})

test('continues an interrupted export with identical lines', async () => {
  const again = join(folder, 'again.gz')
  const stopping = new AbortController()
  const options = { most: 100, stopping: stopping.signal, onProgress: () => stopping.abort() }
  expect(await writeAudit(database.db, again, options)).toBeNull()
  // More commands came meanwhile. The export still uses the checkpoint that it began with.
  await submit([{ kind: 'register', sponsor: 1 }])
  await sign()
  expect(await writeAudit(database.db, again)).toMatchObject({ resumed: 100 })
  const text = gunzipSync(await readFile(again))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  expect(withoutKeys(text)).toEqual(withoutKeys(lines))
  expect(await verifyAudit(readAuditLines(again), trusted)).toMatchObject({ sheets: 1 })
})

test('runs only one export at a time', async () => {
  const { pool } = database
  const second = () => withLock(pool, () => Promise.resolve('second'))
  await expect(withLock(pool, second)).rejects.toThrow(ExportRuns)
  expect(await second()).toBe('second')
})

test('names a changed amount', async () => {
  const { at, seq } = findEntry('"deposit"')
  const changed = (lines[at + 1] ?? '').replace(
    /"(\d+)","\d+","deposit"/,
    '"9999","9999","deposit"',
  )
  const line = String.raw`line \d+ says .*"9999".*, and the rules give .*"deposit"`
  await expect(verify(withLines(at + 1, changed))).rejects.toThrow(
    new RegExp(`The lines of entry ${seq} aren't those whose hash it has: ${line}`),
  )
})

test('names a removed entry, and two swapped ones', async () => {
  const { at, seq } = findEntry('"activation"')
  await expect(verify(lines.toSpliced(at, 2))).rejects.toThrow(`Entry ${seq} is missing`)
  const first = lines.findIndex((line, i) => isEntry(line) && isEntry(lines[i + 1] ?? ''))
  const [one = '', two = ''] = lines.slice(first, first + 2)
  await expect(verify(withLines(first, two, one))).rejects.toThrow(`Entry ${seqOf(one)} is missing`)
})

test('names a signed entry that breaks the rules', async () => {
  const { at, seq } = findEntry('"adjustment"')
  const entry = JSON.parse(lines[at] ?? '') as Entry
  const key = lines.flatMap((line) => /^\{"month":.*"key":"(.*)"\}$/.exec(line)?.[1] ?? [])[0] ?? ''
  const richer = (JSON.parse(lines[at + 1] ?? '') as Line[]).map((line): Line => {
    const [what, no, i, account, amount, after, purpose] = line
    if (what !== 'posting') return line
    const more = Number(account) >= 1_000 ? 1n : -1n
    const sums = [amount, after].map((sum) => String(BigInt(sum ?? 0) + more))
    return [what, no ?? 0, i ?? 0, account ?? 0, sums[0] ?? '', sums[1] ?? '', purpose ?? '']
  })
  const forged = entryOf(sha256, entry, richer, base64.decode(key))
  const changed = withLines(at, entryText(forged), JSON.stringify(richer))
  const tree = growingTree(sha256)
  for (const line of changed.filter(isEntry)) tree.add(leafHash(sha256, bytesOf(line)))
  const checkpoint = { origin: 'example.com/log', size: tree.size, root: tree.root() }
  const note = signNote(checkpointText(checkpoint), signer.verifier, signer.sign)
  changed[0] = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), checkpoint: note })
  await expect(verify(changed)).rejects.toThrow(`Entry ${seq} breaks the rules: line `)
  // A command that the rules refuse.
  const other = lines.findIndex((line) => line.includes('"kind":"register"'))
  const stranger = (lines[other] ?? '').replace(/"sponsor":\d+/, '"sponsor":999999')
  await expect(verify(withLines(other, stranger))).rejects.toThrow(
    `Entry ${seqOf(stranger)} (register) breaks the rules: not_found`,
  )
})

test('names an entry of an unknown kind', async () => {
  const at = lines.findIndex((line) => line.includes('"kind":"register"'))
  const unknown = (lines[at] ?? '').replace('"kind":"register"', '"kind":"__proto__"')
  await expect(verify(withLines(at, unknown))).rejects.toThrow(
    `Entry ${seqOf(unknown)} breaks the rules: these rules know no command "__proto__"`,
  )
})

test('names an unreadable line', async () => {
  const at = lines.findIndex((line) => line.startsWith('{"sheet":'))
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const { sheet } = JSON.parse(lines[at] ?? '') as { sheet: string }
  const nested = JSON.stringify({ sheet, parts: { income: deep, boards: deep } })
  await expect(verify(withLines(at, nested))).rejects.toThrow(/The line after entry \d+ can't be/)
  const month = lines.findIndex((line) => line.startsWith('{"month":'))
  const bits = (lines[month] ?? '').replace(/.="}$/, '/="}')
  await expect(verify(withLines(month, bits))).rejects.toThrow(/The line after entry \d+ can't be/)
})

test('names an entry that only the signed root reveals as changed', async () => {
  const at = lines.findLastIndex((line) => line.includes('"kind":"register"'))
  const other = (lines[at] ?? '').replace('"sys:test"', '"sys:else"')
  await expect(verify(withLines(at, other))).rejects.toThrow(/One of the entries \d+ to \d+ isn't/)
})

test('names a changed figure of a sheet', async () => {
  const at = lines.findIndex((line) => line.startsWith('{"sheet":'))
  type Sheet = { sheet: string; parts: { income: string; boards: string } }
  const { sheet, parts } = JSON.parse(lines[at] ?? '') as Sheet
  const forge = (changed: object) => withLines(at, JSON.stringify({ sheet, parts, ...changed }))
  const income = parts.income.replace(/"zero_rewards":(\d+)/, '"zero_rewards":1$1')
  await expect(verify(forge({ parts: { ...parts, income } }))).rejects.toThrow(
    /Sheet of .*: income\.all\.zero_rewards is 1\d+, and the entries give \d+/,
  )
  const boards = parts.boards.replace(/"complete":(\d+)/, '"complete":1$1')
  await expect(verify(forge({ parts: { ...parts, boards } }))).rejects.toThrow(
    /boards\.plans\.0\.complete is/,
  )
  const cut = sheet.replace(/"journal":(\d+)/, '"journal":1$1')
  await expect(verify(forge({ sheet: cut }))).rejects.toThrow(/Sheet of .*: cut\.journal is/)
  const silent = sheet.replace(/"boards":"\w+",/, '')
  await expect(verify(forge({ sheet: silent }))).rejects.toThrow(
    /Sheet of .*: it leaves out boards/,
  )
  const fewer = sheet.replace(/"members":(\d+)/, '"members":1$1')
  await expect(verify(forge({ sheet: fewer }))).rejects.toThrow(
    /Sheet of .*: liabilities\.members is/,
  )
  await expect(verify(forge({ sheet: `${sheet} ` }))).rejects.toThrow(
    /its bytes aren't those that entry \d+ sealed/,
  )
  await expect(verify(lines.toSpliced(at, 1))).rejects.toThrow('without its sheet')
})

test('names a checkpoint of another key, an older one, and one of another history', async () => {
  const header = JSON.parse(lines[0] ?? '') as { size: number; checkpoint: string }
  const forger = openSigner('example.com/log', '66'.repeat(32))
  const text = header.checkpoint.slice(0, header.checkpoint.indexOf('\n\n') + 1)
  const checkpoint = signNote(text, forger.verifier, forger.sign)
  const forge = (changed: object) => withLines(0, JSON.stringify({ ...header, ...changed }))
  const keys = [verifierText(forger.verifier)]
  await expect(verify(forge({ checkpoint, keys }))).rejects.toThrow(
    'The checkpoint of the file: No known key signed this note.',
  )
  await expect(verify(forge({ checkpoint: older }))).rejects.toThrow(/and its checkpoint is of/)
  const size = Number(older.split('\n')[1])
  await expect(verify(forge({ checkpoint: older, size }))).rejects.toThrow(
    `The checkpoint is of ${size} entries, and the file has ${header.size}`,
  )
  // A checkpoint that the auditor saved, of a history that this file doesn't continue.
  const tree = { origin: 'example.com/log', size: 5, root: sha256(bytesOf('another history')) }
  const kept = signNote(checkpointText(tree), signer.verifier, signer.sign)
  await expect(verify(lines, { ...trusted, checkpoints: [kept] })).rejects.toThrow(
    "One of the entries 1 to 5 isn't",
  )
})

/** The lines with an anchor of the first sheet: a transaction with a checkpoint in its memo. */
function withAnchor(root?: Uint8Array): string[] {
  const checkpoint = peekCheckpoint(older)
  if (!checkpoint) throw new Error('no checkpoint')
  const key = new Uint8Array(32).fill(5)
  const built = buildTransfer({
    asset: 'TRX',
    from: addressOfKey(key),
    to: addressOfKey(new Uint8Array(32).fill(6)),
    amount: 1n,
    memo: anchorMemo({ ...checkpoint, root: root ?? checkpoint.root }),
    refBlockId: 'ab'.repeat(32),
    timestampMs: 1,
    expirationMs: 2,
    usdtContract: addressOfKey(key),
    feeLimitSun: 0n,
  })
  const { signedHex: anchor } = signTransaction(Buffer.from(built.rawHex, 'hex'), key)
  const at = lines.findIndex((line) => line.startsWith('{"sheet":'))
  const sheet = JSON.parse(lines[at] ?? '') as object
  return withLines(at, JSON.stringify({ ...sheet, anchor }))
}

test('requires the entries to lead to the root on the chain', async () => {
  const size = peekCheckpoint(older)?.size
  expect((await verify(withAnchor())).anchors).toMatchObject([{ size }])
  await expect(verify(withAnchor(new Uint8Array(32)))).rejects.toThrow("isn't the one")
  const forged = withAnchor().map((line) => line.replace(/("anchor":"..)./, '$1f'))
  await expect(verify(forged)).rejects.toThrow('The anchor after entry')
})

test.runIf(isLong)(
  'refuses a file without the auditor’s required witnesses, and names them',
  async () => {
    const witness = verifierOf(sha256, 'w.example', new Uint8Array(32).fill(9), KEY_TYPES.witness)
    const policy = `witness w ${verifierText(witness)}\nquorum w\n`
    const found = verify(lines, { ...trusted, policies: [policy] })
    await expect(found).rejects.toThrow(/Too few of the witnesses.*w\.example/)
    const whole = `log ${verifierText(signer.verifier)}\nquorum none\n`
    expect(await verify(lines, { ...trusted, keys: [], policies: [whole] })).toMatchObject({
      keysKept: true,
    })

    // A witness named in addition to a policy is required too.
    const [file, kept] = [join(folder, 'witnessed.gz'), join(folder, 'policy.txt')]
    await writeFile(file, gzipSync(lines.join('\n') + '\n'))
    await writeFile(kept, whole)
    const run = (...more: string[]) =>
      runProgram('cli/audit-verify.ts', { args: [file, '--keys', kept, ...more] })
    expect((await run()).code).toBe(0)
    const both = await run('--witness', verifierText(witness))
    expect([both.code, both.said]).toEqual([1, expect.stringContaining('w.example')])
    expect((await run('--quorum', '1')).code).toBe(1)
  },
)
