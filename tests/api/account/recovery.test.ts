import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zeroAddress } from '../../../src/tron/encoding/address.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, emailedToken, password, registerMember, signIn } from '../support/members.ts'

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ WITHDRAWAL_HOLD_HOURS: '24' })
})
afterAll(() => edge.close())

const next = 'a better horse battery'
const forgot = (email: string) =>
  edge.call('POST', '/api/accounts/forgot-password/', { body: { email } })
const reset = (token: string, word = next, again = word) =>
  edge.call('POST', '/api/accounts/reset-password', {
    body: { token, new_password: word, confirm_password: again },
  })
const me = (token: string) => edge.call('GET', '/api/accounts/me/', { token })

async function holdOf(username: string): Promise<number> {
  const { rows } = await sql<{ hold_until: Date | null }>`
    select hold_until from identities where username = ${username}`.execute(edge.db)
  return ((rows[0]?.hold_until?.getTime() ?? 0) - Date.now()) / 3_600_000
}

test('answers "forgot" the same for all addresses, and emails only a known one', async () => {
  await addMember(edge, 'forgetful')
  const known = await forgot('Forgetful@example.org')
  const unknown = await forgot('stranger@example.org')
  expect([known.status, known.body]).toEqual([200, unknown.body])
  expect(known.body.detail).toBe(
    "If an account exists with this email, we've sent password recovery instructions.",
  )
  const { rows } = await sql`select 1 from emails where recipient = 'stranger@example.org'`.execute(
    edge.db,
  )
  expect(rows).toHaveLength(0)
})

test('resets once, by any of the links, ends sessions, and holds payouts', async () => {
  const { access } = await addMember(edge, 'resetter')
  const email = 'resetter@example.org'
  await forgot(email)
  const token = await emailedToken(edge, email)
  // Anyone can ask. The link that the member is about to use still works.
  await forgot(email)
  const newer = await emailedToken(edge, email)
  expect((await reset(token, next, 'other words')).problem.errors).toEqual({
    confirm_password: ["Passwords don't match"],
  })
  expect((await reset(token, 'password')).problem.errors?.new_password).toBeDefined()
  expect((await reset(token, 'short')).problem.errors?.new_password).toEqual([
    'Use at least 8 characters.',
  ])
  const racing = await Promise.all(Array.from({ length: 8 }, () => reset(token)))
  expect(racing.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 400),
  ])
  expect((await reset(newer)).problem.code).toBe('invalid_token')
  expect((await me(access)).status).toBe(401)
  expect((await signIn(edge, 'resetter')).status).toBe(401)
  expect((await signIn(edge, 'resetter', next)).status).toBe(200)
  expect(await holdOf('resetter')).toBeCloseTo(24, 1)
})

test('refuses a token in any other flow', async () => {
  await registerMember(edge, 'mixed')
  await forgot('mixed@example.org')
  const token = await emailedToken(edge, 'mixed@example.org')
  const verified = await edge.call('GET', `/api/accounts/verify-email/${token}/`)
  expect([verified.status, verified.problem.code]).toEqual([400, 'invalid_token'])
  expect((await me(token)).status).toBe(401)
  const refreshed = await edge.call('POST', '/api/auth/token/refresh/', {
    body: { refresh: token },
  })
  expect(refreshed.status).toBe(401)
  await sql`update email_tokens set expires_at = now()`.execute(edge.db)
  expect((await reset(token)).status).toBe(400)
})

test('starts links with PUBLIC_URL, whatever the request’s Host', async () => {
  await addMember(edge, 'hosted')
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil',
  }
  await edge.call('POST', '/api/accounts/forgot-password/', {
    body: { email: 'hosted@example.org' },
    headers,
  })
  const { rows } = await sql<{ text: string; content: object }>`
    select text, content from emails
    where recipient = 'hosted@example.org' and kind = 'recovery'`.execute(edge.db)
  expect(rows[0]?.text).toContain(`${edge.config.publicUrl}/reset-password/`)
  expect(JSON.stringify(rows)).not.toContain('evil')
})

test('requires the current password for a change, and ends other sessions', async () => {
  const { access } = await addMember(edge, 'changer')
  const { body: other } = await signIn(edge, 'changer')
  const change = (current: string, word: string, again = word) =>
    edge.call('POST', '/api/accounts/change-password/', {
      token: access,
      body: { current_password: current, new_password: word, confirm_password: again },
    })
  expect((await change(password, next, 'different')).problem.confirm_password).toEqual([
    'New passwords do not match',
  ])
  const wrong = await change('wrong', next)
  expect([wrong.status, wrong.problem.errors]).toEqual([
    400,
    { current_password: ['The current password is not correct.'] },
  ])
  expect((await change(password, 'changer99')).status).toBe(400)
  expect((await change(password, next)).status).toBe(200)
  expect((await me(other.access)).status).toBe(401)
  expect((await me(access)).status).toBe(200)
  expect(await holdOf('changer')).toBeCloseTo(24, 1)
})

test('changes the email address once its link is followed, and notifies both', async () => {
  const { access } = await addMember(edge, 'mover')
  await forgot('mover@example.org')
  const resetToken = await emailedToken(edge, 'mover@example.org')
  const update = (body: object) =>
    edge.call('PATCH', '/api/accounts/me/update/', { token: access, body })
  const { body } = await update({ email: 'moved@example.org' })
  expect([body.email, body.pending_email]).toEqual(['mover@example.org', 'moved@example.org'])
  expect((await reset(resetToken)).status).toBe(400)
  const token = await emailedToken(edge, 'moved@example.org')
  const { text } = await edge.db
    .selectFrom('emails')
    .select('text')
    .where('recipient', '=', 'moved@example.org')
    .executeTakeFirstOrThrow()
  expect(text).toContain(`/verify-email/${token}?change`)
  const url = `/api/accounts/verify-email/${token}/` as const
  // Link scanners change nothing: the answer only shows what the link would do.
  for (const method of ['HEAD', 'GET']) expect((await edge.call(method, url)).status).toBe(200)
  expect((await edge.call('GET', url)).body.new_email).toBe('moved@example.org')
  expect((await me(access)).body.email).toBe('mover@example.org')
  expect((await edge.call('POST', url, { body: {} })).status).toBe(200)
  expect((await edge.call('POST', url, { body: {} })).status).toBe(200)
  expect((await me(access)).status).toBe(401)
  const { body: again } = await signIn(edge, 'mover')
  expect([again.user.email, again.user.pending_email]).toEqual(['moved@example.org', null])
  expect(await holdOf('mover')).toBeCloseTo(24, 1)
  const { rows } = await sql<{ recipient: string }>`
    select recipient from emails where kind = 'security' and recipient like 'move%'
    order by recipient`.execute(edge.db)
  const told = rows.map(({ recipient }) => recipient)
  expect(told).toEqual(['moved@example.org', 'mover@example.org', 'mover@example.org'])
})

test('gives the same answer for someone else’s address, and changes nothing', async () => {
  const { access } = await addMember(edge, 'taker')
  await registerMember(edge, 'owner1')
  const { status } = await edge.call('PATCH', '/api/accounts/me/update/', {
    token: access,
    body: { email: 'OWNER1@example.org' },
  })
  expect(status).toBe(200)
  const { rows } = await sql`
    select 1 from email_tokens
    where purpose = 'email' and lower(email) = 'owner1@example.org'`.execute(edge.db)
  expect(rows).toHaveLength(0)
  // The notice to the member's own mailbox always comes. A missing one would reveal the address.
  const { rows: notices } = await sql`
    select 1 from emails where recipient = 'taker@example.org'
      and subject = 'Security notice: A change to your email address was requested'`.execute(
    edge.db,
  )
  expect(notices).toHaveLength(1)
})

test('changes, ignores, or refuses each profile field', async () => {
  const { access } = await addMember(edge, 'profiled')
  const update = (body: object) =>
    edge.call('PATCH', '/api/accounts/me/update/', { token: access, body })
  const changed = await update({
    first_name: ' Ada ',
    last_name: 'O’Brien',
    phone_number: '+1 (555) 010-0199',
    auto_upgrade: false,
    share_contact: true,
    wallet_balance: '1000',
    is_active: false,
    username: 'root',
    referral_code: 'MINE',
    profiles: [],
  })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    first_name: 'Ada',
    last_name: 'O’Brien',
    phone_number: '+1 (555) 010-0199',
    auto_upgrade: false,
    share_contact: true,
    wallet_balance: '0.00',
    is_active: true,
    username: 'profiled',
  })
  expect(changed.body.referral_code).not.toBe('MINE')
  const refused: [object, string][] = [
    [{ wallet_address: 'T123' }, 'wallet_address'],
    [{ wallet_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' }, 'wallet_address'],
    [{ wallet_address: edge.context.usdtContract }, 'wallet_address'],
    [{ wallet_address: zeroAddress }, 'wallet_address'],
    [{ first_name: 'a\u0007b' }, 'first_name'],
    [{ first_name: 'x'.repeat(81) }, 'first_name'],
    [{ last_name: 'a\r\nBcc: b@example.org' }, 'last_name'],
    [{ phone_number: 'call me' }, 'phone_number'],
    [{ auto_upgrade: 'yes' }, 'auto_upgrade'],
    [{ email: 'nobody' }, 'email'],
  ]
  for (const [body, field] of refused) {
    const answer = await update(body)
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([400, [field]])
  }
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  expect((await update({ wallet_address: address })).body.wallet_address).toBe(address)
  expect(await holdOf('profiled')).toBeCloseTo(24, 1)
  expect((await update({ wallet_address: '' })).body.wallet_address).toBe(null)
})
