import { expect, test } from 'vitest'
import { breachedPasswords } from '../../src/server/passwords/breached-passwords.ts'
import { findPasswordFault } from '../../src/server/passwords/password-rules.ts'

const context = ['newcomer', 'newcomer@example.org']
const isRefused = (password: string): boolean => findPasswordFault(password, context) !== null

test('every password of the breached list is refused, in any case', () => {
  expect(breachedPasswords.size).toBeGreaterThan(10_000)
  const letIn = [...breachedPasswords].filter(
    (word) => !isRefused(word) || !isRefused(word.toUpperCase()),
  )
  expect(letIn).toEqual([])
  expect([...breachedPasswords].filter((word) => word.length < 8)).toEqual([])
})

test.each(['Twofold2026', 'tron-usdt-2026', 'Diamond!!77', 'NEWCOMER123', 'silver_silver'])(
  'made of words that anybody would try first here: %s',
  (password) => expect(findPasswordFault(password, context)?.code).toBe('password_like_name'),
)

test.each(['correct horse battery', 'electron motion', 'ünïcödé pässwörd', '  spaces  count  '])(
  'fine: %s',
  (password) => expect(findPasswordFault(password, context)).toBe(null),
)
