import { expect, test } from 'vitest'
import { breachedPasswords } from '../../src/server/passwords/breached-passwords.ts'
import { findPasswordFault } from '../../src/server/passwords/password-rules.ts'

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
