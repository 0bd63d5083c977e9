import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOperator } from '../../../src/server/staff/operators.ts'
import { isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, password, signIn } from '../support/members.ts'

// The guards around a password, configured as behind HTTPS.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ PUBLIC_URL: 'https://twofold.example', AUTH_COST: 'full' })
  await addMember(edge, 'anna')
})
afterAll(() => edge.close())

test('limits the operators’ cookie to our host and path over TLS', async () => {
  const body = { username: 'ann', password: await addOperator(edge.db, 'ann', 'support') }
  const { headers } = await edge.call('POST', '/api/operator/auth/login/', { body })
  const set = String(headers['set-cookie'])
  expect(set).toMatch(
    /^__Host-twofold_operator=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=/,
  )
  const [cookie = ''] = set.split(';')
  const me = (sent: string) =>
    edge.call('GET', '/api/operator/auth/me/', { headers: { cookie: sent } })
  expect((await me(cookie)).status).toBe(200)
  // Ignores a cookie name that another host could have set.
  expect((await me(cookie.replace('__Host-', ''))).status).toBe(401)
  expect(String(headers['strict-transport-security'])).toMatch(/^max-age=31536000/)
})

const hashOf = async (username: string): Promise<string> => {
  const { password_hash: hash } = await edge.db
    .selectFrom('identities')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return hash ?? ''
}

test('replaces a hash with weaker parameters at the next sign-in', async () => {
  const nonce = randomBytes(16)
  const weak = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: password, nonce, ...weak })
  const text = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, '')).join('$')
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${text}`
  await edge.db
    .updateTable('identities')
    .set({ password_hash: old })
    .where('username', '=', 'anna')
    .execute()
  expect((await signIn(edge, 'anna', 'another word')).status).toBe(401)
  expect(await hashOf('anna')).toBe(old)
  expect((await signIn(edge, 'anna')).status).toBe(200)
  const renewed = await hashOf('anna')
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await signIn(edge, 'anna')).status).toBe(200)
  expect(await hashOf('anna')).toBe(renewed)
})

test.runIf(isLong)('lets members step up during a flood of sign-ins', async () => {
  const { body: anna } = await signIn(edge, 'anna')
  let left = 40
  const flood = Array.from({ length: left }, async (_, i) => {
    await signIn(edge, `crowd${i}`, 'x'.repeat(128))
    left--
  })
  const proved = await edge.call('POST', '/api/auth/step-up/', {
    token: anna.access,
    body: { password },
  })
  expect(proved.status).toBe(200)
  // A link that doesn't exist costs no hash. It is refused without queueing.
  const words = { new_password: 'a better horse', confirm_password: 'a better horse' }
  const reset = await edge.call('POST', '/api/accounts/reset-password/', {
    body: { token: 'nothing', ...words },
  })
  expect([reset.status, reset.problem.code]).toEqual([400, 'invalid_token'])
  expect(left).toBeGreaterThan(20)
  await Promise.all(flood)
})

// Two hundred hashes at full cost. The refusal itself is among the outages.
test.runIf(isLong)(
  'limits the queue of sign-ins, sends Retry-After, and keeps serving reads',
  async () => {
    let left = 400
    const long = 'x'.repeat(128)
    const flood = Array.from({ length: left }, async (_, i) => {
      const answer = await signIn(edge, `flood${i}`, long)
      left--
      return answer
    })
    const read = await edge.call('GET', '/api/accounts/plans/')
    expect(read.status).toBe(200)
    // It was answered while most of them still waited in the queue.
    expect(left).toBeGreaterThan(200)
    const answers = await Promise.all(flood)
    const turned = answers.filter(({ status }) => status === 503)
    expect(turned.length).toBeGreaterThan(0)
    expect(turned.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
    expect(turned.map(({ code }) => code)).toContain('overloaded')
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(400 - turned.length)
    const endless = await signIn(edge, 'anna', 'x'.repeat(1_000))
    expect([endless.status, endless.problem.code]).toEqual([401, 'login_failed'])
  },
)
