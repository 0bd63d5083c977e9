import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialCalls, type CredentialCall } from '../../../src/server/auth/locked-account.ts'
import { until } from '../../support/poll.ts'
import { countWaiting } from '../support/behind.ts'
import { codeOf } from '../support/call-stage.ts'
import { addPasskey, answerSignIn, newAuthenticator } from '../support/passkeys.ts'
import { openEdge, type Answer, type Edge } from '../support/edge.ts'
import { addMember, emailedToken, password, signIn, type TestMember } from '../support/members.ts'

// The owner's reset races a thief's call. When the reset commits, the thief's call has passed every
// check before its transaction, and must change nothing.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

const owners = 'what the owner chose'
const thiefs = 'what the thief chose'
const wallet = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

const post = <const U extends string>(path: U, body: object, token?: string) =>
  edge.call('POST', `/api/${path}/`, { body, token })
const update = (body: object, token: string) =>
  edge.call('PATCH', '/api/accounts/me/update/', { body, token })
const forgot = (email: string) => post('accounts/forgot-password', { email })
const reset = (token: string, word: string) =>
  post('accounts/reset-password', { token, new_password: word, confirm_password: word })

/** Uses the link that the owner is about to open. Anyone who reads the mailbox has it too. */
type Attempt = (link: string) => Promise<Answer>
type Prepare = (thief: TestMember) => Promise<Attempt>

async function enrol({ access }: TestMember): Promise<string> {
  const { body } = await post('auth/totp', {}, access)
  return body.otpauth_uri
}

/** For each call that changes credentials, the thief's call in flight. */
const attempts: Record<CredentialCall, Prepare> = {
  login: async ({ username }) => {
    return () => signIn(edge, username)
  },
  stepUp: async ({ access }) => {
    return () => post('auth/step-up', { password }, access)
  },
  changePassword: async ({ access }) => {
    const words = { new_password: thiefs, confirm_password: thiefs }
    return () => post('accounts/change-password', { current_password: password, ...words }, access)
  },
  resetPassword: async () => (link) => reset(link, thiefs),
  startTotp: async ({ access }) => {
    return () => post('auth/totp', {}, access)
  },
  confirmTotp: async (thief) => {
    const code = codeOf(await enrol(thief))
    return () => post('auth/totp/confirm', { code }, thief.access)
  },
  disableTotp: async (thief) => {
    const code = codeOf(await enrol(thief))
    await post('auth/totp/confirm', { code }, thief.access)
    await sql`update identities set totp_confirmed_at = now() - interval '2 days'
      where member_no = ${thief.no}`.execute(edge.db)
    return () => post('auth/totp/disable', {}, thief.access)
  },
  passkeyLogin: async ({ access }) => {
    const { device } = await addPasskey(edge, access)
    const body = await answerSignIn(edge, device)
    return () => post('auth/login/passkey', body)
  },
  addPasskey: async ({ access }) => {
    const { body } = await post('auth/passkeys/options', {}, access)
    const credential = newAuthenticator(edge).create(body.options)
    const form = { ceremony: body.ceremony, name: 'Mine', credential }
    return () => post('auth/passkeys', form, access)
  },
  removePasskey: async ({ access }) => {
    const { passkey } = await addPasskey(edge, access)
    const url = `/api/auth/passkeys/${passkey.id}/` as const
    return () => edge.call('DELETE', url, { token: access })
  },
  updateMe: async ({ access }) => {
    return () => update({ email: 'thief@example.org', wallet_address: wallet }, access)
  },
  confirmEmail: async ({ access, username }) => {
    const email = `thief.${username}@example.org`
    await update({ email }, access)
    const token = await emailedToken(edge, email)
    return () => post(`accounts/verify-email/${token}`, {})
  },
  requestClosing: async ({ access }) => {
    return () => post('accounts/closing', {}, access)
  },
  confirmClosing: async ({ access, username }) => {
    await post('accounts/closing', {}, access)
    const token = await emailedToken(edge, `${username}@example.org`)
    return () => post('accounts/closing/confirm', { token }, access)
  },
}

/** Lets the reset commit while the attempt waits behind it. */
async function overtake(member: number, calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  await edge.db.transaction().execute(async (tx) => {
    await sql`select 1 from identities where member_no = ${member} for update`.execute(tx)
    for (const call of calls) {
      answers.push(call())
      await until('the call to wait', async () => (await countWaiting(edge.db)) === answers.length)
    }
  })
  return await Promise.all(answers)
}

const guardsOf = (member: number) =>
  edge.db
    .selectFrom('identities')
    .select(['email', 'pending_email', 'wallet_address', 'totp_secret', 'totp_confirmed_at'])
    .where('member_no', '=', member)
    .executeTakeFirstOrThrow()

test.each(credentialCalls)('a password reset wins over %s in flight', async (name) => {
  const username = `owner-${name}`
  const email = `${username}@example.org`
  const thief = await addMember(edge, username)
  const attempt = await attempts[name](thief)
  const before = await guardsOf(thief.no)
  await forgot(email)
  const link = await emailedToken(edge, email)
  const [done, tried] = await overtake(thief.no, [() => reset(link, owners), () => attempt(link)])
  expect(done?.status).toBe(200)
  expect([400, 401]).toContain(tried?.status)
  const unconfirmed = before.totp_confirmed_at === null && { totp_secret: null }
  expect(await guardsOf(thief.no)).toEqual({ ...before, pending_email: null, ...unconfirmed })
  const { rows } = await sql`select 1 from sessions
    where member_no = ${thief.no} and ended_at is null`.execute(edge.db)
  expect(rows).toEqual([])
  expect((await signIn(edge, username, owners)).status).toBe(200)
})

test('gives two confirmations of one new address at once the same answer', async () => {
  const member = await addMember(edge, 'twice')
  const attempt = await attempts.confirmEmail(member)
  const confirm = () => attempt('')
  const [first, second] = await overtake(member.no, [confirm, confirm])
  expect(first?.status).toBe(200)
  expect([second?.status, second?.body]).toEqual([200, first?.body])
})
