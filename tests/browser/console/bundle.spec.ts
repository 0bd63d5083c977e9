import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../support/product-test.ts'

const build = fileURLToPath(new URL('../../../build/', import.meta.url))
/** A library that both apps load on demand, from one file. */
const PASSKEY_LIBRARY = 'WebAuthnError'
const scriptsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(join(build, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(build, folder, name), 'utf8')]),
  )

test('serves members no code of the console', () => {
  const ours = scriptsIn('console')
  const theirs = scriptsIn('client')
  expect(ours.size).toBeGreaterThan(10)
  expect([...ours.values()].some((text) => text.includes('/api/operator/'))).toBe(true)
  const shared = [...theirs].filter(([name, text]) => {
    return (
      (ours.has(name) && !text.includes(PASSKEY_LIBRARY)) ||
      text.includes('Operator console') ||
      text.includes('Pending withdrawals')
    )
  })
  expect(shared.map(([name]) => name)).toEqual([])
})
