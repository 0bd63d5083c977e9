import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, emailedToken, password, registerMember, signIn } from '../support/members.ts'

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
  await addMember(edge, 'sponsor')
})
afterAll(() => edge.close())

const form = (over: Record<string, unknown> = {}) => ({
  username: 'newcomer',
  email: 'newcomer@example.org',
  password,
  password2: password,
  referral_code: null,
  ...over,
})
const register = (body: unknown, slash: '' | '/' = '/') =>
  edge.call('POST', `/api/auth/register${slash}`, { body })

async function countMembers(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from members`.execute(edge.db)
  return rows[0]?.count ?? 0
}

describe('explains a refused registration by field, and creates nothing', () => {
  const cases: [string, Record<string, unknown>, string, string][] = [
    ['no username', { username: undefined }, 'username', 'This field is required.'],
    ['empty username', { username: ' ' }, 'username', 'This field is required.'],
    ['short username', { username: 'ab' }, 'username', 'Use at least 3 characters.'],
    ['long username', { username: 'a'.repeat(31) }, 'username', 'Use at most 30 characters.'],
    ['a number', { username: 7 }, 'username', 'Enter text.'],
    ['reserved', { username: 'Admin' }, 'username', 'This username is already taken.'],
    ['the house', { username: 'TWOFOLD' }, 'username', 'This username is already taken.'],
    ['taken', { username: 'SPONSOR' }, 'username', 'This username is already taken.'],
    ['bad email', { email: 'a@b, c@d.org' }, 'email', 'Enter a valid email address.'],
    ['long email', { email: `${'a'.repeat(250)}@b.org` }, 'email', 'Use at most 254 characters.'],
    ['short password', { password: 'short12' }, 'password', 'Use at least 8 characters.'],
    ['mismatch', { password2: 'another one' }, 'password2', "Passwords don't match"],
    ['no code', { referral_code: 'nobody' }, 'referral_code', 'This referral code does not exist.'],
  ]
  test.each(cases)('%s', async (_name, over, field, message) => {
    const before = await countMembers()
    for (const slash of ['/', ''] as const) {
      const { status, problem } = await register(form(over), slash)
      expect([status, problem.code]).toEqual([400, 'invalid_request'])
      expect(problem.errors?.[field]).toContain(message)
      expect(problem[field]).toEqual(problem.errors?.[field])
    }
    expect(await countMembers()).toBe(before)
  })

  const names = [
    'a b',
    'zoë',
    'ab\u202ec',
    '...',
    'a\u200bbc',
    'аdmin1',
    '\u{1F600}\u{1F600}\u{1F600}',
  ]
  test.each(names)('unsafe username %j', async (username) => {
    const { status, problem } = await register(form({ username }))
    expect(status).toBe(400)
    expect(problem.errors?.username?.[0]).toMatch(/^Use letters, digits/)
  })

  const weak = [
    'password',
    '12345678',
    'QWERTYUIOP',
    'aaaaaaaa',
    'newcomer1',
    'Twofold2026',
    'iloveyou',
  ]
  test.each(weak)('common password %s', async (word) => {
    const { status, problem } = await register(form({ password: word, password2: word }))
    expect(status).toBe(400)
    expect(problem.errors?.password?.[0]).toMatch(/Choose another one/)
  })
})

test('creates the member with a sponsor and one inactive Bronze profile', async () => {
  const { status, body } = await register(
    form({ username: 'child', email: 'child@example.org', referral_code: 'SpOnSoR' }),
  )
  expect(status).toBe(201)
  expect(body.user).toMatchObject({ username: 'child', email: 'child@example.org' })
  expect(body.user.referral_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  const unverified = await signIn(edge, 'child')
  expect([unverified.status, unverified.problem.code]).toEqual([403, 'email_not_verified'])
  const wrong = await signIn(edge, 'child', 'not the password')
  expect([wrong.status, wrong.problem.detail]).toEqual([
    401,
    'Login failed. Please check your credentials.',
  ])
  const token = await emailedToken(edge, 'child@example.org')
  for (const slash of ['/', '', '/']) {
    const verified = await edge.call('GET', `/api/accounts/verify-email/${token}${slash}`)
    expect(verified.status).toBe(200)
  }
  const { body: signedIn } = await signIn(edge, 'child')
  const [profile] = signedIn.user.profiles
  expect(signedIn.user.profiles).toHaveLength(1)
  expect(profile).toMatchObject({
    active: false,
    activated_at: null,
    origin: { kind: 'join', from: null },
    board: { filled: 0, completed_at: null },
    plan: { id: '1', name: 'Bronze', cost: '1.00', status: 'active' },
    user: { username: 'child' },
  })
  expect(profile?.profile_id).toMatch(/^BR-[0-9A-HJKMNP-TV-Z]{8}$/)
  const { body: sponsor } = await signIn(edge, 'sponsor')
  expect(sponsor.user.total_referrals).toBe(1)
})

test('answers an unknown token with 400 and no details', async () => {
  const { status, problem } = await edge.call('GET', '/api/accounts/verify-email/nothing/')
  expect([status, problem.code, problem.detail]).toEqual([
    400,
    'invalid_token',
    'This link is invalid or has expired.',
  ])
})

test('answers for a known address as for a new one, and notifies only its owner', async () => {
  const before = await countMembers()
  const fresh = await register(form({ username: 'other1', email: 'other1@example.org' }))
  const known = await register(form({ username: 'other2', email: 'SPONSOR@example.org' }))
  expect(known.status).toBe(fresh.status)
  expect(Object.keys(known.body)).toEqual(Object.keys(fresh.body))
  expect(known.body.detail).toBe(fresh.body.detail)
  expect(await countMembers()).toBe(before)
  const emails = await edge.db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', '=', 'sponsor@example.org')
    .orderBy('no', 'desc')
    .execute()
  expect(emails[0]?.subject).toBe('You already have an account')
})

test('creates one member from twenty simultaneous registrations', async () => {
  const before = await countMembers()
  const same = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      register(form({ username: i % 2 ? 'Racer' : 'racer', email: `racer${i}@example.org` })),
    ),
  )
  expect(same.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(same.filter((each) => each.code && each.problem.errors?.username)).toHaveLength(19)
  const address = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      register(
        form({ username: `twin${i}`, email: i % 2 ? 'twin@example.org' : 'TWIN@example.org' }),
      ),
    ),
  )
  expect(address.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(await countMembers()).toBe(before)
  const { rows } = await sql<{ token: string }>`
    select substring(text from '/verify-email/([\\w-]+)') as token from emails
    where lower(recipient) = 'twin@example.org' or recipient like 'racer%'`.execute(edge.db)
  const verified = await Promise.all(
    rows.map(({ token }) => edge.call('GET', `/api/accounts/verify-email/${token}/`)),
  )
  expect(verified.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(await countMembers()).toBe(before + 2)
})

test('ignores unknown form fields', async () => {
  const extra = {
    is_active: false,
    role: 'admin',
    wallet_balance: '100',
    id: 1,
    email_verified: true,
  }
  await register({ ...form({ username: 'greedy', email: 'greedy@example.org' }), ...extra })
  expect((await signIn(edge, 'greedy')).status).toBe(403)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from operators where username = 'greedy'`.execute(edge.db)
  expect(rows[0]?.count).toBe(0)
})

test('availability checks', async () => {
  const check = async <const U extends string>(url: U) => (await edge.call('GET', url)).body
  expect(await check('/api/auth/check-username/?username=sponsor')).toEqual({
    available: false,
    detail: 'This username is already taken.',
    text: { code: 'username_taken', params: {} },
  })
  expect((await check('/api/auth/check-username?username=nobody')).available).toBe(true)
  expect((await check('/api/auth/check-username/?username=support')).available).toBe(false)
  const known = await check('/api/auth/check-email/?email=sponsor@example.org')
  expect(known).toEqual(await check('/api/auth/check-email/?email=nobody@example.org'))
  expect(known.available).toBe(true)
  expect(await check('/api/auth/check-referral/?code=SPONSOR')).toEqual({
    valid: true,
    sponsor: 'sponsor',
  })
  expect(await check('/api/auth/check-referral/?code=twofold')).toEqual({
    valid: true,
    sponsor: 'twofold',
  })
  expect(await check('/api/auth/check-referral/?code=nobody')).toEqual({
    valid: false,
    sponsor: null,
  })
  expect((await edge.call('GET', '/api/auth/check-email/?email=x')).status).toBe(400)
  expect((await edge.call('GET', '/api/auth/check-username/')).status).toBe(400)
})

test('accepts no suspended member as a sponsor', async () => {
  const { no } = await addMember(edge, 'away')
  const isSponsor = async () =>
    (await edge.call('GET', '/api/auth/check-referral/?code=away')).body.valid
  expect(await isSponsor()).toBe(true)
  const command = { kind: 'set_suspended', member: no, on: true } as const
  await edge.book.submit({ command, by: { operator: 'test' } })
  expect(await isSponsor()).toBe(false)
  const refused = await register(
    form({ username: 'follower', email: 'follower@example.org', referral_code: 'away' }),
  )
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    { referral_code: ['This referral code does not exist.'] },
  ])
})

test('resends a verification email once in 24 hours, known address or not', async () => {
  await register(form({ username: 'waiting', email: 'waiting@example.org' }))
  const first = await emailedToken(edge, 'waiting@example.org')
  const resend = (email: string) =>
    edge.call('POST', '/api/accounts/resend-verification/', { body: { email } })
  const known = await resend('waiting@example.org')
  const unknown = await resend('unknown@example.org')
  expect([known.status, known.body]).toEqual([200, unknown.body])
  expect(await emailedToken(edge, 'waiting@example.org')).not.toBe(first)
  for (const email of ['WAITING@example.org', 'unknown@example.org']) {
    const again = await resend(email)
    expect([again.status, again.problem.code]).toEqual([429, 'resend_too_soon'])
    expect(again.problem.detail).toBe('You can only request a new verification email once per day.')
    const inMs = Date.parse(again.problem.next_allowed_at ?? '') - Date.now()
    expect(inMs).toBeGreaterThan(86_000_000)
    expect(inMs).toBeLessThanOrEqual(86_400_000)
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(86_000)
  }
  await sql`update verification_resends set at = at - interval '24 hours'`.execute(edge.db)
  expect((await resend('waiting@example.org')).status).toBe(200)
  await registerMember(edge, 'verified1')
})
