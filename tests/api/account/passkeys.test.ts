import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PASSKEYS } from '../../../src/contract/fields/limits.ts'
import { itemAt } from '../../support/answer.ts'
import type { Twist } from '../support/authenticator.ts'
import { codeOf } from '../support/call-stage.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, disputeToken, emailedToken, password, sessionOf } from '../support/members.ts'
import {
  addPasskey,
  answerSignIn,
  answerStepUp,
  newAuthenticator,
  signInByPasskey,
} from '../support/passkeys.ts'
import { refusal } from '../support/staff-edge.ts'

// Members' passkeys, with the keys and signatures of an authenticator.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ WITHDRAWAL_HOLD_HOURS: '24' })
})
afterAll(() => edge.close())

const forgetProof = (token: string) =>
  edge.db
    .updateTable('sessions')
    .set({ stepped_up_at: new Date(0) })
    .where('no', '=', sessionOf(token))
    .execute()

const signInWith = (body: object) => edge.call('POST', '/api/auth/login/passkey/', { body })
const stepUpWith = (token: string, body: object) =>
  edge.call('POST', '/api/auth/step-up/passkey/', { token, body })
/** A change that needs a step-up, and changes nothing. */
const startTotp = (token: string) => edge.call('POST', '/api/auth/totp/', { token, body: {} })
const refused = [400, 'passkey_refused']
const expired = [400, 'passkey_expired']

async function emailsTo(recipient: string): Promise<{ subject: string; text: string }[]> {
  return await edge.db
    .selectFrom('emails')
    .select(['subject', 'text'])
    .where('recipient', '=', recipient)
    .orderBy('no')
    .execute()
}

const warnings = async (recipient: string) =>
  (await emailsTo(recipient)).filter(({ subject }) => subject.includes('refused'))

test('signs in with a passkey alone, and counts it as a step-up despite an app', async () => {
  const { no, access: token } = await addMember(edge, 'keyed')
  const { body: app } = await startTotp(token)
  const code = codeOf(app.otpauth_uri)
  await edge.call('POST', '/api/auth/totp/confirm/', { token, body: { code } })
  await edge.call('POST', '/api/auth/step-up/', { token, body: { code: app.recovery_codes[0] } })
  const { device, passkey } = await addPasskey(edge, token)
  expect(passkey).toMatchObject({ name: 'Phone', synced: false, last_used_at: null })
  const { body } = await signInByPasskey(edge, device)
  expect(body.user).toMatchObject({ id: String(no), username: 'keyed' })
  // The app is set up, so a password alone isn't enough.
  const removed = await edge.call('POST', '/api/auth/totp/disable/', {
    token: body.access,
    body: {},
  })
  expect(removed.status).toBe(200)
  const { body: listed } = await edge.call('GET', '/api/auth/passkeys/', { token: body.access })
  expect(itemAt(listed, 0).last_used_at).not.toBeNull()
  const { body: security } = await edge.call('GET', '/api/auth/security/', { token })
  expect(security).toMatchObject({ passkeys: 1, totp_enabled: false })
  expect(security.hold_until).not.toBeNull()
})

test('requests a discoverable passkey with user verification and a random handle', async () => {
  const { access: token } = await addMember(edge, 'asked')
  const ask = async () =>
    (await edge.call('POST', '/api/auth/passkeys/options/', { token, body: {} })).body.options
  const first = await ask()
  expect(first).toMatchObject({
    rp: { id: new URL(edge.config.publicUrl).hostname },
    user: { name: 'asked' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [],
  })
  expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(32)
  const { device } = await addPasskey(edge, token)
  const [second, third] = [await ask(), await ask()]
  // One account has one handle, from its first passkey.
  expect(third.user.id).toBe(second.user.id)
  expect(second.excludeCredentials).toEqual([
    { id: device.id, type: 'public-key', transports: ['internal'] },
  ])
  expect(third.challenge).not.toBe(second.challenge)
  // Signing in names no account.
  const { body } = await edge.call('POST', '/api/auth/login/passkey/options/', { body: {} })
  expect(body.options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
})

test('steps up with a passkey of the account, only in its own session', async () => {
  const { access: token } = await addMember(edge, 'stepper')
  const { device } = await addPasskey(edge, token)
  await forgetProof(token)
  expect(refusal(await startTotp(token))).toEqual([403, 'step_up_required'])
  // A challenge of one session is worthless in another, and stays valid in its own.
  const { body: other } = await signInByPasskey(edge, device)
  const answer = await answerStepUp(edge, token, device)
  expect(refusal(await stepUpWith(other.access, answer))).toEqual(expired)
  expect((await stepUpWith(token, answer)).status).toBe(200)
  expect((await startTotp(token)).status).toBe(200)
  // Another account's passkey proves nothing here.
  const { access: foreign } = await addMember(edge, 'stranger')
  const { device: theirs } = await addPasskey(edge, foreign)
  await forgetProof(token)
  expect(refusal(await stepUpWith(token, await answerStepUp(edge, token, theirs)))).toEqual(refused)
  expect(refusal(await startTotp(token))).toEqual([403, 'step_up_required'])
  // Neither does an answer to a sign-in challenge.
  expect(refusal(await stepUpWith(token, await answerSignIn(edge, device)))).toEqual(expired)
})

test('refuses every altered answer', async () => {
  const { access: token } = await addMember(edge, 'twisted')
  const { device } = await addPasskey(edge, token)
  const other = newAuthenticator(edge)
  const twists: Record<string, Twist> = {
    'another origin': { origin: 'https://evil.example' },
    'another port of our host': { origin: `${new URL(edge.config.publicUrl).origin}0` },
    'another domain': { rpId: 'evil.example' },
    'another challenge': { challenge: 'a'.repeat(43) },
    'nobody present': { flags: 0 },
    'nobody verified': { flags: 1 },
    'another key': { key: other.key },
    'an unknown credential': { id: other.id },
    'a new key’s answer': { type: 'webauthn.create' },
    'another handle': { userHandle: 'AAAA' },
    'no handle': { userHandle: null },
  }
  for (const [name, twist] of Object.entries(twists)) {
    expect([name, refusal(await signInByPasskey(edge, device, twist))]).toEqual([name, refused])
  }
  expect((await signInByPasskey(edge, device)).status).toBe(200)
})

test('refuses every altered new passkey', async () => {
  const { access: token } = await addMember(edge, 'maker')
  const twists: Record<string, Twist> = {
    'another origin': { origin: 'https://evil.example' },
    'another domain': { rpId: 'evil.example' },
    'another challenge': { challenge: 'a'.repeat(43) },
    'nobody verified': { flags: 1 },
    'an answer to a sign-in': { type: 'webauthn.get' },
    'an id that isn’t the signed one': { id: newAuthenticator(edge).id },
  }
  for (const [name, twist] of Object.entries(twists)) {
    const { body } = await edge.call('POST', '/api/auth/passkeys/options/', { token, body: {} })
    const credential = newAuthenticator(edge).create(body.options, twist)
    const form = { ceremony: body.ceremony, name: 'Bad', credential }
    const answer = await edge.call('POST', '/api/auth/passkeys/', { token, body: form })
    expect([name, refusal(answer)]).toEqual([name, refused])
  }
  const { body } = await edge.call('GET', '/api/auth/passkeys/', { token })
  expect(body).toEqual([])
})

test('accepts a challenge once, in time, and only from the browser that asked', async () => {
  const { access: token } = await addMember(edge, 'once')
  const { device } = await addPasskey(edge, token)
  const used = await answerSignIn(edge, device)
  expect((await signInWith(used)).status).toBe(200)
  expect(refusal(await signInWith(used))).toEqual(expired)
  // A wrong answer also uses it up.
  const wrong = await answerSignIn(edge, device, { flags: 1 })
  expect(refusal(await signInWith(wrong))).toEqual(refused)
  expect(refusal(await signInWith(wrong))).toEqual(expired)
  // Someone who saw the answer has another token, or none.
  const seen = await answerSignIn(edge, device)
  const { ceremony } = await answerSignIn(edge, device)
  expect(refusal(await signInWith({ ...seen, ceremony }))).toEqual(refused)
  const late = await answerSignIn(edge, device)
  await edge.db
    .updateTable('passkey_challenges')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .execute()
  expect(refusal(await signInWith(late))).toEqual(expired)
  // The console has its own challenges.
  expect(
    refusal(
      await edge.call('POST', '/api/operator/auth/login/passkey/', {
        body: await answerSignIn(edge, device),
      }),
    ),
  ).toEqual(expired)
  // Of many simultaneous calls, one wins.
  const raced = await answerSignIn(edge, device)
  const all = await Promise.all(Array.from({ length: 8 }, () => signInWith(raced)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('keeps at most twenty open challenges for one address', async () => {
  for (let i = 0; i < 25; i++) {
    await edge.call('POST', '/api/auth/login/passkey/options/', { body: {}, address: '192.0.2.7' })
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from passkey_challenges where owner = 'address:192.0.2.7'`.execute(edge.db)
  expect(rows[0]?.count).toBe(20)
})

test('refuses and reports a passkey whose counter goes backward', async () => {
  const { access: token } = await addMember(edge, 'cloned')
  const device = newAuthenticator(edge)
  device.signCount = 5
  await addPasskey(edge, token, 'Security key', device)
  const signIn = async (signCount: number) =>
    refusal(await signInByPasskey(edge, device, { signCount }))
  expect((await signIn(6))[0]).toBe(200)
  expect(await signIn(6)).toEqual(refused)
  expect(await signIn(0)).toEqual(refused)
  // Once a day, however often the copy tries.
  expect(await warnings('cloned@example.org')).toHaveLength(1)
  // A forged signature with a low count reports nothing.
  const other = newAuthenticator(edge)
  await edge.db.updateTable('passkeys').set({ copy_told_at: null }).execute()
  const forged = await signInByPasskey(edge, device, { signCount: 1, key: other.key })
  expect(refusal(forged)).toEqual(refused)
  expect(await warnings('cloned@example.org')).toHaveLength(1)
  expect((await signIn(7))[0]).toBe(200)
})

test('renames and removes passkeys, and emails the member about each change', async () => {
  const { access: token } = await addMember(edge, 'namer')
  const { access: foreign } = await addMember(edge, 'nosy')
  const { device, passkey } = await addPasskey(edge, token, 'Old phone')
  const url = `/api/auth/passkeys/${passkey.id}/` as const
  const rename = (as: string, name: string) =>
    edge.call('PATCH', url, { token: as, body: { name } })
  expect((await rename(token, 'New phone')).body.name).toBe('New phone')
  expect((await rename(token, 'x'.repeat(51))).status).toBe(400)
  expect(refusal(await rename(foreign, 'Mine'))).toEqual([404, 'not_found'])
  expect(refusal(await edge.call('DELETE', url, { token: foreign }))).toEqual([404, 'not_found'])
  await forgetProof(token)
  expect(refusal(await edge.call('DELETE', url, { token }))).toEqual([403, 'step_up_required'])
  await stepUpWith(token, await answerStepUp(edge, token, device))
  const pending = await answerSignIn(edge, device)
  expect((await edge.call('DELETE', url, { token })).status).toBe(200)
  expect(refusal(await signInWith(pending))).toEqual(refused)
  expect(refusal(await signInByPasskey(edge, device))).toEqual(refused)
  const emails = await emailsTo('namer@example.org')
  expect(emails.map(({ subject }) => subject).slice(-2)).toEqual([
    'Security notice: A passkey was added to your account',
    'Security notice: A passkey was removed from your account',
  ])
  expect(emails.at(-1)?.text).toContain('New phone')
})

test('ends the step-ups of other sessions when a passkey is removed', async () => {
  const { access: token } = await addMember(edge, 'mover')
  const { device, passkey } = await addPasskey(edge, token)
  const phone = (await signInByPasskey(edge, device)).body.access
  expect((await startTotp(phone)).status).toBe(200)
  const url = `/api/auth/passkeys/${passkey.id}/` as const
  expect((await edge.call('DELETE', url, { token })).status).toBe(200)
  expect(refusal(await startTotp(phone))).toEqual([403, 'step_up_required'])
  expect((await startTotp(token)).status).toBe(200)
})

test('limits the passkeys per account, and registers each only once', async () => {
  const { access: token } = await addMember(edge, 'collector')
  const { device } = await addPasskey(edge, token)
  // Another account can't claim an existing passkey.
  const { access: foreign } = await addMember(edge, 'claimer')
  const asked = await edge.call('POST', '/api/auth/passkeys/options/', {
    token: foreign,
    body: {},
  })
  const { ceremony, options } = asked.body
  const again = { ceremony, name: 'Mine now', credential: device.create(options) }
  const claimed = await edge.call('POST', '/api/auth/passkeys/', { token: foreign, body: again })
  expect(refusal(claimed)).toEqual([409, 'passkey_exists'])
  for (let i = 2; i < MAX_PASSKEYS; i++) await addPasskey(edge, token, `Key ${i}`)
  // Two that were started while there was room for one.
  const start = async () =>
    (await edge.call('POST', '/api/auth/passkeys/options/', { token, body: {} })).body
  const started = [await start(), await start()]
  const added = await Promise.all(
    started.map(async (one) => {
      const credential = newAuthenticator(edge).create(one.options)
      const body = { ceremony: one.ceremony, name: 'Last', credential }
      return await edge.call('POST', '/api/auth/passkeys/', { token, body })
    }),
  )
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409])
  const over = await edge.call('POST', '/api/auth/passkeys/options/', { token, body: {} })
  expect(refusal(over)).toEqual([409, 'too_many_passkeys'])
})

test('refuses suspended members, and ends sessions that their passkeys started', async () => {
  const { no, access: token } = await addMember(edge, 'barred')
  const { device } = await addPasskey(edge, token)
  const suspend = (on: boolean) =>
    edge.book.submit({
      command: { kind: 'set_suspended', member: no, on },
      by: { operator: 'test' },
    })
  await suspend(true)
  expect(refusal(await signInByPasskey(edge, device))).toEqual([403, 'account_suspended'])
  await suspend(false)
  const { body } = await signInByPasskey(edge, device)
  await edge.call('DELETE', '/api/auth/sessions/', { token: body.access })
  const ended = await edge.call('GET', '/api/accounts/me/', { token })
  expect(ended.status).toBe(401)
})

const resetPassword = async (email: string) => {
  await edge.call('POST', '/api/accounts/forgot-password/', { body: { email } })
  const word = 'a password of the owner'
  const body = {
    token: await emailedToken(edge, email),
    new_password: word,
    confirm_password: word,
  }
  expect((await edge.call('POST', '/api/accounts/reset-password/', { body })).status).toBe(200)
}

const age = (name: string) =>
  edge.db
    .updateTable('passkeys')
    .set({ created_at: sql<Date>`now() - interval '2 days'` })
    .where('name', '=', name)
    .execute()

test('keeps older passkeys on a reset, and removes those of the last day', async () => {
  const { access: token } = await addMember(edge, 'forgetful')
  const { device: kept } = await addPasskey(edge, token, 'Kept through a reset')
  await age('Kept through a reset')
  const { device: young } = await addPasskey(edge, token, 'Just added')
  await resetPassword('forgetful@example.org')
  expect((await signInByPasskey(edge, kept)).status).toBe(200)
  expect(refusal(await signInByPasskey(edge, young))).toEqual(refused)
  const [told] = (await emailsTo('forgetful@example.org')).filter(({ text }) =>
    text.includes('You can still sign in with your passkey.'),
  )
  expect(told?.subject).toBe('Security notice: Your password was changed')
})

test('removes the passkey that its owner disputes', async () => {
  const { access: token } = await addMember(edge, 'disputer')
  const { device: old } = await addPasskey(edge, token, 'Of long ago')
  await age('Of long ago')
  const { device: thiefs } = await addPasskey(edge, token, 'A thief’s')
  const link = await disputeToken(edge, 'disputer@example.org', 'passkey was added')
  const { body } = await edge.call('GET', `/api/accounts/not-me/${link}/`)
  expect(body.kind).toBe('passkey_added')
  expect((await edge.call('POST', `/api/accounts/not-me/${link}/`, { body: {} })).status).toBe(200)
  expect(refusal(await signInByPasskey(edge, thiefs))).toEqual(refused)
  expect((await signInByPasskey(edge, old)).status).toBe(200)
})

test('removes a passkey of the last day, although a later event is disputed', async () => {
  const { access: token } = await addMember(edge, 'latereader')
  const { device: thiefs } = await addPasskey(edge, token, 'A thief’s, earlier')
  const wallet_address = 'TKHuVq1oKVruCGLvqVexFs6dawKv6fQgFs'
  await edge.call('PATCH', '/api/accounts/me/update/', { token, body: { wallet_address } })
  const link = await disputeToken(edge, 'latereader@example.org', 'wallet address')
  expect((await edge.call('POST', `/api/accounts/not-me/${link}/`, { body: {} })).status).toBe(200)
  expect(refusal(await signInByPasskey(edge, thiefs))).toEqual(refused)
})

test('says after a change of the password that passkeys still sign in', async () => {
  const { access: token } = await addMember(edge, 'changer')
  await addPasskey(edge, token, 'Still there')
  const word = 'another password of the owner'
  const body = { current_password: password, new_password: word, confirm_password: word }
  const changed = await edge.call('POST', '/api/accounts/change-password/', { token, body })
  expect(changed.status).toBe(200)
  const told = (await emailsTo('changer@example.org')).find(({ subject }) =>
    subject.includes('password was changed'),
  )
  expect(told?.text).toContain('You can still sign in with your passkey.')
})
