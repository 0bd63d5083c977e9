import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sources } from './sources.ts'

// Only one file writes an account's credentials. It locks the account and checks the caller again.
// Elsewhere, a call in flight could undo the owner's reset.

const guards =
  /\b(password_hash|totp_(secret|confirmed_at|last_step)|wallet_address|(pending_)?email)\b/

/** The columns that updates of a member's row set, in the query builder and in SQL. */
const updates =
  /updateTable\('identities'\)\s*\.set\(([^)]*)\)|update identities\s+set([^`]*?)where/g

const writesGuards = (path: string): boolean =>
  [...readFileSync(path, 'utf8').matchAll(updates)].some(([, built = '', plain = '']) =>
    guards.test(built + plain),
  )

test('only the file that locks an account writes its credentials', () => {
  const writers = sources.filter((path) => path.startsWith('src/server/') && writesGuards(path))
  // Nobody signs in to the company's account.
  expect(writers).toEqual(['src/server/auth/locked-account.ts', 'src/server/brand/name-house.ts'])
})

// A change by staff holds the operator's lock. Code that ends a session or revokes a key without it
// wouldn't wait for the change, which then takes effect afterward.

const ends = /updateTable\('operator_sessions'\)\s*\.set\(\{[^}]*\bended_at\b/
const revokes = /updateTable\('api_keys'\)\s*\.set\(\{[^}]*\brevoked_at\b/

test('only files that lock the operator end staff sessions and revoke keys', () => {
  const enders = sources.filter((path) => {
    const text = path.startsWith('src/server/') ? readFileSync(path, 'utf8') : ''
    return ends.test(text) || revokes.test(text)
  })
  expect(enders).toHaveLength(5)
  const unlocked = enders.filter(
    (path) => !readFileSync(path, 'utf8').includes('await lockOperator('),
  )
  expect(unlocked).toEqual([])
})
