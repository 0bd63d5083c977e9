import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityEvents } from '../../../src/contract/subjects/auth.ts'
import { until } from '../../support/poll.ts'
import { sample } from '../../support/scale.ts'
import { countWaiting } from '../support/behind.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, disputeToken, emailedToken, password, signIn } from '../support/members.ts'
import { disputeCalls, mine, next, theirs } from './dispute-calls.ts'

// "This wasn't me": a thief has the password. Whatever the thief does with it, the owner of the
// mailbox undoes it all with the link of the email that reported it.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ WITHDRAWAL_HOLD_HOURS: '24' })
})
afterAll(() => edge.close())

const { call, update, dispute, reset, enableTotp, stepUp, moveBack } = disputeCalls(() => edge)
const me = (token: string) => call('GET', 'accounts/me', undefined, token)
const show = (token: string) => call('GET', `accounts/not-me/${token}`)
const forgot = (email: string) => call('POST', 'accounts/forgot-password', { email })

async function moveTo(email: string, access: string) {
  await update({ email }, access)
  const token = await emailedToken(edge, email)
  expect((await call('POST', `accounts/verify-email/${token}`, {})).status).toBe(200)
}

const columnsOf = (username: string) =>
  edge.db
    .selectFrom('identities')
    .select(['email', 'pending_email', 'wallet_address', 'totp_confirmed_at', 'hold_until'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

test('voids what a thief prepared when the owner resets the password', async () => {
  const { access } = await addMember(edge, 'robbed')
  await update({ email: 'thief@example.org' }, access)
  const link = await emailedToken(edge, 'thief@example.org')
  await enableTotp(access)
  await update({ email: 'thief@example.org' }, access)
  const second = await emailedToken(edge, 'thief@example.org')
  await forgot('robbed@example.org')
  expect((await reset(await emailedToken(edge, 'robbed@example.org'), next)).status).toBe(200)
  expect((await me(access)).status).toBe(401)
  for (const token of [link, second]) {
    for (const method of ['GET', 'POST']) {
      const followed = await edge.call(method, `/api/accounts/verify-email/${token}/`)
      expect([followed.status, followed.problem.code]).toEqual([400, 'invalid_token'])
    }
  }
  const { body: owner } = await signIn(edge, 'robbed', next)
  expect([owner.user.email, owner.user.pending_email]).toEqual(['robbed@example.org', null])
  // The thief's second factor is gone, so the password proves the owner again.
  expect((await call('POST', 'auth/step-up', { password: next }, owner.access)).status).toBe(200)
})

test('keeps a second factor older than a day during a password reset', async () => {
  const { access, no } = await addMember(edge, 'careful')
  await enableTotp(access)
  await sql`update identities set totp_confirmed_at = now() - interval '25 hours'
    where member_no = ${no}`.execute(edge.db)
  await forgot('careful@example.org')
  await reset(await emailedToken(edge, 'careful@example.org'), next)
  expect((await columnsOf('careful')).totp_confirmed_at).not.toBeNull()
})

test.each(sample(['password', 'totp', 'same address', 'staff', 'suspension'], 5))(
  'revokes a pending email address and every later link: %s',
  async (what) => {
    const username = `by${what.replace(' ', '')}ended`
    const email = `${username}@example.org`
    const { access, no } = await addMember(edge, username)
    await update({ email: `other.${email}` }, access)
    const pending = await emailedToken(edge, `other.${email}`)
    await forgot(email)
    const link = await emailedToken(edge, email)
    if (what === 'password') {
      const words = { new_password: next, confirm_password: next }
      await call(
        'POST',
        'accounts/change-password',
        { current_password: password, ...words },
        access,
      )
    } else if (what === 'totp') {
      await enableTotp(access)
    } else if (what === 'same address') await update({ email }, access)
    else await asStaff(no, what === 'staff' ? 'end-sessions' : 'suspend')
    expect((await columnsOf(username)).pending_email).toBeNull()
    expect((await call('POST', `accounts/verify-email/${pending}`, {})).status).toBe(400)
    expect((await reset(link, 'yet another horse')).status).toBe(400)
  },
)

let staff: Record<string, string> | undefined

async function asStaff(member: number, what: string) {
  staff ??= (await signInStaff(edge, 'chief', 'admin')).headers
  const url = `/api/operator/members/${member}/${what}/` as const
  const body = { reason: 'A test' }
  const answer = await edge.call('POST', url, { headers: staff, body })
  expect(answer.status).toBe(200)
}

test('leaves auto upgrade as it is, on or off', async () => {
  const { access, no } = await addMember(edge, 'upgrading')
  await moveBack(no)
  await stepUp(no)
  await update({ auto_upgrade: false, wallet_address: theirs }, access)
  expect((await dispute(await disputeToken(edge, 'upgrading@example.org'))).status).toBe(200)
  const { auto_upgrade: isOn } = await edge.db
    .selectFrom('members')
    .select('auto_upgrade')
    .where('no', '=', no)
    .executeTakeFirstOrThrow()
  expect(isOn).toBe(false)
})

test('shows the disputed event, and works once within 72 hours', async () => {
  const { access } = await addMember(edge, 'once')
  await update({ wallet_address: theirs }, access)
  const token = await disputeToken(edge, 'once@example.org', 'wallet address')
  for (const method of ['GET', 'HEAD']) {
    expect((await edge.call(method, `/api/accounts/not-me/${token}`)).status).toBe(200)
  }
  const { body } = await show(token)
  expect(body.kind).toBe('wallet_changed')
  expect(Date.parse(body.expires_at) - Date.parse(body.happened_at)).toBe(72 * 3_600_000)
  expect((await me(access)).status).toBe(200)
  const both = await Promise.all([dispute(token), dispute(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await show(token)).problem.code).toBe('link_used')
  await sql`update dispute_links set expires_at = now()`.execute(edge.db)
  expect((await dispute(token)).problem.code).toBe('invalid_token')
  expect((await dispute('unknown')).problem.code).toBe('invalid_token')
})

test('reverts everything a thief changed since the event', async () => {
  const { access, no } = await addMember(edge, 'victim')
  await update({ wallet_address: mine }, access)
  await moveBack(no)
  // The thief signs in, sets a new wallet and second factor, and moves the account to another
  // mailbox.
  const { body: thief } = await edge.call('POST', '/api/auth/login/', {
    body: { username: 'victim', password },
    headers: { 'user-agent': 'The thief’s' },
  })
  await update({ wallet_address: theirs }, thief.access)
  await enableTotp(thief.access)
  await stepUp(no)
  await moveTo('evil@example.org', thief.access)
  const told = await disputeToken(edge, 'victim@example.org', 'New sign-in')

  expect((await dispute(told)).status).toBe(200)
  const now = await columnsOf('victim')
  expect(now).toMatchObject({
    email: 'victim@example.org',
    pending_email: null,
    wallet_address: mine,
    totp_confirmed_at: null,
  })
  expect(((now.hold_until?.getTime() ?? 0) - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
  expect((await me(thief.access)).status).toBe(401)
  // Not even the right password opens the account until its owner has set a new one.
  expect((await signIn(edge, 'victim')).status).toBe(401)
  const link = await emailedToken(edge, 'victim@example.org')
  expect((await reset(link, next)).status).toBe(200)
  expect((await signIn(edge, 'victim', next)).body.user.email).toBe('victim@example.org')
})

// Thieves change the address twice, or something else afterward, so that the newest email undoes
// only the second change.
const seconds: [string, string, (token: string) => Promise<unknown>][] = [
  ['no address', 'wallet address', (token: string) => update({ wallet_address: null }, token)],
  [
    'an email address',
    'was requested',
    (token: string) => update({ email: 'prowler@example.org' }, token),
  ],
]
test.each(sample(seconds, 2))(
  'restores the wallet address whichever email disputes: %s',
  async (what, subject, change) => {
    const username = what.replaceAll(' ', '')
    const { access, no } = await addMember(edge, username)
    await update({ wallet_address: mine }, access)
    await moveBack(no)
    await update({ wallet_address: theirs }, access)
    await change(access)
    await dispute(await disputeToken(edge, `${username}@example.org`, subject))
    expect((await columnsOf(username)).wallet_address).toBe(mine)
  },
)

test('records one change of the wallet address for two identical calls', async () => {
  const { access, no } = await addMember(edge, 'doubled')
  const { sent } = await edge.db.transaction().execute(async (tx) => {
    await sql`select 1 from identities where member_no = ${no} for update`.execute(tx)
    const calls = [1, 2].map(() => update({ wallet_address: theirs }, access))
    await until('both to wait', async () => (await countWaiting(edge.db)) === 2)
    return { sent: Promise.all(calls) }
  })
  expect((await sent).map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await sql`select before from dispute_links
    where member_no = ${no} and kind = 'wallet_changed'`.execute(edge.db)
  expect(rows).toEqual([{ before: null }])
})

test('returns the address to the old mailbox, and reserves it in the meantime', async () => {
  const { access } = await addMember(edge, 'moved')
  await moveTo('new.home@example.org', access)
  const { access: other } = await addMember(edge, 'squatter')
  await update({ email: 'moved@example.org' }, other)
  await expect(emailedToken(edge, 'moved@example.org')).resolves.toBeTypeOf('string')
  const { rows } = await sql`select 1 from email_tokens
    where purpose = 'email' and email = 'moved@example.org'`.execute(edge.db)
  expect(rows).toHaveLength(0)
  await dispute(await disputeToken(edge, 'moved@example.org', 'was changed'))
  expect((await columnsOf('moved')).email).toBe('moved@example.org')
})

test('sends no dispute link to a mailbox that took over an account', async () => {
  const { access } = await addMember(edge, 'outrun')
  await moveTo('outrunner@example.org', access)
  await expect(disputeToken(edge, 'outrunner@example.org')).rejects.toThrow('can be disputed')
  const told = await disputeToken(edge, 'outrun@example.org', 'was changed')
  expect((await show(told)).body.kind).toBe('email_changed')
})

test('reserves a replaced address while its owner can take it back', async () => {
  const { access } = await addMember(edge, 'evicted')
  await moveTo('evictor@example.org', access)
  const form = { username: 'evicted-again', email: 'evicted@example.org', password }
  expect((await call('POST', 'auth/register', { ...form, password2: password })).status).toBe(201)
  const link = await emailedToken(edge, 'evicted@example.org')
  const { problem } = await call('GET', `accounts/verify-email/${link}`)
  expect(problem.code).toBe('invalid_token')
  await dispute(await disputeToken(edge, 'evicted@example.org', 'was changed'))
  expect((await columnsOf('evicted')).email).toBe('evicted@example.org')
})

test('puts exactly one "This wasn’t me" link into every security email', async () => {
  const { rows } = await sql<{ subject: string; text: string; kind: string }>`
    select subject, text, kind from emails where kind = 'security'`.execute(edge.db)
  const about = rows.filter(({ subject }) => subject.startsWith('Security notice'))
  const backs = about.filter(({ subject }) => subject.endsWith('changed back'))
  expect(backs.length).toBeGreaterThan(0)
  expect(about.length).toBeGreaterThan(15)
  for (const { subject, text } of about) {
    const links = text.match(/https?:\S+/g) ?? []
    expect([subject, links.length]).toEqual([subject, 1])
    const isFinal = backs.some((one) => one.text === text) || subject.endsWith('now on file')
    expect(links[0]).toContain(isFinal ? '/contact' : '/not-me/')
  }
  const { rows: kinds } = await sql<{ kind: string }>`
    select distinct kind from dispute_links`.execute(edge.db)
  expect(kinds.filter(({ kind }) => !securityEvents.some((known) => known === kind))).toEqual([])
})
