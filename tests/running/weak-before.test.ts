import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { resealAtStart } from '../../src/server/auth/reseal.ts'
import { seal, unseal } from '../../src/server/auth/sealed.ts'
import { createTestDatabase } from '../support/database.ts'

const present = 'fJ0sV8yq2TgXnB4mRz7Kd1LwPe6Hc9Ua'
const weak = 'change-me-change-me-please-1234567'

test.each([
  [weak, true],
  ['k3Wq9ZtYb5Rn1CxVs7Gd2MhPf8Lj4Ea6', false],
])('reseals with the former secret %s, and warns about a weak one', async (before, warns) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { db } = database
  const operator = { username: 'ann', role: 'admin', password_hash: 'x' } as const
  const sealed = seal(before, Buffer.from('a seed of a factor'))
  await db
    .insertInto('operators')
    .values({ ...operator, totp_secret: sealed })
    .execute()
  let logged = ''
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk)
      done()
    },
  })
  await resealAtStart(db, { authSecret: present, authSecretBefore: before }, pino(lines))
  const row = await db.selectFrom('operators').select('totp_secret').executeTakeFirstOrThrow()
  expect(String(unseal(present, row.totp_secret ?? Buffer.alloc(0)))).toBe('a seed of a factor')
  expect(logged.includes('can be guessed. Remove it once every process has restarted.')).toBe(warns)
  expect(logged).toContain('Remove AUTH_SECRET_BEFORE once every process has restarted.')
  expect(logged).not.toContain(before)
})
