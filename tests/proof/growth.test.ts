import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { anchorMemo } from '../../src/proof/anchor-memo.ts'
import { checkFiles } from '../../src/proof/check/check-files.ts'
import type { ReadTransaction } from '../../src/proof/check/reserves.ts'
import { writeConsistency } from '../../src/proof/consistency.ts'
import { verifyEd25519 } from '../../src/proof/ed25519.ts'
import { lossText, readLoss } from '../../src/proof/epochs.ts'
import { checkpointText, signNote, verifierText } from '../../src/proof/note.ts'
import { openSigner } from '../../src/server/transparency/log/sign-checkpoint.ts'

// A log that began again, and then changed what it had signed.

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const [former, newer] = ['a.example/log', 'a.example/log2'].map((name) =>
  openSigner(name, '11'.repeat(32)),
) as [ReturnType<typeof openSigner>, ReturnType<typeof openSigner>]
type Signer = typeof former

const leaf = (text: string): Uint8Array => sha256(new Uint8Array([0, ...bytesOf(text)]))
const join = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(new Uint8Array([1, ...left, ...right]))
const sign = ({ verifier, sign: by }: Signer, size: number, root: Uint8Array): string =>
  signNote(checkpointText({ origin: verifier.name, size, root }), verifier, by)

const lost = { origin: former.verifier.name, size: 2, root: join(leaf('a'), leaf('lost')) }
const kept = { size: 1, root: leaf('a') }
const loss = { origin: newer.verifier.name, lost, kept, why: 'The disk failed' }
const rewritten = join(join(leaf('a'), leaf('c')), leaf('d'))
const files: Record<string, string> = {
  keys: [former, newer].map(({ verifier }) => `${verifierText(verifier)}\n`).join(''),
  former: sign(former, 2, lost.root),
  newer: sign(newer, 2, join(leaf('a'), leaf('b'))),
  growth: writeConsistency({ older: 2, path: [leaf('d')], note: sign(newer, 3, rewritten) }),
  epochs: signNote(lossText(loss), newer.verifier, newer.sign),
}

const check = (given: Record<string, string>, more: { readTransaction?: ReadTransaction } = {}) =>
  checkFiles(
    Object.entries(given).map(([name, text]) => ({ name, bytes: bytesOf(text) })),
    { sha256, verify: verifyEd25519, ...more },
  )

function outcomeOfGrowth(names: readonly string[]): string {
  const checked = check(Object.fromEntries(names.map((name) => [name, files[name] ?? ''])))
  return checked.find(({ name }) => name === 'growth')?.outcome.is ?? ''
}

test.each([
  [['keys', 'newer', 'growth']],
  [['keys', 'former', 'newer', 'growth', 'epochs']],
  [['keys', 'newer', 'former', 'growth', 'epochs']],
  [['keys', 'epochs', 'newer', 'growth']],
  [['keys', 'newer', 'growth', 'epochs']],
])('a rewritten new log is wrong, whatever its former one lost: %j', (names) => {
  expect(outcomeOfGrowth(names)).toBe('wrong')
})

test('what a former log lost isn’t wrong', () => {
  expect(outcomeOfGrowth(['keys', 'former', 'growth', 'epochs'])).toBe('lost')
})

// What the company wrote on the chain, which the new log may be too small to contain.
test.each([
  ['what was lost', 2, lost.root, 'holds'],
  ['another root than what was lost', 2, leaf('x'), 'wrong'],
  ['a tree between what was kept and what was lost', 3, leaf('x'), 'lost'],
  ['more than the former log admits', 5, leaf('x'), 'wrong'],
  ['a log that nobody knows', 2, lost.root, 'missing', 'b.example/log'],
])('an anchor of %s, at size %i', (_, size, root, is, origin = former.verifier.name) => {
  const statement = lossText({ ...loss, lost: { ...lost, size: size === 2 ? 2 : 4 } })
  const given = {
    keys: files.keys ?? '',
    epochs: signNote(statement, newer.verifier, newer.sign),
    anchor: '{"transaction":"aa","v":1}',
  }
  const memo = anchorMemo({ origin, size, root })
  const readTransaction = () => ({ txid: 'aa', from: 'T', memo })
  const checked = check(given, { readTransaction })
  const found = checked.find(({ name }) => name === 'anchor')
  const isLost = is === 'holds' || is === 'lost'
  expect(found).toMatchObject({ outcome: { is }, ...(isLost ? { lost: { why: loss.why } } : {}) })
})

test('reads every reason that is one line', () => {
  const why = 'The disk\u2028failed'
  expect(readLoss(lossText({ ...loss, why }))?.why).toBe(why)
})

const read = (epochs: string) => check({ ...files, epochs }).find(({ name }) => name === 'epochs')

test('a statement that doesn’t say what was kept is valid, and explains nothing', () => {
  const old = lossText(loss).replace(/^Kept: .*\n/m, '')
  const signed = signNote(old, newer.verifier, newer.sign)
  expect(read(signed)).toMatchObject({ outcome: { is: 'holds' }, content: { losses: [] } })
  expect(read(signed.replace('2', '3'))).toMatchObject({ outcome: { is: 'wrong' } })
  const byFormer = signNote(old, former.verifier, former.sign)
  expect(read(byFormer)).toMatchObject({ outcome: { is: 'wrong' } })
})
