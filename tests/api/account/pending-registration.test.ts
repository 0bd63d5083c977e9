import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetExpired } from '../../../src/server/workers/forget.ts'
import { openEdge, type Answer, type Edge } from '../support/edge.ts'
import { addMember, emailedToken, password, registerMember, signIn } from '../support/members.ts'
import { isLong } from '../../support/scale.ts'

// A registration belongs to no one until someone proves that the mailbox is theirs.

let edge: Edge
let limited: Edge
beforeAll(async () => {
  edge = await openEdge()
  limited = await openEdge({ RATE_LIMITS: 'on' })
  await addMember(edge, 'known')
  await addMember(edge, 'friend')
})
afterAll(() => Promise.all([edge.close(), limited.close()]))

const register = (username: string, email: string, more: object = {}) =>
  edge.call('POST', '/api/auth/register/', {
    body: { username, email, password, password2: password, ...more },
  })
const follow = (token: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  edge.call(method, `/api/accounts/verify-email/${token}/`)
const resend = (email: string) =>
  edge.call('POST', '/api/accounts/resend-verification/', { body: { email } })
const isFree = async (username: string): Promise<boolean> =>
  (await edge.call('GET', `/api/auth/check-username/?username=${username}`)).body.available

/** The usernames in the emails to an address. */
const emailedNames = async ({ db }: Edge, email: string): Promise<(string | undefined)[]> => {
  const { rows } = await sql<{ content: { rows: string[][] } }>`
    select content from emails where recipient = ${email} order by no`.execute(db)
  return rows.map(({ content }) => content.rows[0]?.[1])
}

const memberCount = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from members`.execute(edge.db)
  return rows[0]?.count ?? 0
}

const Saying = z.object({ detail: z.string() })
const said = (answer: Answer) => [answer.status, answer.code ?? Saying.parse(answer.body).detail]

test('doesn’t reveal in any later step whether an email address is known', async () => {
  const seen = []
  for (const [username, email] of [
    ['prober1', 'KNOWN@example.org'],
    ['prober2', 'unknown@example.org'],
  ] as const) {
    seen.push([
      said(await register(username, email)),
      await isFree(username),
      said(await signIn(edge, username)),
      said(await signIn(edge, username, 'another word')),
      said(await register(username, email)),
      said(await register(username.toUpperCase(), 'else@example.org')),
      said(await resend(email)),
      said(await resend(email)),
      (await edge.call('GET', `/api/auth/check-referral/?code=${username}`)).body.valid,
    ])
  }
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]?.slice(1, 4)).toEqual([false, [403, 'email_not_verified'], [401, 'login_failed']])
})

test.runIf(isLong)('answers every repetition of a form that arrives beside it', async () => {
  const form = { referral_code: 'friend' }
  for (let round = 0; round < 12; round++) {
    const name = `beside${round}`
    const answers = [0, round, round + 3, 2 * round].map(async (ms) => {
      await setTimeout(ms)
      return (await register(name, `${name}@example.org`, form)).status
    })
    expect(await Promise.all(answers)).toEqual([201, 201, 201, 201])
  }
})

test('answers a repeated form like the first one, whose answer may be lost', async () => {
  const form = { referral_code: 'friend' }
  const [first, beside] = await Promise.all([
    register('twice', 'twice@example.org', form),
    register('twice', 'twice@example.org', form),
  ])
  expect([beside.status, beside.body]).toEqual([201, first.body])
  const again = await register('Twice', 'TWICE@example.org', form)
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(await emailedNames(edge, 'twice@example.org')).toHaveLength(1)
  // What someone else could know isn't enough, and a changed form is another one.
  for (const more of [
    { ...form, password: 'another password 1', password2: 'another password 1' },
    { referral_code: 'known' },
    {},
  ]) {
    const other = await register('twice', 'twice@example.org', more)
    expect([other.status, Object.keys(other.problem.errors ?? {})]).toEqual([400, ['username']])
  }
  expect((await register('twice', 'other@example.org', form)).status).toBe(400)
  await edge.db
    .updateTable('registrations')
    .set({ created_at: new Date(Date.now() - 3_700_000) })
    .where('username', '=', 'twice')
    .execute()
  expect((await register('twice', 'twice@example.org', form)).status).toBe(400)
})

/** Registers from a network. @returns the status */
const registerFrom = async (network: number, secret: string) => {
  const body = { username: 'guessed', email: 'guessed@example.org' }
  const { status } = await limited.call('POST', '/api/auth/register/', {
    body: { ...body, password: secret, password2: secret },
    address: `2001:db8:${network}::1`,
  })
  return status
}

test('lets nobody guess the password of a pending registration', async () => {
  expect(await registerFrom(1, password)).toBe(201)
  expect(await registerFrom(2, password)).toBe(201)
  for (let no = 0; no < 12; no++)
    expect(await registerFrom(10 + no, `a guess number ${no}`)).toBe(400)
  expect(await registerFrom(3, password)).toBe(400)
})

test('creates no member before the mailbox is verified', async () => {
  const before = await memberCount()
  await register('later', 'later@example.org', { referral_code: 'friend' })
  expect(await memberCount()).toBe(before)
  const token = await emailedToken(edge, 'later@example.org')
  expect((await follow(token, 'HEAD')).status).toBe(200)
  expect(await memberCount()).toBe(before)
  const both = await Promise.all([follow(token), follow(token), follow(token, 'POST')])
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await follow(token)).status).toBe(200)
  expect(await memberCount()).toBe(before + 1)
  const { body } = await signIn(edge, 'friend')
  expect(body.user.total_referrals).toBe(1)
})

test('gives a mailbox’s owner their own registration, not a stranger’s earlier one', async () => {
  await register('squatter', 'wanted@example.org', { referral_code: 'known' })
  const squatters = await emailedToken(edge, 'wanted@example.org')
  const own = { password: 'what the owner chose', password2: 'what the owner chose' }
  await register('rightful', 'wanted@example.org', { ...own, referral_code: 'friend' })
  const token = await emailedToken(edge, 'wanted@example.org')
  expect(token).not.toBe(squatters)
  const { rows } = await sql<{ content: { rows: string[][] } }>`
    select content from emails where recipient = 'wanted@example.org' order by no`.execute(edge.db)
  expect(rows.map(({ content }) => content.rows[0])).toEqual([
    ['Username', 'squatter'],
    ['Username', 'rightful'],
  ])
  expect((await follow(token)).status).toBe(200)
  expect((await signIn(edge, 'rightful', own.password)).body.user.email).toBe('wanted@example.org')
  expect((await signIn(edge, 'rightful')).status).toBe(401)
  expect((await signIn(edge, 'squatter')).status).toBe(403)
  // The mailbox is taken now, so the other link does nothing.
  expect(said(await follow(squatters))).toEqual([400, 'invalid_token'])
  const { rows: sponsors } = await sql<{ username: string }>`
    select sponsor.username from identities join members on members.no = identities.member_no
    join identities sponsor on sponsor.member_no = members.sponsor_no
    where identities.username = 'rightful'`.execute(edge.db)
  expect(sponsors).toEqual([{ username: 'friend' }])
})

test('creates one member from two registrations verified at once', async () => {
  const before = await memberCount()
  await register('twin1', 'twins@example.org')
  const first = await emailedToken(edge, 'twins@example.org')
  await register('twin2', 'twins@example.org')
  const second = await emailedToken(edge, 'twins@example.org')
  const answers = await Promise.all([follow(first), follow(second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await memberCount()).toBe(before + 1)
})

test('expires an unverified registration after 48 hours and frees its name', async () => {
  await register('ending', 'ending@example.org')
  const token = await emailedToken(edge, 'ending@example.org')
  await sql`update registrations set expires_at = now() where username = 'ending'`.execute(edge.db)
  expect(said(await follow(token))).toEqual([400, 'invalid_token'])
  expect(await isFree('ending')).toBe(true)
  expect((await signIn(edge, 'ending')).status).toBe(401)
  expect((await register('Ending', 'other.ending@example.org')).status).toBe(201)
  expect(await isFree('ending')).toBe(false)
  await sql`update registrations set expires_at = now()`.execute(edge.db)
  await forgetExpired(edge.db)
  const { rows } = await sql`select 1 from registrations`.execute(edge.db)
  expect(rows).toEqual([])
  await registerMember(edge, 'ending')
})

test('resends the newest link, without extending a registration forever', async () => {
  await register('patient', 'patient@example.org')
  await register('patient2', 'patient@example.org')
  await sql`update registrations set created_at = now() - interval '6 days 23 hours',
    expires_at = now() + interval '30 minutes' where email = 'patient@example.org'`.execute(edge.db)
  expect((await resend('patient@example.org')).status).toBe(200)
  const { rows } = await sql<{ hours: number; username: string }>`
    select username, round(extract(epoch from expires_at - now()) / 3600)::int as hours
    from registrations where email = 'patient@example.org' order by no desc`.execute(edge.db)
  expect(rows[0]).toEqual({ username: 'patient2', hours: 1 })
  expect((await follow(await emailedToken(edge, 'patient@example.org'))).status).toBe(200)
  expect((await signIn(edge, 'patient2')).status).toBe(200)
})

test('lets a network ask again if the email of its request couldn’t be stored', async () => {
  const email = 'unlucky@example.org'
  await register('unlucky', email)
  await sql`create function refuse_email() returns trigger language plpgsql
    as $$ begin raise exception 'this row is broken'; end $$`.execute(edge.db)
  await sql`create trigger refuse_email before insert on emails
    for each row execute function refuse_email()`.execute(edge.db)
  const failed = await resend(email)
  await sql`drop function refuse_email cascade`.execute(edge.db)
  expect(failed.status).toBeGreaterThanOrEqual(500)
  const both = await Promise.all([resend(email), resend(email)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
  expect(await emailedNames(edge, email)).toEqual(['unlucky', 'unlucky'])
})

/** Calls from an address, with limits on. */
const from = (address: string) => ({
  register: (username: string, email: string) =>
    limited.call('POST', '/api/auth/register/', {
      body: { username, email, password, password2: password },
      address,
    }),
  resend: (email: string) =>
    limited.call('POST', '/api/accounts/resend-verification/', { body: { email }, address }),
})

const stranger = from('198.18.70.1')
const owner = from('198.18.70.2')

test.runIf(isLong)('lets a stranger use an address without blocking its owner', async () => {
  const email = 'besieged@example.org'
  for (let i = 0; i < 9; i++) await stranger.register(`siege${i}`, email)
  expect((await stranger.resend(email)).status).toBe(200)
  expect((await owner.register('besieged', email)).status).toBe(201)
  expect(await emailedNames(limited, email)).toContain('besieged')
  await stranger.register('siege9', email)
  expect((await owner.resend(email)).status).toBe(200)
  expect((await emailedNames(limited, email)).at(-1)).toBe('besieged')
  const token = await emailedToken(limited, email)
  expect((await limited.call('GET', `/api/accounts/verify-email/${token}/`)).status).toBe(200)
})

test.runIf(isLong)(
  'reserves an email for a registration without one, and sends six an hour',
  async () => {
    const email = 'flooded@example.org'
    for (let i = 0; i < 5; i++) await from(`198.18.71.${i}`).register(`flood${i}`, email)
    expect((await from('198.18.71.5').resend(email)).status).toBe(200)
    await from('198.18.71.6').register('flooded', email)
    expect(await emailedNames(limited, email)).toContain('flooded')
    for (let i = 7; i < 20; i++) await from(`198.18.71.${i}`).register(`flood${i}`, email)
    // A new window may begin in between, and two windows allow twelve.
    expect((await emailedNames(limited, email)).length).toBeLessThanOrEqual(12)
  },
)

test('doesn’t reveal on a resend whether someone else registered', async () => {
  const seen = []
  for (const email of ['watched@example.org', 'unwatched@example.org']) {
    const answers = [await stranger.resend(email)]
    if (email === 'watched@example.org') {
      await owner.register('watched', email)
      await owner.resend(email)
    }
    answers.push(await stranger.resend(email))
    seen.push(answers.map(said))
  }
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]?.[1]).toEqual([429, 'resend_too_soon'])
})
