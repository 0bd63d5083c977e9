import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Edge } from '../support/edge.ts'
import { codeOf } from '../support/call-stage.ts'
import {
  addMember,
  ageAccount,
  disputeToken,
  emailedToken,
  fundMember,
  password,
  signIn,
} from '../support/members.ts'
import { openStaffEdge, refusal, type StaffEdge } from '../support/staff-edge.ts'
import { isLong } from '../../support/scale.ts'

// Which mailbox wins if several held an account and can dispute: the owner's, a thief's, and those
// in between.

let staff: StaffEdge
let edge: Edge
beforeAll(async () => {
  staff = await openStaffEdge()
  ;({ edge } = staff)
})
afterAll(() => staff.close())

const next = 'a better horse battery'
const theirs = 'TKHuVq1oKVruCGLvqVexFs6dawKv6fQgFs'
const words = { new_password: next, confirm_password: next }
const reason = { body: { reason: 'Reported as stolen' } }

const call = <const M extends string, const U extends string>(
  method: M,
  path: U,
  body?: object,
  token?: string,
) => edge.call(method, `/api/${path}/`, { token, ...(body && { body }) })
const update = (body: object, token: string) => call('PATCH', 'accounts/me/update', body, token)
const dispute = (token: string) => call('POST', `accounts/not-me/${token}`, {})

const at = (name: string) => `${name}@example.org`

/** Moves an account to another mailbox, as anyone with the password can. */
async function moveTo(username: string, email: string) {
  const { body } = await signIn(edge, username)
  await update({ email }, body.access)
  const token = await emailedToken(edge, email)
  expect((await call('POST', `accounts/verify-email/${token}`, {})).status).toBe(200)
}

const columnsOf = (username: string) =>
  edge.db
    .selectFrom('identities')
    .select(['email', 'wallet_address', 'totp_confirmed_at'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

const codeFor = async (token: string) => refusal(await dispute(token))
const USED = [409, 'link_used']

async function subjectsTo(email: string) {
  const { rows } = await sql<{ subject: string; text: string }>`select subject, text from emails
    where recipient = ${email} order by no`.execute(edge.db)
  return rows
}

test('uses up the links of a mailbox once the account is back at the one before', async () => {
  await addMember(edge, 'mender')
  await moveTo('mender', at('mender.thief'))
  await moveTo('mender', at('mender'))
  const { body: owner } = await signIn(edge, 'mender')
  await call(
    'POST',
    'accounts/change-password',
    { current_password: password, ...words },
    owner.access,
  )
  const { body } = await call('POST', 'auth/totp', {}, owner.access)
  await call('POST', 'auth/totp/confirm', { code: codeOf(body.otpauth_uri) }, owner.access)
  expect(await codeFor(await disputeToken(edge, at('mender.thief')))).toEqual(USED)
  expect((await columnsOf('mender')).email).toBe(at('mender'))
  expect((await columnsOf('mender')).totp_confirmed_at).not.toBeNull()
  // That mailbox reads what happened, and how to reach us.
  const last = (await subjectsTo(at('mender.thief'))).at(-1)
  expect(last?.subject).toContain('changed back')
  expect(last?.text).toContain('/contact')
  expect(last?.text).not.toContain('/not-me/')
})

test.runIf(isLong)('uses up the links of every mailbox in between', async () => {
  await addMember(edge, 'chased')
  await moveTo('chased', at('chased.first'))
  await moveTo('chased', at('chased.second'))
  const first = await disputeToken(edge, at('chased.first'))
  await moveTo('chased', at('chased'))
  expect(await codeFor(first)).toEqual(USED)
  expect(await codeFor(await disputeToken(edge, at('chased.second')))).toEqual(USED)
})

test.runIf(isLong)('uses them up whichever email the owner opens', async () => {
  const { no } = await addMember(edge, 'later')
  await moveTo('later', at('later.thief'))
  await moveTo('later', at('later'))
  // As if emailed by the previous version, which left the thief's links working.
  await sql`update dispute_links set used_at = null
    where member_no = ${no} and kind = 'email_asked'`.execute(edge.db)
  const { body: thief } = await signIn(edge, 'later')
  await update({ wallet_address: theirs }, thief.access)
  expect((await dispute(await disputeToken(edge, at('later'), 'wallet address'))).status).toBe(200)
  expect(await codeFor(await disputeToken(edge, at('later.thief'), 'requested'))).toEqual(USED)
  expect((await columnsOf('later')).email).toBe(at('later'))
})

test.runIf(isLong)('uses them up although the owner’s own links expire before', async () => {
  const { no } = await addMember(edge, 'waited')
  await moveTo('waited', at('waited.thief'))
  await ageAccount(edge, no, 50)
  await moveTo('waited', at('waited'))
  await ageAccount(edge, no, 30)
  expect(await codeFor(await disputeToken(edge, at('waited.thief')))).toEqual(USED)
})

test('lets the older mailbox dispute for as long as a younger one', async () => {
  const { no } = await addMember(edge, 'renamed')
  await moveTo('renamed', at('renamed.thief'))
  const link = await disputeToken(edge, at('renamed'), 'was changed')
  await ageAccount(edge, no, 50)
  // The owner moves it to a new mailbox. The thief's one disputes that.
  await moveTo('renamed', at('renamed.new'))
  await ageAccount(edge, no, 71)
  expect((await dispute(await disputeToken(edge, at('renamed.thief')))).status).toBe(200)
  expect((await columnsOf('renamed')).email).toBe(at('renamed.thief'))
  expect((await dispute(link)).status).toBe(200)
  expect((await columnsOf('renamed')).email).toBe(at('renamed'))
})

test('tells the older mailbox of a younger one’s dispute, and extends its link', async () => {
  const { no } = await addMember(edge, 'elder')
  await moveTo('elder', at('elder.thief'))
  const owner = await disputeToken(edge, at('elder'), 'was changed')
  await ageAccount(edge, no, 10)
  await moveTo('elder', at('elder.new'))
  const thief = await disputeToken(edge, at('elder.thief'))
  await ageAccount(edge, no, 60)
  expect((await dispute(thief)).status).toBe(200)
  expect((await columnsOf('elder')).email).toBe(at('elder.thief'))
  const told = (await subjectsTo(at('elder'))).at(-1)
  expect(told?.text).toContain('Someone with a later address')
  await ageAccount(edge, no, 71)
  expect((await dispute(owner)).status).toBe(200)
  expect((await columnsOf('elder')).email).toBe(at('elder'))
})

test('extends no link beyond seven days', async () => {
  const { no } = await addMember(edge, 'hopped')
  await moveTo('hopped', at('hopped.0'))
  const link = await disputeToken(edge, at('hopped'), 'was changed')
  for (const hop of [1, 2]) {
    await ageAccount(edge, no, 70)
    await moveTo('hopped', at(`hopped.${hop}`))
  }
  await ageAccount(edge, no, 27)
  expect((await call('GET', `accounts/not-me/${link}`)).status).toBe(200)
  await ageAccount(edge, no, 2)
  expect(await codeFor(link)).toEqual([400, 'invalid_token'])
  // So the next mailbox is the oldest one that can dispute.
  expect((await staff.as('admin', 'POST', `members/${no}/suspend/`, reason)).status).toBe(200)
  expect(await codeFor(await disputeToken(edge, at('hopped.1')))).toEqual([
    403,
    'account_suspended',
  ])
  const oldest = await disputeToken(edge, at('hopped.0'), 'was changed')
  expect((await dispute(oldest)).status).toBe(200)
  expect((await columnsOf('hopped')).email).toBe(at('hopped.0'))
})

test.runIf(isLong)('keeps the links of a mailbox that had the account for 72 hours', async () => {
  const { no } = await addMember(edge, 'emigrant')
  await moveTo('emigrant', at('emigrant.new'))
  await ageAccount(edge, no, 73)
  // Someone has the old mailbox and the password.
  await moveTo('emigrant', at('emigrant'))
  const { body: thief } = await signIn(edge, 'emigrant')
  await update({ wallet_address: theirs }, thief.access)
  await dispute(await disputeToken(edge, at('emigrant'), 'wallet address'))
  expect((await dispute(await disputeToken(edge, at('emigrant.new')))).status).toBe(200)
  expect((await columnsOf('emigrant')).email).toBe(at('emigrant.new'))
})

test.runIf(isLong)(
  'lets only the oldest mailbox dispute while the member is suspended',
  async () => {
    const { no } = await addMember(edge, 'frozen')
    await moveTo('frozen', at('frozen.thief'))
    const { body: thief } = await signIn(edge, 'frozen')
    await update({ wallet_address: theirs }, thief.access)
    const link = await disputeToken(edge, at('frozen.thief'))
    expect((await staff.as('admin', 'POST', `members/${no}/suspend/`, reason)).status).toBe(200)
    expect(await codeFor(link)).toEqual([403, 'account_suspended'])
    expect((await dispute(await disputeToken(edge, at('frozen'), 'was changed'))).status).toBe(200)
    await staff.as('admin', 'POST', `members/${no}/reinstate/`, reason)
    expect(await codeFor(link)).toEqual(USED)
    expect((await columnsOf('frozen')).email).toBe(at('frozen'))
  },
)

test.runIf(isLong)(
  'lets the mailbox dispute while suspended that had the account for 72 hours',
  async () => {
    const { no } = await addMember(edge, 'moved')
    await moveTo('moved', at('moved.new'))
    await ageAccount(edge, no, 73)
    await moveTo('moved', at('moved.thief'))
    expect((await staff.as('admin', 'POST', `members/${no}/suspend/`, reason)).status).toBe(200)
    const link = await disputeToken(edge, at('moved.new'), 'was changed')
    expect((await dispute(link)).status).toBe(200)
    expect((await columnsOf('moved')).email).toBe(at('moved.new'))
  },
)

test.runIf(isLong)('counts a thief’s password changes no more after a dispute', async () => {
  await addMember(edge, 'rotated')
  const change = (access: string, from: string, to: string) => {
    const body = { current_password: from, new_password: to, confirm_password: to }
    return call('POST', 'accounts/change-password', body, access)
  }
  let known = password
  for (const n of [1, 2, 3, 4, 5]) {
    const { body } = await signIn(edge, 'rotated', known)
    expect((await change(body.access, known, `${next} ${n}`)).status).toBe(200)
    known = `${next} ${n}`
  }
  const { body: thief } = await signIn(edge, 'rotated', known)
  expect(refusal(await change(thief.access, known, next))).toEqual([429, 'rate_limited'])
  expect((await dispute(await disputeToken(edge, at('rotated')))).status).toBe(200)
  const token = await emailedToken(edge, at('rotated'))
  await call('POST', 'accounts/reset-password', { token, ...words })
  const { body: owner } = await signIn(edge, 'rotated', next)
  expect((await change(owner.access, next, `${next} 6`)).status).toBe(200)
})

test('reopens an account that a thief closed', async () => {
  const { no } = await addMember(edge, 'shut')
  await fundMember(edge, no, 2.5)
  await moveTo('shut', at('shut.thief'))
  const { access: token } = (await signIn(edge, 'shut')).body
  await edge.call('POST', '/api/accounts/closing/', { token, body: {} })
  const body = { token: await emailedToken(edge, at('shut.thief')) }
  const closed = await edge.call('POST', '/api/accounts/closing/confirm/', { token, body })
  expect(closed.status).toBe(200)
  // The owner learns of it, too, and that the link they have undoes it.
  const last = (await subjectsTo(at('shut'))).at(-1)
  expect(last?.subject).toBe('Your account is closed')
  expect(last?.text).toContain('“This wasn’t me”')
  const done = await dispute(await disputeToken(edge, at('shut'), 'was changed'))
  expect([done.status, done.body.reopened]).toEqual([200, true])
  const recovery = (await subjectsTo(at('shut'))).at(-1)
  expect(recovery?.text).toContain('Auto upgrade and news emails are off')
  const link = await emailedToken(edge, at('shut'))
  await call('POST', 'accounts/reset-password', { token: link, ...words })
  const { status, body: owner } = await signIn(edge, 'shut', next)
  expect([status, owner.user.auto_upgrade]).toEqual([200, false])
})

test.runIf(isLong)(
  'leaves an account closed that its owner closed before the thief’s time',
  async () => {
    const { no, access } = await addMember(edge, 'retired')
    await update({ wallet_address: theirs }, access)
    const link = await disputeToken(edge, at('retired'), 'wallet address')
    await edge.call('POST', '/api/accounts/closing/', { token: access, body: {} })
    const body = { token: await emailedToken(edge, at('retired')) }
    await edge.call('POST', '/api/accounts/closing/confirm/', { token: access, body })
    await sql`update account_closings set closed_at = now() - interval '1 day'
    where member_no = ${no}`.execute(edge.db)
    expect((await dispute(link)).body.reopened).toBe(false)
  },
)

test('tells the older mailbox nothing if a dispute leaves the address as it is', async () => {
  const { no } = await addMember(edge, 'mover')
  await moveTo('mover', at('mover.new'))
  await ageAccount(edge, no, 1)
  const { body } = await signIn(edge, 'mover')
  await update({ wallet_address: theirs }, body.access)
  const before = await subjectsTo(at('mover'))
  expect((await dispute(await disputeToken(edge, at('mover.new')))).status).toBe(200)
  expect((await columnsOf('mover')).email).toBe(at('mover.new'))
  expect(await subjectsTo(at('mover'))).toEqual(before)
})
