import { base32nopad } from '@scure/base'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import { isLong } from '../../support/scale.ts'
import { startTotp } from '../../../src/server/auth/member-totp.ts'
import { resealSecrets } from '../../../src/server/auth/reseal.ts'
import { unseal } from '../../../src/server/auth/sealed.ts'
import { totpCode } from '../../../src/server/auth/totp.ts'
import { behind } from '../support/behind.ts'
import type { Answer } from '../support/edge.ts'
import { addOperatorPasskey } from '../support/passkeys.ts'
import { openStaffEdge, refusal, signInStaff, type StaffEdge } from '../support/staff-edge.ts'
import { addMember, sessionOf } from '../support/members.ts'
import { operatorHeaders } from '../../support/operator-session.ts'

// How long staff stay signed in, and how long an entered password or code counts.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge({ OPERATOR_IDLE_MINUTES: '30', OPERATOR_STEP_UP_MINUTES: '10' })
})
afterAll(() => staff.close())

/** Moves a time of an operator's open sessions by this many minutes. */
const move = (who: string, column: string, minutes: number) =>
  sql`update operator_sessions set ${sql.ref(column)} = now() + make_interval(mins => ${minutes})
    where operator = ${who} and ended_at is null`.execute(staff.edge.db)

const rights = async (who: string) => (await staff.as(who, 'GET', 'overview/')).status

test('ends an unused session after the idle limit', async () => {
  await staff.add('idler', 'support')
  await move('idler', 'seen_at', -29)
  expect(await rights('idler')).toBe(200)
  await move('idler', 'seen_at', -31)
  expect(refusal(await staff.as('idler', 'GET', 'overview/'))).toEqual([401, 'token_invalid'])
  expect(await rights('idler')).toBe(401)
})

test('ends a used session after twelve hours', async () => {
  await staff.add('worker', 'support')
  const { body: fresh } = await staff.as('worker', 'GET', 'auth/sessions/')
  const { ends_at: end, signed_in_at: start } = itemAt(fresh, 0)
  const hours = (Date.parse(end) - Date.parse(start)) / 3_600_000
  expect(hours).toBeCloseTo(12, 2)
  await move('worker', 'seen_at', -20)
  await rights('worker')
  const { body: used } = await staff.as('worker', 'GET', 'auth/sessions/')
  expect(Date.now() - Date.parse(itemAt(used, 0).last_seen_at)).toBeLessThan(60_000)
  await move('worker', 'expires_at', -1)
  expect(await rights('worker')).toBe(401)
})

test('lists and ends only the operator’s own sessions', async () => {
  await staff.add('twice', 'support')
  const earlier = await staff.as('twice', 'GET', 'auth/sessions/')
  await staff.add('thief', 'support')
  const stolen = await staff.as('thief', 'DELETE', `auth/sessions/${earlier.body[0]?.id}/`)
  expect(stolen.status).toBe(404)
  expect(earlier.body).toHaveLength(1)
  expect(earlier.body[0]?.current).toBe(true)
  const ended = await staff.as('twice', 'DELETE', `auth/sessions/${earlier.body[0]?.id}/`)
  expect(ended.status).toBe(200)
  expect(await rights('twice')).toBe(401)
})

/** The audit log's entries about an operator, in order. */
async function noted(operator: string) {
  const { rows } = await sql<{ action: string; object: string; after: unknown }>`
    select action, object, after from audit_entries where operator = ${operator} order by no
  `.execute(staff.edge.db)
  return rows
}

test('audits sign-ins, sign-outs, and second factors', async () => {
  await staff.add('noted', 'support')
  const { body: sessions } = await staff.as('noted', 'GET', 'auth/sessions/')
  const object = `operator session ${sessions[0]?.id}`
  await staff.as('noted', 'POST', 'auth/logout/')
  expect((await noted('noted')).map((entry) => [entry.action, entry.object])).toEqual([
    ['sign in', object],
    ['sign out', object],
  ])
  const [first] = await noted('noted')
  expect(first?.after).toMatchObject({ address: '127.0.0.1', second_factor_set_up: false })
  await staff.add('noted', 'support')
  const { body: again } = await staff.as('noted', 'GET', 'auth/sessions/')
  await staff.as('noted', 'DELETE', `auth/sessions/${again[0]?.id}/`)
  expect((await noted('noted')).at(-1)?.action).toBe('end session')
})

/** Subjects of the emails to the alert address, newest last. */
async function told(username: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select subject from emails
    where recipient = ${staff.edge.config.alertEmail} and subject like ${`Staff: ${username} %`}
    order by no`.execute(staff.edge.db)
  return rows.map(({ subject }) => subject)
}

test('emails the alert address about a first sign-in and a new second factor', async () => {
  await staff.add('watched', 'support')
  expect(await told('watched')).toEqual([])
  staff.edge.config.production = true
  try {
    await staff.add('watched', 'support')
  } finally {
    staff.edge.config.production = false
  }
  expect(await told('watched')).toEqual(['Staff: watched signed in by the password alone'])
  const { body } = await staff.as('watched', 'POST', 'auth/totp/')
  const seed = new URL(body.otpauth_uri).searchParams.get('secret') ?? ''
  const secret = Buffer.from(base32nopad.decode(seed))
  const code = totpCode(secret, BigInt(Math.floor(Date.now() / 30_000)))
  const confirmed = await staff.as('watched', 'POST', 'auth/totp/confirm/', { body: { code } })
  expect(confirmed.status).toBe(200)
  expect((await told('watched')).at(-1)).toBe('Staff: watched set up a second factor')
  expect((await noted('watched')).at(-1)).toMatchObject({
    action: 'set up second factor',
    object: 'operator watched',
    after: { address: '127.0.0.1' },
  })
  await sql`update operators set totp_secret = null where username = 'watched'`.execute(
    staff.edge.db,
  )
})

test.runIf(isLong)('emails the alert address about changes of a webhook', async () => {
  await staff.add('wirer', 'admin')
  const body = { url: 'http://127.0.0.1:9/hooks', description: '', events: ['deposit.credited'] }
  const { body: added } = await staff.as('wirer', 'POST', 'webhooks/', { body })
  const { id } = added.webhook
  const change = (to: object) => staff.as('wirer', 'PATCH', `webhooks/${id}/`, { body: to })
  await change({ description: 'Other' })
  expect((await change({ url: 'http://127.0.0.1:8/hooks' })).status).toBe(200)
  await change({ events: ['deposit.credited', 'withdrawal.requested'] })
  await change({ enabled: false })
  await staff.as('wirer', 'POST', `webhooks/${id}/roll-secret/`)
  await staff.as('wirer', 'DELETE', `webhooks/${id}/`)
  expect(await told('wirer')).toEqual([
    `Staff: wirer added webhook ${id}, which sends events to 127.0.0.1:9`,
    `Staff: wirer moved webhook ${id} to 127.0.0.1:8`,
    `Staff: wirer changed which events webhook ${id} sends`,
    `Staff: wirer disabled webhook ${id}`,
    `Staff: wirer rolled the secret of webhook ${id}, and saw the new one`,
    `Staff: wirer removed webhook ${id}, which sent events to 127.0.0.1:8`,
  ])
})

const headersOf = (answer: Answer) => operatorHeaders(answer, staff.edge.config.publicUrl)

/** An operator with three sessions, and calls by each of them. */
async function signInThrice(username: string) {
  const { edge } = staff
  const { password, headers } = await signInStaff(edge, username, 'support')
  const signIn = () =>
    edge.call('POST', '/api/operator/auth/login/', { body: { username, password } })
  const sessions = [headers, headersOf(await signIn()), headersOf(await signIn())]
  const me = (each: Headers) => edge.call('GET', '/api/operator/auth/me/', { headers: each })
  const areOpen = async () =>
    (await Promise.all(sessions.map(me))).map(({ status }) => status === 200)
  return { headers, signIn, areOpen }
}
type Headers = Record<string, string>

async function enrolApp(headers: Headers): Promise<void> {
  const { edge } = staff
  const { body } = await edge.call('POST', '/api/operator/auth/totp/', { headers, body: {} })
  const seed = new URL(body.otpauth_uri).searchParams.get('secret') ?? ''
  const step = BigInt(Math.floor(Date.now() / 30_000))
  const code = totpCode(Buffer.from(base32nopad.decode(seed)), step)
  const url = '/api/operator/auth/totp/confirm/'
  expect((await edge.call('POST', url, { headers, body: { code } })).status).toBe(200)
}

const enrolPasskey = (headers: Headers) => addOperatorPasskey(staff.edge, headers)

test.each<[string, string, (headers: Headers) => Promise<unknown>]>([
  ['app', 'apper', enrolApp],
  ['passkey', 'keyer', enrolPasskey],
])('ends the sessions of the password alone with the first %s', async (_what, who, enrol) => {
  const { headers, areOpen } = await signInThrice(who)
  expect(await areOpen()).toEqual([true, true, true])
  await enrol(headers)
  expect(await areOpen()).toEqual([true, false, false])
  await forgetFactors(who)
})

test.runIf(isLong)('keeps the other sessions with a later passkey', async () => {
  const { headers, signIn } = await signInThrice('later')
  await enrolPasskey(headers)
  // Outside production, the password is enough.
  const other = headersOf(await signIn())
  await enrolPasskey(headers)
  const me = await staff.edge.call('GET', '/api/operator/auth/me/', { headers: other })
  expect(me.status).toBe(200)
})

const forgetFactors = (username: string) =>
  staff.edge.db
    .updateTable('operators')
    .set({ totp_secret: null, totp_confirmed_at: null })
    .where('username', '=', username)
    .execute()

test.each([
  ['totp_required', 'apping', sql`select 1`],
  [
    'passkey_required',
    'keying',
    sql`insert into passkeys (credential_id, user_handle, operator, public_key, sign_count, synced,
      name) values ('id', 'handle', 'keying', 'key', 0, false, 'Laptop')`,
  ],
])('opens no session without a factor set up meanwhile: %s', async (code, username, enrol) => {
  const { edge } = staff
  const { password } = await signInStaff(edge, username, 'support')
  const confirmed = code === 'totp_required' ? sql`now()` : sql`null`
  const locked = sql`update operators set totp_confirmed_at = ${confirmed}
    where username = ${username}`
  edge.config.production = true
  try {
    const body = { username, password }
    const late = await behind(edge.db, [locked, enrol], () =>
      edge.call('POST', '/api/operator/auth/login/', { body }),
    )
    expect(late.code).toBe(code)
  } finally {
    edge.config.production = false
    await forgetFactors(username)
  }
})

test('asks for the password again before changes to money and rights', async () => {
  const form = { username: 'nobody', amount: '5.00', reason: 'A gift' }
  const change = (who: string) => staff.as(who, 'POST', 'adjustments/', { body: form })
  expect((await change('finance')).status).toBe(400)
  await move('finance', 'stepped_up_at', -11)
  expect(refusal(await change('finance'))).toEqual([403, 'step_up_required'])
  expect(await rights('finance')).toBe(200)
  const wrong = await staff.as('finance', 'POST', 'auth/step-up/', { body: { password: 'wrong' } })
  expect([wrong.status, wrong.problem.errors?.password]).toEqual([400, expect.anything()])
  expect(refusal(await change('finance'))).toEqual([403, 'step_up_required'])
})

test('accepts a code once, with a step-up valid for ten minutes', async () => {
  await staff.add('coder', 'finance')
  await staff.as('coder', 'POST', 'auth/totp/')
  const { totp_secret: secret } = await staff.edge.db
    .selectFrom('operators')
    .select('totp_secret')
    .where('username', '=', 'coder')
    .executeTakeFirstOrThrow()
  const { authSecret } = staff.edge.config
  const step = BigInt(Math.floor(Date.now() / 30_000))
  const code = (ahead: bigint) => totpCode(unseal(authSecret, secret as Buffer), step + ahead)
  const confirmed = await staff.as('coder', 'POST', 'auth/totp/confirm/', {
    body: { code: code(0n) },
  })
  expect(confirmed.status).toBe(200)
  await move('coder', 'stepped_up_at', -11)
  const again = await staff.as('coder', 'POST', 'auth/step-up/', { body: { totp: code(0n) } })
  expect(again.status).toBe(400)
  const next = await staff.as('coder', 'POST', 'auth/step-up/', { body: { totp: code(1n) } })
  expect(next.status).toBe(200)
  const minutes = (Date.parse(next.body.valid_until) - Date.now()) / 60_000
  expect(minutes).toBeCloseTo(10, 0)
  const { problem: form } = await staff.as('coder', 'POST', 'adjustments/', { body: {} })
  expect(form.code).not.toBe('step_up_required')
})

test.runIf(isLong)('keeps second factors when the secret rotates', async () => {
  const { edge } = staff
  const { db, config } = edge
  const member = await addMember(edge, 'sealed')
  const session = sessionOf(member.access)
  await startTotp(db, config.authSecret, { no: member.no, session })
  const present = 'the secret of the server after it was changed'
  const read = async () => {
    const { rows } = await sql<{ seed: Buffer }>`
      select totp_secret as seed from identities where totp_secret is not null
      union all select totp_secret from operators where totp_secret is not null`.execute(db)
    return rows.map(({ seed }) => seed)
  }
  const before = await read()
  expect(before).toHaveLength(2)
  expect(await resealSecrets(db, 'a secret that this server never used', present)).toEqual({
    resealed: 0,
    unreadable: 2,
  })
  expect(await read()).toEqual(before)
  expect(await resealSecrets(db, config.authSecret, present)).toEqual({
    resealed: 2,
    unreadable: 0,
  })
  expect(await resealSecrets(db, config.authSecret, present)).toEqual({
    resealed: 0,
    unreadable: 0,
  })
  const after = await read()
  expect(after.map((seed) => unseal(present, seed))).toEqual(
    before.map((seed) => unseal(config.authSecret, seed)),
  )
  await resealSecrets(db, present, config.authSecret)
})

test('requires a second factor in production', async () => {
  staff.edge.config.production = true
  try {
    expect(refusal(await staff.as('support', 'GET', 'members/'))).toEqual([
      403,
      'totp_enrolment_required',
    ])
    expect((await staff.as('support', 'GET', 'auth/me/')).status).toBe(200)
  } finally {
    staff.edge.config.production = false
  }
})
