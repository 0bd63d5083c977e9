/** Proofs of single entries: their contents, and that any flipped bit is refused and named. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base64 } from '@scure/base'
import { assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import {
  bytesOf,
  canonicalText,
  readCanonical,
  textOf,
  type Json,
} from '../../src/proof/canonical.ts'
import { entryOf, entryText, type Line } from '../../src/proof/entry.ts'
import { checkpointText, isFault, openCheckpoint } from '../../src/proof/note.ts'
import { signNote, verifierOf } from '../../src/proof/note.ts'
import { openLines, readReceipt, writeReceipt } from '../../src/proof/receipt.ts'
import { naivePath, naiveRoot, sha256 } from './naive-tree.ts'

const seed = new Uint8Array(32).fill(7)
const ORIGIN = 'example.com/log'
const key = verifierOf(sha256, ORIGIN, ed25519.getPublicKey(seed))
const monthKey = new Uint8Array(32).fill(9)

const lines: Line[] = [
  ['journal', 12, 'activation', 5],
  ['posting', 12, 0, 1002, '-1000000', '4000000', 'fee'],
  ['posting', 12, 1, 1000, '500000', '900000', 'level1'],
  ['posting', 12, 2, 1, '500000', '500000', 'margin'],
  ['seat', 5, 3, 1, 2, 0, 4],
]

/** The receipt of a command in a log of this size, with the first lines opened. */
function make(seq: number, size: number, opened: number): string {
  const command = { at: 1_700_000_000_000, kind: 'activate', by: 'm1', in: { profile: 5 } }
  const entries = Array.from({ length: size }, (_, i) =>
    entryOf(sha256, { seq: i + 1, ...command }, lines, monthKey),
  )
  const entry = entries[seq - 1]
  if (!entry) throw new Error('no entry')
  const contents = entries.map((each) => bytesOf(entryText(each)))
  const text = checkpointText({ origin: ORIGIN, size, root: naiveRoot(contents) })
  const shown = openLines(sha256, entry, lines, monthKey, (line) => lines.indexOf(line) < opened)
  return writeReceipt(sha256, entry, shown, {
    path: naivePath(seq - 1, contents),
    checkpoint: signNote(text, key, (bytes) => ed25519.sign(bytes, seed)),
  })
}

/** The fault of a receipt, including its signature; null if it is valid. */
function faultIn(bytes: Uint8Array): { code: string; field: string } | null {
  const text = textOf(bytes)
  if (text === null) return { code: 'encoding', field: 'file' }
  const receipt = readReceipt(sha256, text)
  if (isFault(receipt)) return receipt
  const opened = openCheckpoint(receipt.note, [key], ed25519.verify)
  return isFault(opened) ? opened : null
}

test('shows the entry and its opened lines, for every position in logs of many sizes', () => {
  for (const size of [1, 2, 3, 7, 8, 20]) {
    for (let seq = 1; seq <= size; seq++) {
      const receipt = readReceipt(sha256, make(seq, size, 2))
      if (isFault(receipt)) throw new Error(`${seq} of ${size}: ${receipt.fault}`)
      expect(receipt.entry.seq).toBe(seq)
      expect(receipt.lines).toEqual(lines.slice(0, 2))
      expect(receipt.checkpoint.size).toBe(size)
    }
  }
})

test('refuses any single flipped bit, and names its place', () => {
  const whole = bytesOf(make(6, 11, 3))
  expect(faultIn(whole)).toBeNull()
  assert(
    property(nat(whole.length - 1), nat(7), (at, bit) => {
      const changed = Uint8Array.from(whole)
      changed[at] = (changed[at] ?? 0) ^ (1 << bit)
      const fault = faultIn(changed)
      expect(fault?.field, `byte ${at}, bit ${bit}`).toMatch(/^[a-z]/)
    }),
    { numRuns: 1_500, seed: 4 },
  )
})

/** A receipt whose extra data someone rewrote. */
function rewrite(text: string, change: (extra: string) => string): string {
  const [, encoded = ''] = /^extra (.*)$/m.exec(text) ?? []
  const extra = textOf(base64.decode(encoded)) ?? ''
  return text.replace(encoded, base64.encode(bytesOf(change(extra))))
}

const fieldOf = (text: string): string | undefined => faultIn(bytesOf(text))?.field

test('names the changed part of a proof', () => {
  const text = make(6, 11, 3)
  const rewritten = (from: string | RegExp, to: string) =>
    fieldOf(rewrite(text, (extra) => extra.replace(from, to)))
  expect(rewritten('"profile":5', '"profile":6')).toBe('entry')
  expect(rewritten('-1000000', '-2000000')).toBe('lines[1]')
  expect(rewritten('"i":2', '"i":1')).toBe('lines[2]')
  expect(rewritten(/"leaf":"./, '"leaf":"0')).toBe('leaf')
  expect(fieldOf(text.replace('index 5', 'index 4'))).toBe('index')
  const [, first = ''] = /index 5\n(.*)\n/.exec(text) ?? []
  expect(fieldOf(text.replace(`${first}\n`, ''))).toBe('path, or root')
  expect(
    fieldOf(
      text.replace(
        first,
        first.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
      ),
    ),
  ).toBe('path, or root')
})

test('refuses ambiguous files', () => {
  const text = make(2, 3, 1)
  const forms: ((extra: string) => string)[] = [
    (extra) => extra.replace('"seq":2', '"seq":1,"seq":2'),
    (extra) => extra.replace('{', '{ '),
    (extra) => extra.replace('"seq":2', '"seq":2.0'),
    (extra) => extra.replace('{"entry"', '{"__proto__":{},"entry"'),
    (extra) => extra.replace('"in":{', '"in":{"__proto__":1,'),
    (extra) => `${'['.repeat(200_000)}${extra}`,
    () => 'null',
    () => '{"entry":null,"leaf":"","lines":[]}',
  ]
  for (const form of forms) expect(fieldOf(rewrite(text, form))).toMatch(/^(extra|entry)$/)
  expect(readCanonical('{"a":1,"b":2}')).toEqual({ a: 1, b: 2 })
})

test.each([
  ['twice', [0, 0]],
  ['before an earlier one', [1, 0]],
])('refuses a line that is shown %s', (_, shown) => {
  const changed = rewrite(make(2, 3, 2), (extra) => {
    const { lines: opened, ...rest } = JSON.parse(extra) as { lines: Json[] }
    return canonicalText({ ...rest, lines: shown.map((at) => opened[at] ?? null) })
  })
  expect(fieldOf(changed)).toBe('lines[1]')
})
