import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderHtml } from '../../../src/server/email/email-page.ts'
import type { EmailContent } from '../../../src/server/email/template.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { codeOf } from '../support/call-stage.ts'
import { addMember, password, type TestMember } from '../support/members.ts'

// Every security event that the HTTP edge can cause, and its email.

let edge: Edge
let anna: TestMember
beforeAll(async () => {
  edge = await openEdge()
  anna = await addMember(edge, 'anna')
})
afterAll(() => edge.close())

type Sent = {
  kind: string
  subject: string
  text: string
  content: EmailContent
  recipient: string
}

async function emailsTo(email = 'anna@example.org'): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    select kind, subject, text, content, recipient from emails where recipient = ${email}
    order by no`.execute(edge.db)
  return rows
}

const signInFrom = (agent: string) =>
  edge.call('POST', '/api/auth/login/', {
    body: { username: 'anna', password },
    headers: { 'user-agent': agent },
  })

test('emails about a new device, but not the first or a known one', async () => {
  const subject = 'Security notice: New sign-in'
  const told = async () => (await emailsTo()).filter((sent) => sent.subject === subject)
  expect(await told()).toHaveLength(0)
  await signInFrom('Browser One')
  await signInFrom('Browser One')
  await edge.call('POST', '/api/auth/login/', {
    body: { username: 'anna', password: 'wrong' },
    headers: { 'user-agent': 'Guesser' },
  })
  const [first, ...more] = await told()
  expect([first?.kind, more]).toEqual(['security', []])
  expect(first?.text).toContain('Browser One')
  await signInFrom('<b>Two</b>')
  const second = (await told())[1]
  expect(renderHtml(second?.content as EmailContent)).toContain('&lt;b&gt;Two&lt;/b&gt;')
  const { body } = await edge.call('GET', '/api/accounts/activity/?type=security', {
    token: anna.access,
  })
  expect(body.results[0]?.detail).toBe('Someone signed in from a new device.')
})

test('emails about a suspension and its end', async () => {
  const { headers } = await signInStaff(edge, 'chief', 'admin')
  const bob = await addMember(edge, 'bob')
  const body = { reason: 'A test' }
  for (const what of ['suspend', 'reinstate']) {
    await edge.call('POST', `/api/operator/members/${bob.no}/${what}/`, { body, headers })
  }
  const subjects = (await emailsTo('bob@example.org')).map(({ subject }) => subject)
  expect(subjects.slice(-2)).toEqual(['Your account is suspended', 'Your account is open again'])
})

const call = <const M extends string, const U extends string>(method: M, path: U, body: object) =>
  edge.call(method, `/api/accounts/${path}/`, { token: anna.access, body })

test('emails about changes of wallet, password, and email address', async () => {
  await call('PATCH', 'me/update', { wallet_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' })
  const next = 'another long password'
  await call('POST', 'change-password', {
    current_password: password,
    new_password: next,
    confirm_password: next,
  })
  await call('PATCH', 'me/update', { email: 'anna.new@example.org' })
  const subjects = (await emailsTo()).map(({ subject }) => subject)
  expect(subjects.slice(-3)).toEqual([
    'Security notice: Your wallet address was changed',
    'Security notice: Your password was changed',
    'Security notice: A change to your email address was requested',
  ])
  const last = (await emailsTo()).at(-1)
  expect(last?.text).toMatch(/Time: \w{3} \d{1,2}, \d{4}, \d\d:\d\d UTC/)
  expect((await emailsTo('anna.new@example.org')).map(({ subject }) => subject)).toEqual([
    'Confirm your new email address',
  ])
})

test('ends a session whose token is reused after the grace period, and emails once', async () => {
  const carol = await addMember(edge, 'carol')
  const refresh = () =>
    edge.call('POST', '/api/auth/token/refresh/', { body: { refresh: carol.refresh } })
  expect((await refresh()).status).toBe(200)
  await sql`update refresh_tokens set rotated_at = now() - interval '31 seconds'
    where rotated_at is not null`.execute(edge.db)
  for (let shown = 0; shown < 3; shown++) expect((await refresh()).status).toBe(401)
  const subjects = (await emailsTo('carol@example.org')).map(({ subject }) => subject)
  expect(subjects.filter((text) => text === 'Security notice: We ended a session')).toHaveLength(1)
})

test('emails about a used recovery code, with the number of remaining ones', async () => {
  const dora = await addMember(edge, 'dora')
  const post = <const U extends string>(path: U, body: object = {}) =>
    edge.call('POST', `/api/auth/${path}/`, { token: dora.access, body })
  const { body: elsewhere } = await edge.call('POST', '/api/auth/login/', {
    body: { username: 'dora', password },
  })
  const { body } = await post('totp')
  await post('totp/confirm', { code: codeOf(body.otpauth_uri) })
  // Sessions without the second factor have ended.
  const disabled = await edge.call('POST', '/api/auth/totp/disable/', { token: elsewhere.access })
  expect([disabled.status, disabled.problem.code]).toEqual([401, 'token_invalid'])
  const [code] = body.recovery_codes
  expect((await post('step-up', { code })).status).toBe(200)
  expect((await post('step-up', { code })).status).toBe(400)
  const told = (await emailsTo('dora@example.org')).map(({ subject, text }) => `${subject} ${text}`)
  const used = told.filter((text) => text.includes('A recovery code was used'))
  expect(used).toEqual([expect.stringContaining('You have 9 left')])
})

test('emails about at most five copied sessions and five recovery codes an hour', async () => {
  const erin = await addMember(edge, 'erin')
  const post = <const U extends string>(path: U, body: object, token?: string) =>
    edge.call('POST', `/api/auth/${path}/`, { body, ...(token && { token }) })
  const refreshes: string[] = []
  for (let i = 0; i < 8; i++) {
    const { body } = await post('login', { username: 'erin', password })
    refreshes.push(body.refresh)
    await post('token/refresh', { refresh: body.refresh })
  }
  await sql`update refresh_tokens set rotated_at = now() - interval '31 seconds'
    where rotated_at is not null`.execute(edge.db)
  // At once, so that none sees the others' emails before they commit.
  await Promise.all(refreshes.map((refresh) => post('token/refresh', { refresh })))
  const { body } = await post('totp', {}, erin.access)
  await post('totp/confirm', { code: codeOf(body.otpauth_uri) }, erin.access)
  for (const code of body.recovery_codes) {
    expect((await post('step-up', { code }, erin.access)).status).toBe(200)
  }
  const subjects = (await emailsTo('erin@example.org')).map(({ subject }) => subject)
  const counts = ['We ended a session', 'A recovery code was used'].map(
    (what) => subjects.filter((subject) => subject === `Security notice: ${what}`).length,
  )
  expect(counts).toEqual([5, 5])
})

test('gives every email a text part and one recipient', async () => {
  const { rows } = await sql<Sent>`select * from emails`.execute(edge.db)
  const kinds = new Set(rows.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['security', 'verification'])
  for (const { text, content, subject, recipient } of rows) {
    expect(text.trim().length).toBeGreaterThan(20)
    expect(renderHtml(content)).toContain('<html')
    expect(`${subject}${recipient}`).not.toMatch(/[\r\n,]/)
  }
})
