import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInStaff } from '../support/staff-edge.ts'
import { codeOf } from '../support/call-stage.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, emailedToken, password, signIn } from '../support/members.ts'

// Guessing a second factor: neither patience nor parallel requests help, and guesses cause an
// email.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

const subjects = async (recipient: string): Promise<string[]> => {
  const { rows } = await sql<{ subject: string }>`
    select subject from emails where recipient = ${recipient} order by no`.execute(edge.db)
  return rows.map(({ subject }) => subject)
}

/** A code that differs from the three currently valid ones. */
const wrongFor = (code: string): string =>
  String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')

/** The duration of the lock in hours. Removes an expired lock so that guessing can continue. */
async function lockedHours(table: 'identities' | 'operators', own: string): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from totp_locked_until - now()) / 3600)::int as hours
    from ${sql.table(table)} where username = ${own}`.execute(edge.db)
  await sql`update ${sql.table(table)} set totp_locked_until = now()
    where username = ${own}`.execute(edge.db)
  return rows[0]?.hours ?? 0
}

/** The emails about wrong codes to the first test's member. */
const told = async () =>
  (await subjects('guessed@example.org')).filter((text) => /code/i.test(text))

test('locks the second factor after ten wrong codes, each time for twice as long', async () => {
  const { access: token } = await addMember(edge, 'guessed')
  const post = <const U extends string>(path: U, body: object) =>
    edge.call('POST', `/api/auth/${path}/`, { token, body })
  const { body } = await post('totp', {})
  const right = codeOf(body.otpauth_uri)
  await post('totp/confirm', { code: right })
  const guess = () => post('step-up', { code: wrongFor(codeOf(body.otpauth_uri)) })
  const first = await guess()
  expect([first.status, Object.keys(first.problem.errors ?? {})]).toEqual([400, ['code']])
  expect(await told()).toEqual(['Security notice: Wrong authenticator code'])
  // Simultaneously, so that none is counted before the others arrive.
  const many = await Promise.all(Array.from({ length: 20 }, guess))
  expect(many.filter(({ status }) => status === 400)).toHaveLength(9)
  const refused = many.filter(({ code }) => code === 'factor_locked')
  expect(refused).toHaveLength(11)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3_500)
  expect((await told()).at(-1)).toBe('Security notice: Authenticator codes are locked')
  expect(await told()).toHaveLength(2)
  // A recovery code still signs in, and resets the count.
  expect(await lockedHours('identities', 'guessed')).toBe(1)
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400)
  expect((await post('step-up', { code: body.recovery_codes[0] })).status).toBe(200)
  expect((await guess()).status).toBe(400)
  const { rows } = await sql<{ failures: number }>`
    select totp_failures as failures from identities where username = 'guessed'`.execute(edge.db)
  expect(rows).toEqual([{ failures: 1 }])
})

test('doubles a member’s lock', async () => {
  const { access: token } = await addMember(edge, 'doubled')
  const post = <const U extends string>(path: U, body: object) =>
    edge.call('POST', `/api/auth/${path}/`, { token, body })
  const { body } = await post('totp', {})
  await post('totp/confirm', { code: codeOf(body.otpauth_uri) })
  const hours = []
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 10; i++) await post('step-up', { code: 'nothing' })
    hours.push(await lockedHours('identities', 'doubled'))
  }
  expect(hours).toEqual([1, 2, 4])
})

const failuresOf = async (table: 'identities' | 'operators', own: string): Promise<number> => {
  const { rows } = await sql<{ failures: number }>`select totp_failures as failures
    from ${sql.table(table)} where username = ${own}`.execute(edge.db)
  return rows[0]?.failures ?? 0
}

/** Lets the next code of the same half minute count. */
const allowAgain = async () => {
  await sql`update identities set totp_last_step = null`.execute(edge.db)
  await sql`update operators set totp_last_step = null`.execute(edge.db)
}

/** As if the last wrong code were so many days ago, and its lock over. */
const pass = (username: string, days: number) =>
  sql`update identities set totp_locked_until = null,
    totp_failure_told = (now() at time zone 'utc')::date - ${days}::int
    where username = ${username}`.execute(edge.db)

/** A member with an authenticator app, and someone else who is signed in as well. */
async function enrolWithThief(username: string) {
  const { access: own } = await addMember(edge, username)
  const post = <const U extends string>(path: U, token: string, body: object) =>
    edge.call('POST', `/api/auth/${path}/`, { token, body })
  const { body: factor } = await post('totp', own, {})
  await post('totp/confirm', own, { code: codeOf(factor.otpauth_uri) })
  const thief = (await signIn(edge, username)).body.access
  const stepUp = (token: string, code: string) => post('step-up', token, { code })
  return { own, thief, factor, stepUp }
}

test('keeps another session’s wrong codes after a right one, until seven quiet days', async () => {
  const { own, thief, factor, stepUp } = await enrolWithThief('shared')
  const guess = (token: string) => stepUp(token, 'nothing')
  for (let i = 0; i < 5; i++) expect((await guess(thief)).status).toBe(400)
  // The owner's own mistakes don't bring a lock closer.
  for (let i = 0; i < 3; i++) expect((await guess(own)).status).toBe(400)
  await allowAgain()
  const right = await stepUp(own, codeOf(factor.otpauth_uri))
  expect([right.status, await failuresOf('identities', 'shared')]).toEqual([200, 5])
  for (let i = 0; i < 5; i++) expect((await guess(thief)).status).toBe(400)
  expect((await guess(thief)).code).toBe('factor_locked')
  await pass('shared', 7)
  await guess(thief)
  expect(await failuresOf('identities', 'shared')).toBe(11)
  await pass('shared', 8)
  await guess(thief)
  expect(await failuresOf('identities', 'shared')).toBe(1)
})

test('takes back no wrong codes of a count that a recovery code ended', async () => {
  const { own, thief, factor, stepUp } = await enrolWithThief('restarted')
  const guess = (token: string) => stepUp(token, 'nothing')
  for (let i = 0; i < 5; i++) await guess(own)
  const [code = ''] = factor.recovery_codes
  expect((await stepUp(own, code)).status).toBe(200)
  for (let i = 0; i < 5; i++) await guess(thief)
  await allowAgain()
  const right = await stepUp(own, codeOf(factor.otpauth_uri))
  expect([right.status, await failuresOf('identities', 'restarted')]).toEqual([200, 5])
})

test('keeps wrong codes of sign-ins after an operator’s right one', async () => {
  const { password: word, headers } = await signInStaff(edge, 'busy', 'finance')
  const post = <const U extends string>(path: U, body: object) =>
    edge.call('POST', `/api/operator/auth/${path}/`, { headers, body })
  const { body } = await post('totp', {})
  await post('totp/confirm', { code: codeOf(body.otpauth_uri) })
  const form = { username: 'busy', password: word, totp: '000000' }
  const guess = () => edge.call('POST', '/api/operator/auth/login/', { body: form })
  for (let i = 0; i < 5; i++) expect((await guess()).code).toBe('totp_invalid')
  expect((await post('step-up', { totp: '000000' })).status).toBe(400)
  await allowAgain()
  expect((await post('step-up', { totp: codeOf(body.otpauth_uri) })).status).toBe(200)
  expect(await failuresOf('operators', 'busy')).toBe(5)
  for (let i = 0; i < 5; i++) expect((await guess()).code).toBe('totp_invalid')
  expect((await guess()).code).toBe('factor_locked')
})

test('takes back one wrong code with an operator’s right one at sign-in', async () => {
  const { password: word, headers } = await signInStaff(edge, 'hasty', 'finance')
  const { body } = await edge.call('POST', '/api/operator/auth/totp/', { headers, body: {} })
  const code = codeOf(body.otpauth_uri)
  await edge.call('POST', '/api/operator/auth/totp/confirm/', { headers, body: { code } })
  const signInWith = (totp: string) =>
    edge.call('POST', '/api/operator/auth/login/', {
      body: { username: 'hasty', password: word, totp },
    })
  for (let i = 0; i < 3; i++) expect((await signInWith('000000')).code).toBe('totp_invalid')
  for (const left of [2, 1]) {
    await allowAgain()
    expect((await signInWith(codeOf(body.otpauth_uri))).status).toBe(200)
    expect(await failuresOf('operators', 'hasty')).toBe(left)
  }
})

test('doesn’t count a password instead of a code', async () => {
  const { access: token } = await addMember(edge, 'mistaken')
  const post = <const U extends string>(path: U, body: object) =>
    edge.call('POST', `/api/auth/${path}/`, { token, body })
  const { body } = await post('totp', {})
  await post('totp/confirm', { code: codeOf(body.otpauth_uri) })
  for (let i = 0; i < 10; i++) {
    const { status, problem } = await post('step-up', { password })
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['code']])
  }
  expect((await subjects('mistaken@example.org')).filter((text) => /code/i.test(text))).toEqual([])
  await edge.db
    .updateTable('identities')
    .set({ totp_last_step: null })
    .where('username', '=', 'mistaken')
    .execute()
  expect((await post('step-up', { code: codeOf(body.otpauth_uri) })).status).toBe(200)
})

test('audits, emails, and limits wrong codes after an operator’s right password', async () => {
  const { password: word, headers } = await signInStaff(edge, 'clerk', 'finance')
  const form = { username: 'clerk', password: word }
  const login = (body: object) => edge.call('POST', '/api/operator/auth/login/', { body })
  const post = <const U extends string>(path: U, body: object) =>
    edge.call('POST', `/api/operator/auth/${path}/`, { headers, body })
  const { body } = await post('totp', {})
  await post('totp/confirm', { code: codeOf(body.otpauth_uri) })
  const wrong = () => wrongFor(codeOf(body.otpauth_uri))

  expect((await login({ ...form, totp: wrong() })).problem.code).toBe('totp_invalid')
  expect((await login({ ...form, totp: wrong() })).problem.code).toBe('totp_invalid')
  expect((await post('step-up', { totp: wrong() })).status).toBe(400)
  for (let i = 3; i < 10; i++) await login({ ...form, totp: wrong() })
  expect((await login({ ...form, totp: wrong() })).problem.code).toBe('factor_locked')
  expect((await post('step-up', { totp: wrong() })).problem.code).toBe('factor_locked')
  const emailed = await subjects(edge.config.alertEmail)
  const alerts = emailed.filter((text) => /clerk.*wrong/.test(text))
  expect(alerts).toEqual([
    'Staff: clerk entered a wrong code after the right password',
    'Staff: clerk entered ten wrong codes, which locks their second factor for 1 h',
  ])
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where operator = 'clerk' order by no`.execute(edge.db)
  expect(rows.map(({ action }) => action).slice(-2)).toEqual([
    'wrong second factor',
    'lock second factor',
  ])
  // A wrong password counts nothing, so strangers can't lock anyone out.
  expect(await lockedHours('operators', 'clerk')).toBe(1)
  await login({ ...form, password: 'wrong', totp: wrong() })
  const { rows: counted } = await sql<{ failures: number }>`
    select totp_failures as failures from operators where username = 'clerk'`.execute(edge.db)
  expect(counted).toEqual([{ failures: 10 }])
})

test('doesn’t lock a second factor for wrong codes of the one before', async () => {
  const { access } = await addMember(edge, 'renewed')
  const post = <const U extends string>(path: U, token: string, body: object) =>
    edge.call('POST', `/api/auth/${path}/`, { token, body })
  const { body: first } = await post('totp', access, {})
  await post('totp/confirm', access, { code: codeOf(first.otpauth_uri) })
  for (let i = 0; i < 10; i++) await post('step-up', access, { code: 'nothing' })
  // A reset removes the factor, because it is younger than a day.
  const email = 'renewed@example.org'
  await edge.call('POST', '/api/accounts/forgot-password/', { body: { email } })
  const token = await emailedToken(edge, email)
  const word = 'a better horse battery'
  const body = { token, new_password: word, confirm_password: word }
  await edge.call('POST', '/api/accounts/reset-password', { body })
  const { body: owner } = await signIn(edge, 'renewed', word)
  const { body: second } = await post('totp', owner.access, {})
  const code = codeOf(second.otpauth_uri)
  expect((await post('totp/confirm', owner.access, { code })).status).toBe(200)
  const own = { username: 'renewed', totp_last_step: null }
  await edge.db.updateTable('identities').set(own).where('username', '=', 'renewed').execute()
  const proof = { code: codeOf(second.otpauth_uri) }
  expect((await post('step-up', owner.access, proof)).status).toBe(200)
})
