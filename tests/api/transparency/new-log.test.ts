/** What readers kept of a former log, after it lost commands and began again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf } from '../../../src/proof/canonical.ts'
import { checkFiles } from '../../../src/proof/check/check-files.ts'
import { tell } from '../../../src/proof/check/describe.ts'
import { words } from '../../../src/proof/check/words.ts'
import { verifyEd25519 } from '../../../src/proof/ed25519.ts'
import {
  checkpointText,
  KEY_TYPES,
  peekCheckpoint,
  signNote,
  verifierOf,
  type Checkpoint,
} from '../../../src/proof/note.ts'
import { keepCosignature, readFirst } from '../../../src/server/transparency/log/cosignatures.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { growLog } from '../../../src/server/transparency/log/grow-log.ts'
import {
  LogBehind,
  openSigner,
  signCheckpoint,
} from '../../../src/server/transparency/log/sign-checkpoint.ts'
import { readAuditLines } from '../../../src/server/transparency/audit/read-audit-lines.ts'
import { verifyAudit } from '../../../src/server/transparency/audit/verify-audit.ts'
import { writeAudit } from '../../../src/server/transparency/audit/write-audit.ts'
import { runProgram } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { sealToday, signLog, testSigner } from '../support/makers/transparency-makers.ts'
import { describeOutcomes } from './outcomes.ts'
import { beginAgain, formerCheckpoint, LOST, signNewLog, why } from './begin-again.ts'

let edge: Edge
let folder: string
let member: TestMember
let day: string
/** A checkpoint of the former log that remains, and the last one, which doesn't. */
let kept: string
let lost: string
const sizeOf = (note: string): number => peekCheckpoint(note)?.size ?? 0

beforeAll(async () => {
  edge = await openEdge()
  folder = await mkdtemp(join(tmpdir(), 'twofold-new-log-'))
  member = await addMember(edge, 'rita')
  await fundMember(edge, member.no, 30)
  await signLog(edge)
  kept = await get('/log/checkpoint')
  // The former log's checkpoint with this seal is lost.
  day = await sealToday(edge)
  lost = await beginAgain(edge)
})
afterAll(async () => {
  await edge.close()
  await rm(folder, { recursive: true })
})

async function get(url: string, token?: string): Promise<string> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await edge.app.inject({ method: 'GET', url, headers })
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.body
}

const check = (files: Record<string, string>) =>
  checkFiles(
    Object.entries(files).map(([name, text]) => ({ name, bytes: bytesOf(text) })),
    { sha256, verify: verifyEd25519 },
  )
const outcomesOf = (files: Record<string, string>) => describeOutcomes(check(files))

/** What a member saves of a day of the former log, from the new one. */
const downloadDay = async () => ({
  keys: await get('/log/keys'),
  checkpoint: await get('/log/checkpoint'),
  sheet: await get(`/api/transparency/days/${day}/`),
  seal: await get(`/api/transparency/seal/${day}/`),
  income: await get(`/api/transparency/income/?day=${day}`),
  owed: await get(`/api/accounts/proofs/${day}/`, member.access),
})

test('the new log vouches for a sheet whose own log lost its seal’s checkpoint', async () => {
  const files = await downloadDay()
  expect(files.sheet).toContain('"origin":"test/log"')
  expect(files.seal).toContain('\ntest/log2\n')
  expect(Object.values(outcomesOf(files))).toEqual(Object.keys(files).map(() => 'holds'))
  // No other log does, and a former one can't.
  const other = openSigner('other/log', '5e'.repeat(32))
  const note = checkpointText({ ...requireCheckpoint(files.checkpoint), origin: 'other/log' })
  const seal = files.seal.replace(
    /\ntest\/log2\n[\s\S]*$/,
    `\n${signNote(note, other.verifier, other.sign)}`,
  )
  expect(outcomesOf({ sheet: files.sheet, seal })).toMatchObject({ sheet: 'other_sheet' })
})

const requireCheckpoint = (note: string): Checkpoint => {
  const checkpoint = peekCheckpoint(note)
  if (!checkpoint) throw new Error('not a checkpoint')
  return checkpoint
}

/** The files that a reader adds once the log has another name. */
async function since(size: number) {
  const checkpoint = await get('/log/checkpoint')
  const { statusCode, body } = await edge.app.inject({ url: `/log/consistency/${size}` })
  return { checkpoint, ...(statusCode === 200 ? { growth: body } : {}) }
}

test('verifiers compare a former log’s checkpoint with the new log', async () => {
  const keys = await get('/log/keys')
  const files = { keys, kept, ...(await since(sizeOf(kept))) }
  const told = tell(check(files), words, sha256)
  expect(outcomesOf(files)).toMatchObject({ kept: 'holds', growth: 'holds' })
  expect(told.files.find(({ name }) => name === 'growth')?.says).toMatch(
    /^The first \d+ of \d+ commands are unchanged/,
  )
  expect(told.note).toBe('')
  // The new log kept these commands, so it may not have others.
  const forged = formerCheckpoint(sizeOf(kept), new Uint8Array(32))
  const epochs = await get('/log/epochs')
  expect(outcomesOf({ ...files, kept: forged })).toMatchObject({ growth: 'missing epochs' })
  expect(outcomesOf({ ...files, kept: forged, epochs })).toMatchObject({
    kept: 'two_histories',
    epochs: 'two_histories',
  })
  const shorter = formerCheckpoint(sizeOf(kept) - 1, new Uint8Array(32))
  const older = { keys, kept: shorter, ...(await since(sizeOf(kept) - 1)), epochs }
  expect(outcomesOf(older)).toMatchObject({ kept: 'holds', growth: 'rewritten' })
})

test('verifiers name a loss that the company signed, and refuse any other', async () => {
  const keys = await get('/log/keys')
  const epochs = await get('/log/epochs')
  while (sizeOf(await get('/log/checkpoint')) <= sizeOf(lost)) {
    await addMember(edge, `later${Math.random().toString(36).slice(2, 8)}`)
    await signNewLog(edge)
  }
  const files = { keys, lost, ...(await since(sizeOf(lost))) }
  expect(outcomesOf(files)).toMatchObject({ lost: 'holds', growth: 'missing epochs' })
  const told = tell(
    check({ ...files, epochs }).map((file) => ({ ...file, isKept: true })),
    words,
    sha256,
  )
  const of = (name: string) => told.files.find((file) => file.name === name)
  expect(of('growth')).toMatchObject({ is: 'lost' })
  const sentence = `test/log lost its commands after the first ${sizeOf(kept)}, and test/log2 `
  for (const name of ['lost', 'growth']) expect(of(name)?.says).toContain(sentence)
  expect(of('lost')?.says).toContain(why)
  expect(told.isWhole).toBe(true)
  expect(told.verdict).toMatch(/lost, growth\.$/)
  // The statement says how much the former log had, and signs it.
  const more = formerCheckpoint(sizeOf(lost) + 1, new Uint8Array(32))
  await addMember(edge, 'last')
  await signNewLog(edge)
  const other = { keys, lost: more, ...(await since(sizeOf(lost) + 1)), epochs }
  expect(outcomesOf(other)).toMatchObject({ growth: 'rewritten' })
  const forged = epochs.replace(/Kept: \d+/, 'Kept: 1')
  expect(outcomesOf({ ...files, epochs: forged })).toMatchObject({
    epochs: 'wrong_signature',
    growth: 'missing epochs',
  })
  const { code, said } = await verify({ ...files, epochs })
  expect(said).toContain('but it began again and lost commands that these cover: ')
  expect(code).toBe(0)
})

/** Runs the program as a reader does. */
async function verify({ keys = '', ...files }: Record<string, string>) {
  for (const [name, text] of Object.entries({ keys, ...files })) {
    await writeFile(join(folder, name), text)
  }
  const paths = Object.keys(files).map((name) => join(folder, name))
  const args = [...paths, '--keys', join(folder, 'keys')]
  return runProgram('cli/verify-proof.ts', { args, env: {} })
}

test('the check page links the reasons of a new log', async () => {
  expect(await get('/transparency/check')).toContain('href="/log/epochs" download="epochs.txt"')
})

test('looks for witnesses of a former log no further than its end', async () => {
  const key = new Uint8Array(32).fill(7)
  const verifier = verifierOf(sha256, 'w.example', key, KEY_TYPES.witness)
  const witnesses = [{ verifier, url: 'https://w.example' }]
  await keepCosignature(
    edge.db,
    sizeOf(await get('/log/checkpoint')),
    verifier,
    '— w.example AAAAAAAA\n',
  )
  expect((await readFirst(edge.db, 1n, witnesses))?.note).toBe(kept)
  expect((await readFirst(edge.db, BigInt(sizeOf(kept)) + 1n, witnesses))?.note).toContain(
    '— w.example',
  )
})

const ask = (url: string, tag?: string) =>
  edge.app.inject({ url, headers: tag === undefined ? {} : { 'if-none-match': tag } })

test('no cache can answer for a new log with a file of the former one', async () => {
  // The former log's tile ends where the new one begins, and the new one has its own.
  const [ours, old] = [sizeOf(await get('/log/checkpoint')), sizeOf(kept)]
  const tiles = (log: string) =>
    [old, old + 1, ours].map(async (width) => {
      const { statusCode, headers } = await ask(`/${log}/tile/0/000.p/${width}`)
      return statusCode === 200 ? headers['cache-control'] : statusCode
    })
  const forever = 'public, max-age=31536000, immutable'
  expect(await Promise.all(tiles('log'))).toEqual([forever, 404, 404])
  expect(await Promise.all(tiles('log2'))).toEqual([forever, forever, forever])
  expect(await Promise.all(tiles('log3'))).toEqual([404, 404, 404])
  expect(await get('/log2/checkpoint')).toBe(await get('/log/checkpoint'))
  expect((await ask('/log3/checkpoint')).statusCode).toBe(404)
  // A day keeps its addresses, although its sheet may be lost and another one sealed.
  const names = ['income', 'boards', 'solvency'].map((part) => `${part}/?day=${day}`)
  for (const name of [`days/${day}/`, `seal/${day}/`, `income/?day=${day}&format=csv`, ...names]) {
    const url = `/api/transparency/${name}`
    const first = await ask(url)
    expect([url, first.headers['cache-control']]).toEqual([url, 'public, no-cache'])
    const again = await ask(url, `"other", ${String(first.headers.etag)}`)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await ask(url, 'W/"other"')).body).toBe(first.body)
  }
})

async function audit(...checkpoints: string[]) {
  const file = join(folder, 'audit.gz')
  await writeAudit(edge.db, file)
  const keys = (await get('/log/keys')).trimEnd().split('\n')
  return verifyAudit(readAuditLines(file), { keys, checkpoints })
}

test('an audit tells an accepted loss from an unexplained one', async () => {
  const audited = await audit(kept, lost)
  expect(audited.losses).toMatchObject([
    {
      origin: 'test/log2',
      lost: { origin: 'test/log', size: sizeOf(lost) },
      kept: { size: sizeOf(kept) },
      why,
      checkpoints: [{ size: sizeOf(lost) }],
    },
  ])
  // What the new log kept must still be the same, and the rest is as long as the statement says.
  await expect(audit(formerCheckpoint(sizeOf(kept), new Uint8Array(32)))).rejects.toThrow(
    'Its former log, test/log, signed it',
  )
  await expect(audit(formerCheckpoint(sizeOf(lost), new Uint8Array(32)))).rejects.toThrow(
    'has another root than the statement of test/log2 says',
  )
  await expect(audit(formerCheckpoint(sizeOf(lost) + 1, new Uint8Array(32)))).rejects.toThrow(
    'no statement of a new log explains why',
  )
  expect(sizeOf(lost)).toBeGreaterThan(sizeOf(kept) + LOST)
})

test.runIf(isLong)(
  'audit-verify reports the loss, and which checkpoints it can’t compare',
  async () => {
    const paths = ['audit.gz', 'keys', 'kept', 'lost'].map((name) => join(folder, name))
    const [file = '', keys = '', ...checkpoints] = paths
    await writeAudit(edge.db, file)
    await writeFile(keys, await get('/log/keys'))
    for (const [at, note] of [kept, lost].entries()) await writeFile(checkpoints[at] ?? '', note)
    const named = checkpoints.flatMap((path) => ['--checkpoint', path])
    const { code, said } = await runProgram('cli/audit-verify.ts', {
      args: [file, '--keys', keys, ...named],
      env: {},
    })
    expect(said).toContain(
      `accepted loss: test/log had ${sizeOf(lost)} entries, and test/log2 kept the first ` +
        `${sizeOf(kept)}: ${why}`,
    )
    expect(said).toContain(`not compared: your checkpoint of ${sizeOf(lost)} entries`)
    expect(code).toBe(0)
  },
)

test('a database from before a new log doesn’t continue the former one', async () => {
  const { db, config } = edge
  await addMember(edge, 'again')
  while ((await growLog(db)) > 0);
  const log = pino({ level: 'silent' })
  const signed = signCheckpoint({ db, signer: testSigner, dataDir: config.dataDir, log })
  await expect(signed).rejects.toThrow(LogBehind)
})
