import '../../src/web/i18n/english.ts'
import { expect, test } from 'vitest'
import { breachedPasswords } from '../../src/server/passwords/breached-passwords.ts'
import { findPasswordFault } from '../../src/server/passwords/password-rules.ts'
import { strengthOf } from '../../src/web/visitor/sign-up/password-strength.ts'

const context = ['newcomer', 'newcomer@example.org']
const isRefused = (password: string): boolean => findPasswordFault(password, context) !== null

test('refuses every breached password in any case', () => {
  expect(breachedPasswords.size).toBeGreaterThan(10_000)
  const letIn = [...breachedPasswords].filter(
    (word) => !isRefused(word) || !isRefused(word.toUpperCase()),
  )
  expect(letIn).toEqual([])
  expect([...breachedPasswords].filter((word) => word.length < 8)).toEqual([])
})

test.each(['Twofold2026', 'tron-usdt-2026', 'Diamond!!77', 'NEWCOMER123', 'silver_silver'])(
  'refuses easily guessed words: %s',
  (password) => expect(findPasswordFault(password, context)?.code).toBe('password_like_name'),
)

test.each(['correct horse battery', 'electron motion', 'ünïcödé pässwörd', '  spaces  count  '])(
  'accepts %s',
  (password) => expect(findPasswordFault(password, context)).toBe(null),
)

test('the meter shows one bar for a word or a number, like nearly all breached passwords', () => {
  const words = ['password', 'Password1', 'sunshine22', '19841984', 'contraseña']
  expect(words.filter((word) => strengthOf(word, context).bars !== 1)).toEqual([])
  const praised = [...breachedPasswords].filter((word) => strengthOf(word, context).bars > 1)
  expect(praised.length / breachedPasswords.size).toBeLessThan(0.06)
  expect(strengthOf('kw7!pq-mv', context).bars).toBe(2)
  expect(strengthOf('blue-tram-9', context).bars).toBe(2)
  expect(strengthOf('correct horse battery', context).bars).toBe(4)
})
