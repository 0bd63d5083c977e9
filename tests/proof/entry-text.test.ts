import { expect, test } from 'vitest'
import { canonicalText, type Json } from '../../src/proof/canonical.ts'
import { entryText } from '../../src/proof/entry.ts'

const entry = {
  v: 1,
  seq: 12,
  at: 1_790_000_000_000,
  kind: 'x',
  fx: 'f=',
  n: 2,
  salt: 's',
} as const

const inputs: Json[] = [
  {},
  { profile: 3, member: 2 },
  { reason: 'quo"te \n \u2028 é 🙂', on: true, from: null },
  { 10: 'ten', 9: 'nine', a: 1 },
  { b: { d: 1, c: [3, { z: 1, y: 2 }] }, a: 10n },
]

test('writes an entry as its canonical JSON', () => {
  for (const input of inputs) {
    const whole = { ...entry, by: 'op:"', in: input }
    expect(entryText(whole)).toBe(canonicalText(whole))
  }
})

test('allows no inexact number in an entry', () => {
  for (const input of [{ a: 1.5 }, { a: 2 ** 53 }]) {
    expect(() => entryText({ ...entry, by: 'm1', in: input })).toThrow('not a whole number')
  }
})
