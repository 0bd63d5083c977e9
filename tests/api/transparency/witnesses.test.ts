/** Our log in front of witnesses: honest ones, one that lies, one that is slow, one ahead of us. */
import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { ed25519 } from '@noble/curves/ed25519.js'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf } from '../../../src/proof/canonical.ts'
import { checkFiles } from '../../../src/proof/check/check-files.ts'
import { verifyEd25519 } from '../../../src/proof/ed25519.ts'
import {
  checkpointText,
  cosign,
  KEY_TYPES,
  signNote,
  verifierOf,
  verifierText,
  type Verifier,
} from '../../../src/proof/note.ts'
import { writeConsistency } from '../../../src/proof/consistency.ts'
import { writePolicy } from '../../../src/proof/policy.ts'
import { measure } from '../../../src/server/monitoring/measure.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { askWitnesses } from '../../../src/server/transparency/witness/ask-witnesses.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { readPublic } from '../support/download-day.ts'
import { addMember } from '../support/members.ts'
import { sealToday, signLog, testSigner } from '../support/makers/transparency-makers.ts'
import { openWitnessServers, type WitnessServers } from './witness-servers.ts'
import { isLong } from '../../support/scale.ts'

let edge: Edge
let near: WitnessServers
beforeAll(async () => {
  edge = await openEdge()
  near = await openWitnessServers()
})
afterAll(async () => {
  await near.close()
  await edge.close()
})

const openWitness = (name: string, now?: () => number) => near.open(name, testSigner.verifier, now)

const anyKey = (name: string): Verifier =>
  verifierOf(sha256, name, ed25519.getPublicKey(new Uint8Array(32).fill(1)), KEY_TYPES.witness)
const fake = async (name: string, answer: RequestListener) => ({
  verifier: anyKey(name),
  url: await near.serve(createServer(answer)),
})

const log = pino({ level: 'silent' })
/** One more command, signed and shown to witnesses. @returns how many cosigned */
async function grow(witnesses: Parameters<typeof askWitnesses>[1], timeoutMs?: number) {
  await addMember(edge, `member${(member += 1)}`)
  await signLog(edge)
  return await askWitnesses({ db: edge.db, log }, witnesses, timeoutMs)
}
let member = 0

const get = (url: string): Promise<string> => readPublic({ edge }, url)

const check = (given: Record<string, string>, policy: string) =>
  Object.fromEntries(
    checkFiles(
      Object.entries({ ...given, policy }).map(([name, text]) => ({
        name,
        bytes: bytesOf(text),
        isKeys: name === 'policy',
      })),
      { sha256, verify: verifyEd25519 },
    ).map(({ name, outcome }) => [
      name,
      outcome.is === 'wrong' ? `${outcome.fault.code}: ${outcome.fault.field}` : outcome.is,
    ]),
  )

test('collects cosignatures of honest witnesses, and requires enough of them', async () => {
  const [one, two] = [await openWitness('one.example'), await openWitness('two.example')]
  edge.context.config.witnesses = [one, two]
  expect(await grow([one, two])).toBe(2)
  expect(await askWitnesses({ db: edge.db, log }, [one, two])).toBe(0)
  expect(await grow([one, two])).toBe(2)
  const day = await sealToday(edge)
  // While a witness is away, seals wait for a checkpoint that enough have cosigned.
  await grow([one])
  const early = await edge.app.inject({ url: `/api/transparency/seal/${day}/` })
  expect(early.body).not.toContain('— two.example')
  expect(await grow([one, two])).toBe(2)
  const seal = await edge.app.inject({ url: `/api/transparency/seal/${day}/` })
  expect(seal.body).toContain('— two.example')

  const policy = await get('/log/policy')
  expect(policy).toContain('group enough 2 w1 w2')
  const files = {
    checkpoint: await get('/log/checkpoint'),
    seal: seal.body,
    consistency: await get('/log/consistency/1'),
  }
  const all = check(files, policy)
  expect(all).toEqual({
    checkpoint: 'holds',
    seal: 'holds',
    consistency: 'missing',
    policy: 'holds',
  })

  const third = { verifier: anyKey('third.example'), url: 'https://third.example' }
  const strict = writePolicy([testSigner.verifier], [one, two, third], 3)
  expect(check(files, strict).checkpoint).toBe('too_few_witnesses: third.example')
  expect(check({ early: early.body }, policy).early).toMatch(/^too_few_witnesses: two\.example$/)
  // Without the lines of the witnesses, nobody has to believe it; a changed one is named.
  const [text = '', own = '', ...lines] = files.checkpoint.split('\n— ')
  const stripped = `${text}\n— ${own}\n`
  expect(check({ stripped }, policy).stripped).toBe('too_few_witnesses: one.example, two.example')
  const changed = files.checkpoint.replace(/.{3}=\n$/, 'AAA=\n')
  expect(check({ changed }, policy).changed).toMatch(/^wrong_signature: .*\((one|two)\.example\)$/)
  expect(lines).toHaveLength(2)

  // After a change of witnesses, those of before don't count: readers want the new ones.
  const [three, four] = [await openWitness('three.example'), await openWitness('four.example')]
  edge.context.config.witnesses = [three, four]
  const waits = await edge.app.inject({ url: `/api/transparency/seal/${day}/` })
  expect(waits.body).not.toMatch(/— (three|four)\./)
  expect(await grow([three, four])).toBe(2)
  expect(
    check({ seal: await get(`/api/transparency/seal/${day}/`) }, await get('/log/policy')),
  ).toEqual({ seal: 'holds', policy: 'holds' })
})

test('ages a silent witness since monitoring began, and drops one that left', async () => {
  const [here, away] = [await openWitness('here.example'), anyKey('away.example')]
  expect(await grow([here])).toBe(1)
  const since = new Date(Date.now() - 40 * 3_600_000)
  const age = async (witnesses: Parameters<typeof askWitnesses>[1]) =>
    (await measure(edge.db, since, witnesses)).witness_age
  expect(await age([])).toBe('nothing')
  expect(await age([here])).toBeLessThan(6_000n)
  expect(await age([here, { verifier: away, url: '' }])).toBeGreaterThanOrEqual(240_000n)
})

function forkOf(at: number): string {
  const text = checkpointText({ origin: 'test/log', size: at, root: sha256(bytesOf('fork')) })
  return signNote(text, testSigner.verifier, testSigner.sign)
}

test('gets no cosignature for a forked log, and still gets one for the honest log', async () => {
  const witness = await openWitness('watchful.example')
  expect(await grow([witness])).toBe(1)
  const [, size] = (await get('/log/checkpoint')).split('\n')
  const show = async (older: number, at: number) => {
    const body = writeConsistency({ older, path: [], note: forkOf(at) })
    const answer = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })
    return [answer.status, await answer.text()]
  }
  expect((await show(Number(size), Number(size)))[0]).toBe(422)
  expect((await show(Number(size), Number(size) + 3))[0]).toBe(422)
  expect(await show(0, Number(size))).toEqual([409, `${size}\n`])
  expect(await grow([witness])).toBe(1)
  expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405)
  const long = await fetch(`${witness.url}/add-checkpoint`, {
    method: 'POST',
    body: gzipSync(Buffer.alloc(0)).toString('hex').repeat(2_000),
  })
  expect(long.status).toBe(413)
})

test('stores only valid cosignatures, whatever a witness answers', async () => {
  const liars = await Promise.all([
    fake('garbage.example', (_, answer) => answer.end('<html>')),
    fake('empty.example', (_, answer) => answer.end('')),
    fake('refuses.example', (_, answer) => answer.writeHead(403).end('no\n')),
    fake('long.example', (_, answer) => answer.end('x'.repeat(100_000))),
    fake('loop.example', (_, answer) => answer.writeHead(409).end('1\n')),
    fake('ahead.example', (_, answer) => answer.writeHead(409).end('999999\n')),
    fake('moved.example', (_, answer) =>
      answer.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end(),
    ),
    fake('another.example', (request, answer) => {
      // It signs, but something else than what it was shown.
      const line = cosign('another text\n', anyKey('another.example'), 1_700_000_000, (text) =>
        ed25519.sign(text, new Uint8Array(32).fill(1)),
      )
      request.resume().once('end', () => answer.end(line))
    }),
    fake('broken.example', (request) => request.destroy()),
  ])
  const early = await openWitness('early.example', () => 0)
  const future = await openWitness('future.example', () => Date.now() + 3_600_000)
  const honest = await openWitness('honest.example')
  expect(await grow([...liars, early, future, honest])).toBe(1)
  const told: string[] = []
  const warn = ({ err }: { err: Error }) => void told.push(err.message)
  await askWitnesses({ db: edge.db, log: { warn, error: warn } as never }, [future])
  expect(told).toEqual([expect.stringMatching(/^its cosignature is of 20.*Z: its clock is wrong$/)])
  const { rows } = await edge.context.pool.query<{ witness: string }>(
    'select witness from log_cosignatures order by added_at desc limit 1',
  )
  expect(rows).toEqual([{ witness: verifierText(honest.verifier) }])
})

test.runIf(isLong)('limits a slow witness, and stores the other cosignatures', async () => {
  const slow = await fake('slow.example', () => {})
  const honest = await openWitness('quick.example')
  const started = performance.now()
  expect(await grow([slow, honest], 3_000)).toBe(1)
  expect(performance.now() - started).toBeLessThan(60_000)
})
