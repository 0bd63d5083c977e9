/** Keys and cosignatures of witnesses, and which of them a reader requires. */
import { createPrivateKey, sign, verify, createPublicKey } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { assert, property, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkpointText,
  cosign,
  isFault,
  KEY_TYPES,
  openCheckpoint,
  openNote,
  readVerifier,
  signNote,
  verifierOf,
  verifierText,
} from '../../src/proof/note.ts'
import {
  isPolicy,
  majorityOf,
  readPolicy,
  writePolicy,
  type Policy,
} from '../../src/proof/policy.ts'
import { sha256 } from './naive-tree.ts'

const check = (signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean =>
  ed25519.verify(signature, text, key)

const seedOf = (no: number): Uint8Array => new Uint8Array(32).fill(no)
const log = verifierOf(sha256, 'example.com/log', ed25519.getPublicKey(seedOf(1)))
const witnesses = [2, 3, 4].map((no) =>
  verifierOf(sha256, `w${no}.example`, ed25519.getPublicKey(seedOf(no)), KEY_TYPES.witness),
)
const checkpoint = { origin: 'example.com/log', size: 5, root: new Uint8Array(32).fill(9) }
const text = checkpointText(checkpoint)
const note = signNote(text, log, (bytes) => ed25519.sign(bytes, seedOf(1)))
const lineOf = (at: number, seconds = 1_700_000_000): string => {
  const witness = witnesses[at]
  if (!witness) throw new Error('no such witness')
  return cosign(text, witness, seconds, (bytes) => ed25519.sign(bytes, seedOf(at + 2)))
}

function policyOf(lines: string): Policy {
  const read = readPolicy(sha256, lines)
  if (isFault(read)) throw new Error(`${read.fault} ${read.field}`)
  return read
}

test('reads one key under two names of a log, but not of witnesses', () => {
  // A log that began again has a new name, and may keep its key.
  const later = verifierOf(sha256, 'example.com/log2', log.key)
  const policy = policyOf(
    writePolicy(
      [log, later],
      witnesses.map((verifier) => ({ verifier, url: '' })),
      2,
    ),
  )
  expect(policy.keys.map(({ name }) => name).slice(0, 2)).toEqual([log.name, later.name])
  const refused = (logs: (typeof log)[], others: typeof witnesses) => {
    const named = others.map((verifier) => ({ verifier, url: '' }))
    return isFault(readPolicy(sha256, writePolicy(logs, named, 2)))
  }
  expect(refused([log, log], witnesses)).toBe(true)
  const [witness = log] = witnesses
  const twice = verifierOf(sha256, 'other.example', witness.key, KEY_TYPES.witness)
  expect(refused([log], [witness, twice])).toBe(true)
  expect(refused([log, verifierOf(sha256, 'w2.example', witness.key)], witnesses)).toBe(true)
})

test('reads a witness key that others published', () => {
  const remora = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2'
  const read = readVerifier(sha256, remora)
  expect(read).toMatchObject({ name: 'remora.n621.de', type: KEY_TYPES.witness })
  expect(read && verifierText(read)).toBe(remora)
  // The same key as a log's has another id.
  expect(read && verifierOf(sha256, read.name, read.key).id).not.toBe(read?.id)
  // ML-DSA is another algorithm, with longer keys.
  expect(readVerifier(sha256, remora.replace('+BOvN', '+BuvN'))).toBeNull()
})

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const privateKey = createPrivateKey({
  key: Buffer.concat([PKCS8, seedOf(2)]),
  format: 'der',
  type: 'pkcs8',
})

test('exchanges cosignatures with another implementation', () => {
  const bytes = Buffer.from(lineOf(0).trimEnd().split(' ')[2] ?? '', 'base64')
  const message = `cosignature/v1\ntime ${bytes.readBigUInt64BE(4)}\n${text}`
  const key = createPublicKey(privateKey)
  expect(verify(null, Buffer.from(message), key, bytes.subarray(12))).toBe(true)

  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(1_679_315_147n)
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1679315147\n${text}`), privateKey)
  const id = Buffer.from(witnesses[0]?.id ?? '', 'hex')
  const line = `— w2.example ${Buffer.concat([id, time, signature]).toString('base64')}\n`
  const opened = openNote(note + line, [log, ...witnesses], check)
  expect(opened).toMatchObject({ signers: [log, witnesses[0]], times: [1_679_315_147] })
})

test('names the witness whose cosignature has another text, time, or key', () => {
  const keys = [log, ...witnesses]
  const line = lineOf(0)
  for (let at = '— w2.example '.length; at < line.length - 2; at++) {
    const other = line[at] === 'A' ? 'B' : 'A'
    const changed = openNote(note + line.slice(0, at) + other + line.slice(at + 1), keys, check)
    // A changed key id is unknown, so the witness is missing.
    expect(isFault(changed) || changed.signers.length === 1).toBe(true)
  }
  const of = (changed: string) => openNote(changed + line, keys, check)
  const grown = checkpointText({ ...checkpoint, size: 6 })
  const other = signNote(grown, log, (bytes) => ed25519.sign(bytes, seedOf(1)))
  expect(of(other)).toMatchObject({ code: 'wrong_signature', field: /of w2\.example$/ as never })
})

test('never accepts a witness as a log, even with the log’s name', () => {
  const twin = verifierOf(sha256, log.name, ed25519.getPublicKey(seedOf(2)), KEY_TYPES.witness)
  const line = cosign(text, twin, 1, (bytes) => ed25519.sign(bytes, seedOf(2)))
  expect(openCheckpoint(`${text}\n${line}`, [twin], check)).toMatchObject({ code: 'other_log' })
})

test('requires enough witnesses, and names the missing ones', () => {
  const named = witnesses.map((verifier) => ({ verifier, url: 'https://w.example' }))
  const { keys, quorum, urls } = policyOf(writePolicy([log], named, majorityOf(named.length)))
  expect(urls.size).toBe(3)
  const open = (...at: number[]) =>
    openCheckpoint(note + at.map((each) => lineOf(each)).join(''), keys, check, quorum)
  expect(open(0, 2)).toEqual(checkpoint)
  expect(open(1)).toMatchObject({ code: 'too_few_witnesses', field: 'w2.example, w4.example' })
  // A witness that signs twice still counts once.
  expect(open(1, 1)).toMatchObject({ code: 'too_few_witnesses' })
  expect(open()).toMatchObject({ code: 'too_few_witnesses' })
  expect([0, 1, 2, 3, 4, 5].map(majorityOf)).toEqual([0, 1, 2, 2, 3, 3])
})

const lines = witnesses.map((each, at) => `witness W${at} ${verifierText(each)}`)

test('counts nested groups as the specification says', () => {
  const policy = policyOf(`# comment

${lines.join('\n')}
  group  two any \tW1 W2
group all all W0 two
quorum all
`)
  const signersOf = (names: string[]) => policy.keys.filter(({ name }) => names.includes(name))
  const all = ['w2.example', 'w3.example', 'w4.example']
  assert(
    property(subarray(all), (names) => {
      const wanted = names.includes('w2.example') && names.length > 1
      expect(policy.quorum(signersOf(names)).length === 0).toBe(wanted)
    }),
  )
})

test.each([
  ['no quorum', lines.join('\n')],
  ['two quorums', `${lines.join('\n')}\nquorum W0\nquorum W1\n`],
  ['an unknown member', `${lines.join('\n')}\ngroup g any W9\nquorum g\n`],
  ['a later member', `quorum W0\n${lines.join('\n')}\n`],
  ['a group that wants more than it has', `${lines.join('\n')}\ngroup g 4 W0 W1 W2\nquorum g\n`],
  ['a group that wants none', `${lines.join('\n')}\ngroup g 0 W0\nquorum g\n`],
  ['an empty group', `${lines.join('\n')}\ngroup g all\nquorum g\n`],
  ['a member twice in a group', `${lines.join('\n')}\ngroup g 2 W0 W0\nquorum g\n`],
  ['a member of two groups', `${lines.join('\n')}\ngroup g any W0\ngroup h any W0\nquorum g\n`],
  ['a name twice', `${lines[0]}\n${lines[1]?.replace('W1', 'W0')}\nquorum W0\n`],
  ['a key twice', `${lines[0]}\n${lines[0]?.replace('W0', 'W1')}\nquorum W0\n`],
  ['the name none', `${lines[0]?.replace('W0', 'none')}\nquorum none\n`],
  ['a log as a witness', `witness W0 ${verifierText(log)}\nquorum W0\n`],
  ['another line', 'trust everyone\nquorum none\n'],
])('refuses a policy with %s', (_, given) => {
  expect(readPolicy(sha256, given)).toMatchObject({ code: 'policy_form' })
})

test('rejects a malformed policy quickly, even after many empty lines', () => {
  const started = performance.now()
  expect(isPolicy(`${'\n'.repeat(40)}x`)).toBe(false)
  expect(isPolicy(`${' \t\n'.repeat(20_000)}x`)).toBe(false)
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(isPolicy('\n# ours\n\n \tquorum none\n')).toBe(true)
})
