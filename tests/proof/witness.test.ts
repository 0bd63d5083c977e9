/** Our witness against the requests that litewitness publishes, and against a dishonest log. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base64, hex } from '@scure/base'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeConsistency } from '../../src/proof/consistency.ts'
import {
  checkpointText,
  isFault,
  KEY_TYPES,
  openNote,
  signNote,
  verifierOf,
  type Verifier,
} from '../../src/proof/note.ts'
import { leafHash, consistencyProof, rootOf } from '../../src/proof/tree.ts'
import { subtreesOfList } from '../../src/proof/tiles.ts'
import { nameOf, WitnessStore } from '../../src/server/witness/witness-store.ts'
import { Witness, type Answer } from '../../src/server/witness/witness.ts'
import { sha256 } from './naive-tree.ts'
import { isLong } from '../support/scale.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twofold-witness-'))
})
afterAll(() => rm(folder, { recursive: true }))

const check = (signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean =>
  ed25519.verify(signature, text, key)

async function openWitness(name: string, logs: readonly Verifier[]) {
  const directory = join(folder, name)
  const store = new WitnessStore(directory)
  const key = await store.readKey()
  const own = ed25519.getPublicKey(key)
  const verifier = verifierOf(sha256, `${name}.example`, own, KEY_TYPES.witness)
  const sign = (text: Uint8Array) => ed25519.sign(text, key)
  return { witness: new Witness({ store, verifier, sign, logs }), verifier, directory }
}

// From the tests of litewitness (filippo.io/torchwood): a log with one, three, and five entries.
const SIGSUM = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562'
const sigsum = verifierOf(
  sha256,
  SIGSUM,
  hex.decode('ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f'),
)
const leaf = (no: number, last = 0): string =>
  base64.encode(
    Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 42 : at === 1 ? no : 0)).fill(
      last,
      30,
      31,
    ),
  )
const notes: Record<number, string> = {
  1: `KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

— ${SIGSUM} ${[
    'UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3w',
    'fUQMFSzVnnNuWRTYrajXpNUbIQY=',
  ].join('')}
`,
  3: `RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=

— ${SIGSUM} ${[
    'UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36k',
    'ezNobZs4SUUdrcawfAB8WVrx6go=',
  ].join('')}
`,
  5: `QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=

— ${SIGSUM} ${[
    'UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLO',
    'Z/ASRcWJi0tW90dJWAShei7sDww=',
  ].join('')}
`,
}
const request = (old: number, path: readonly string[], size: number): string =>
  `old ${old}\n${path.map((each) => `${each}\n`).join('')}\n${SIGSUM}\n${size}\n${notes[size]}`
const toThree = [leaf(1), leaf(2)]
const toFive = [leaf(1), '+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=', leaf(4)]
const fromThree = [leaf(2), leaf(3), 'wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=', leaf(4)]

test('answers litewitness’s requests as the specification says', async () => {
  const { witness, verifier } = await openWitness('published', [sigsum])
  const seen: [string, Answer['status']][] = []
  const ask = async (what: string, body: string) => {
    const answer = await witness.add(body)
    seen.push([what, answer.status])
    return answer
  }
  const first = await ask('first', request(0, [], 1))
  const note = request(0, [], 1).slice('old 0\n\n'.length)
  expect(openNote(note + first.body, [verifier], check)).not.toHaveProperty('fault')
  await ask('a wrong signature', request(1, toThree, 3).replace('x6go=', 'x6gx='))
  await ask('another log', request(1, toThree, 3).replaceAll('0309e562', '0309e563'))
  await ask('no proof', request(1, [], 3))
  await ask('a wrong proof', request(1, [leaf(1), leaf(2, 16)], 3))
  await ask('three', request(1, toThree, 3))
  const late = await ask('an older size', request(1, toFive, 5))
  expect([late.body, late.type]).toEqual(['3\n', 'text/x.tlog.size'])
  await ask('five', request(3, fromThree, 5))
  const zero = await ask('size zero', request(0, [], 5))
  expect(zero.body).toBe('5\n')
  await ask('the same again', request(5, [], 5))
  await ask('a larger old size', request(7, [], 5))
  await ask('another request', 'old 5\nx\n\n')
  expect(seen).toEqual([
    ['first', 200],
    ['a wrong signature', 403],
    ['another log', 404],
    ['no proof', 422],
    ['a wrong proof', 422],
    ['three', 200],
    ['an older size', 409],
    ['five', 200],
    ['size zero', 409],
    ['the same again', 200],
    ['a larger old size', 400],
    ['another request', 400],
  ])
  const served = await witness.newest(nameOf(SIGSUM))
  expect(openNote(served ?? '', [sigsum, verifier], check)).toMatchObject({
    signers: [sigsum, verifier],
  })
  expect(await witness.newest(nameOf('another'))).toBeUndefined()
})

test('never lets the smaller of two simultaneous requests undo the larger', async () => {
  const { witness } = await openWitness('race', [sigsum])
  await witness.add(request(0, [], 1))
  const both = await Promise.all([
    witness.add(request(1, toFive, 5)),
    witness.add(request(1, toThree, 3)),
  ])
  expect(both.map(({ status, body }) => status === 200 || body)).toEqual([true, '5\n'])
  expect(await witness.newest(nameOf(SIGSUM))).toContain('\n5\n')
})

// Our own log with a fork: the same first four entries, and then different ones.
const seed = new Uint8Array(32).fill(7)
const log = verifierOf(sha256, 'example.com/log', ed25519.getPublicKey(seed))
const entries = (fork: string) =>
  Array.from({ length: 9 }, (_, at) => leafHash(sha256, Buffer.from(at < 4 ? `${at}` : fork + at)))
function noteOf(size: number, fork = ''): string {
  const root = rootOf(sha256, subtreesOfList(sha256, entries(fork)), size)
  const text = checkpointText({ origin: log.name, size, root })
  return signNote(text, log, (bytes) => ed25519.sign(bytes, seed))
}
function grow(older: number, size: number, fork = ''): string {
  const read = subtreesOfList(sha256, entries(fork))
  const path = older === 0 ? [] : consistencyProof(sha256, read, older, size)
  return writeConsistency({ older, path, note: noteOf(size, fork) })
}

test('refuses a fork in every form, and keeps the evidence', async () => {
  const { witness, directory } = await openWitness('fork', [log])
  expect((await witness.add(grow(0, 4))).status).toBe(200)
  expect((await witness.add(grow(4, 7))).status).toBe(200)
  const other = [
    grow(7, 7, 'fork'), // the same size
    grow(7, 9, 'fork'), // a larger one, with the fork's own proof
  ]
  for (const each of other) expect((await witness.add(each)).status).toBe(422)
  // From before the fork, so the proof is right, but the witness has seen more.
  expect(await witness.add(grow(4, 9, 'fork'))).toMatchObject({ status: 409, body: '7\n' })
  expect(await witness.add(grow(0, 9, 'fork'))).toMatchObject({ status: 409, body: '7\n' })
  const kept = (await readdir(directory)).filter((name) => name.startsWith('evidence-'))
  expect(kept).toHaveLength(2)
  expect((await witness.add(grow(7, 9))).status).toBe(200)
})

test.runIf(isLong)(
  'keeps room for evidence of a fork despite strangers’ wrong proofs',
  async () => {
    const { witness, directory } = await openWitness('flooded', [log])
    await witness.add(grow(0, 7))
    for (let no = 0; no < 120; no++) {
      const path = [sha256(Buffer.from(`${no}`))]
      const junk = writeConsistency({ older: 7, path, note: noteOf(9) })
      expect((await witness.add(junk)).status).toBe(422)
    }
    expect((await witness.add(grow(7, 7, 'fork'))).status).toBe(422)
    const kept = (await readdir(directory)).filter((name) => name.startsWith('evidence-'))
    expect(kept.toSorted().map((name) => name.replace(/[0-9a-f]{16}/, ''))).toEqual([
      'evidence-fork-.txt',
      'evidence-gap-.txt',
    ])
  },
)

test('never gives two different histories the same witness', async () => {
  const { witness, verifier } = await openWitness('readers', [log])
  const mine = await witness.add(grow(0, 7))
  const theirs = await witness.add(grow(0, 7, 'fork'))
  expect([mine.status, theirs.status]).toEqual([200, 409])
  const opened = openNote(noteOf(7, 'fork') + mine.body, [log, verifier], check)
  expect(isFault(opened) && opened.code).toBe('wrong_signature')
})

test('remembers after a restart, and signs nothing if it can’t read its files', async () => {
  const before = await openWitness('restart', [log])
  await before.witness.add(grow(0, 7))
  const again = await openWitness('restart', [log])
  expect(again.verifier).toEqual(before.verifier)
  expect(await again.witness.add(grow(0, 7, 'fork'))).toMatchObject({ status: 409, body: '7\n' })
  expect((await again.witness.add(grow(7, 9))).status).toBe(200)
  // A power cut before the rename leaves the new file next to the old one.
  await writeFile(join(again.directory, `${nameOf(log.name)}.new`), 'half')
  const third = await openWitness('restart', [log])
  expect(await third.witness.add(grow(0, 9))).toMatchObject({ status: 409, body: '9\n' })
  await writeFile(join(again.directory, nameOf(log.name)), '')
  await expect(third.witness.add(grow(0, 4))).rejects.toThrow("can't be read")
  // Without its key, it would be another witness next to old checkpoints.
  await rm(join(again.directory, 'key'))
  await expect(openWitness('restart', [log])).rejects.toThrow('no key')
})
