import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base64 } from '@scure/base'
import { expect, test } from 'vitest'
import {
  checkpointText,
  isFault,
  openCheckpoint,
  openNote,
  readCheckpoint,
  readVerifier,
  signNote,
  verifierOf,
  verifierText,
} from '../../src/proof/note.ts'
import { readTlogProof, writeTlogProof } from '../../src/proof/tlog-proof.ts'
import { sha256 } from './naive-tree.ts'

const check = (signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean =>
  ed25519.verify(signature, text, key)

// From the C2SP specification of signed notes.
const FOO = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const FOO_NOTE = `This is an example message.

— example.com/foo ${[
  'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYj',
  'OBH3mFXmRKuwHjG1Yu72IneyaQM=',
].join('')}
`
// From Go's golang.org/x/mod/sumdb/note.
const PETER_SEED = base64.decode('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz').subarray(1)
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PETER_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann ${[
  'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXg',
  'KvqfqdngotpRZb6KE6RyyBwJnAM=',
].join('')}
`

function keyOf(text: string) {
  const verifier = readVerifier(sha256, text)
  if (!verifier) throw new Error('no verifier')
  return verifier
}

test('reads notes and keys that others published, and writes them byte for byte', () => {
  expect(verifierText(keyOf(FOO))).toBe(FOO)
  expect(openNote(FOO_NOTE, [keyOf(FOO)], check)).toMatchObject({
    text: 'This is an example message.\n',
  })
  expect(openNote(PETER_NOTE, [keyOf(PETER)], check)).not.toHaveProperty('fault')
  const text = PETER_NOTE.slice(0, PETER_NOTE.indexOf('\n\n') + 1)
  const own = verifierOf(sha256, 'PeterNeumann', ed25519.getPublicKey(PETER_SEED))
  expect(verifierText(own)).toBe(PETER)
  expect(signNote(text, own, (bytes) => ed25519.sign(bytes, PETER_SEED))).toBe(PETER_NOTE)
})

test('names the fault of a note with any changed character', () => {
  const known = [keyOf(FOO)]
  for (let at = 0; at < FOO_NOTE.length; at++) {
    const other = FOO_NOTE[at] === 'x' ? 'y' : 'x'
    const changed = FOO_NOTE.slice(0, at) + other + FOO_NOTE.slice(at + 1)
    expect([at, isFault(openNote(changed, known, check))]).toEqual([at, true])
  }
  expect(openNote(FOO_NOTE, [keyOf(PETER)], check)).toMatchObject({
    fault: 'No known key signed this note.',
  })
  expect(readVerifier(sha256, FOO.replace('530d903a', '530d903b'))).toBeNull()
})

const signedBy = (signatures: number): string =>
  FOO_NOTE.replace(/^— .*\n/m, (line) => line.repeat(signatures))

test('reads notes with up to 64 signatures', () => {
  expect(openNote(signedBy(64), [keyOf(FOO)], check)).toMatchObject({ signers: [keyOf(FOO)] })
  const code = 'too_many_signatures'
  expect(openNote(signedBy(65), [keyOf(FOO)], check)).toMatchObject({ code })
})

test('reads the specification’s checkpoint, and only texts of its form', () => {
  const text = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`
  const checkpoint = readCheckpoint(text)
  expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
  expect(checkpoint && checkpointText(checkpoint)).toBe(text)
  expect(readCheckpoint(`${text}an extension\n`)).toEqual(checkpoint)
  for (const wrong of [
    text.trimEnd(),
    `${text}\n`,
    text.replace('2085', '02085'),
    '',
    '\n1\n2\n',
  ]) {
    expect(readCheckpoint(wrong)).toBeNull()
  }
})

const seed = Buffer.alloc(32, 7)
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const privateKey = createPrivateKey({
  key: Buffer.concat([PKCS8, seed]),
  format: 'der',
  type: 'pkcs8',
})

/** Reads a note without our code: with Node's signatures, and a parser written here. */
function readByHand(note: string, key: KeyObject): boolean {
  const [text = '', signature = ''] = note.split('\n\n— ')
  const bytes = Buffer.from(signature.trimEnd().split(' ')[1] ?? '', 'base64')
  return verify(null, Buffer.from(`${text}\n`), key, bytes.subarray(4))
}

test('writes checkpoints that another reader accepts and only the log can sign', () => {
  const own = verifierOf(sha256, 'example.com/log', ed25519.getPublicKey(seed))
  const checkpoint = { origin: 'example.com/log', size: 5, root: new Uint8Array(32).fill(3) }
  const note = signNote(checkpointText(checkpoint), own, (text) => sign(null, text, privateKey))
  expect(readByHand(note, createPublicKey(privateKey))).toBe(true)
  expect(openCheckpoint(note, [own], check)).toEqual(checkpoint)
  const other = { ...checkpoint, origin: 'example.com/other' }
  const foreign = signNote(checkpointText(other), own, (text) => sign(null, text, privateKey))
  expect(isFault(openCheckpoint(foreign, [own], check))).toBe(true)
})

test('writes and reads proofs in the C2SP form', () => {
  const proof = {
    extra: Buffer.from('{"a":1}'),
    index: 4,
    path: [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)],
    checkpoint: FOO_NOTE,
  }
  const text = writeTlogProof(proof)
  expect(text).toBe(`c2sp.org/tlog-proof@v1
extra eyJhIjoxfQ==
index 4
AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=

${FOO_NOTE}`)
  const read = readTlogProof(text)
  if (isFault(read)) throw new Error(read.fault)
  expect(writeTlogProof(read)).toBe(text)
  expect(readTlogProof(writeTlogProof({ ...proof, extra: null }))).toEqual({
    ...proof,
    extra: null,
  })
  for (const wrong of ['', text.slice(1), text.replace('index 4', 'index 04'), text.slice(0, 60)]) {
    expect(readTlogProof(wrong)).toMatchObject({ code: 'proof_form' })
  }
})
