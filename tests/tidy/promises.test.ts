import { expect, test } from 'vitest'
import { filesBelow, readText } from './sources.ts'

// Texts about rewards never promise income. They state what members actually earned.

const PROMISES = new RegExp(
  [
    'passive income|financial freedom|get rich|unlimited (income|earnings)|earning potential',
    'earn(s|ing|ings)? up to|up to \\$|guaranteed|ingresos (pasivos|ilimitados)',
    'libertad financiera|gana hasta|hasta \\$|garantizad[oa]s?',
  ].join('|'),
  'i',
)

const texts = [
  'src/web/i18n/en.po',
  'src/web/i18n/es.po',
  ...filesBelow('src/server/email'),
  ...filesBelow('src/server/transparency'),
  ...filesBelow('src/web/member/referrals'),
]

function promisesIn(path: string): string[] {
  return readText(path)
    .split('\n')
    .flatMap((line, at) => (PROMISES.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : []))
}

test('no text promises income', () => {
  expect(texts.flatMap(promisesIn)).toEqual([])
  expect(PROMISES.test('Earn up to $100 a day')).toBe(true)
})
