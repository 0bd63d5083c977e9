import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  hashToken,
  newSessionNumber,
  newToken,
} from '../../../src/server/auth/tokens/secret-token.ts'
import { forgetExpired } from '../../../src/server/workers/forget.ts'
import { until } from '../../support/poll.ts'
import { countWaiting } from '../support/behind.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import {
  addMember,
  claimsOf,
  password,
  sessionOf,
  signIn,
  type TestMember,
} from '../support/members.ts'

let edge: Edge
let anna: TestMember
beforeAll(async () => {
  edge = await openEdge()
  anna = await addMember(edge, 'anna')
})
afterAll(() => edge.close())

const me = (token: string | undefined) => edge.call('GET', '/api/accounts/me/', { token })
const refresh = (token: unknown) =>
  edge.call('POST', '/api/auth/token/refresh/', { body: { refresh: token } })

const verify = (token: string) => edge.call('POST', '/api/auth/token/verify/', { body: { token } })

const base64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function forge(header: object, claims: object, key: string): string {
  const text = `${base64(header)}.${base64(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const ourKey = (): string => `access:${edge.config.authSecret}`

async function signed(over: Record<string, unknown>, typ = 'at+jwt'): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return await new SignJWT({ ...claimsOf(anna.access), iat: now, exp: now + 60, ...over })
    .setProtectedHeader({ alg: 'HS256', typ })
    .sign(new TextEncoder().encode(ourKey()))
}

test('no later session answers to the token of one that a restore lost', async () => {
  const member = await addMember(edge, 'restored')
  const lost = (await signIn(edge, 'restored')).body.access
  const { rows } = await sql<{ last: bigint }>`
    select nextval(pg_get_serial_sequence('sessions', 'no')) as last`.execute(edge.db)
  // The backup has neither the row nor the number.
  await sql`delete from refresh_tokens where session_no = ${sessionOf(lost)}`.execute(edge.db)
  await sql`delete from sessions where no = ${sessionOf(lost)}`.execute(edge.db)
  await sql`select setval(pg_get_serial_sequence('sessions', 'no'),
    greatest(1, ${rows[0]?.last}::bigint - 2))`.execute(edge.db)
  for (let no = 0; no < 3; no++) await signIn(edge, 'restored')
  expect((await me(lost)).status).toBe(401)
  expect((await me(member.access)).status).toBe(200)
})

describe('answers foreign tokens with 401', () => {
  test('accepts a correct self-made token, so the others fail for their own fault', async () => {
    expect((await me(await signed({}))).status).toBe(200)
  })

  test('missing, garbage, alg none, other key, other type', async () => {
    const [header = '', claims = '', signature = ''] = anna.access.split('.')
    const body = claimsOf(anna.access)
    const tokens = [
      'garbage',
      'a.b.c',
      `${header}.${claims}.`,
      `${header}.${claims}`,
      ...['none', 'None', 'NONE', 'nOnE'].map((alg) => `${base64({ alg })}.${claims}.`),
      forge({ alg: 'HS256', typ: 'at+jwt' }, body, 'another key'),
      forge({ alg: 'HS256', typ: 'JWT' }, body, ourKey()),
      forge({ alg: 'RS256', typ: 'at+jwt' }, body, ourKey()),
      `${header}.${base64({ ...body, sub: '1' })}.${signature}`,
      `${anna.access}A`,
      anna.refresh,
      'x'.repeat(8000),
    ]
    for (const token of tokens) {
      const answer = await me(token)
      expect([answer.status, answer.problem.code]).toEqual([401, 'token_invalid'])
    }
    expect((await me(undefined)).problem.code).toBe('not_authenticated')
  })

  test('refuses every flipped bit of the signature', async () => {
    const [header, claims, signature = ''] = anna.access.split('.')
    const bytes = Buffer.from(signature, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      const token = `${header}.${claims}.${flipped.toString('base64url')}`
      expect((await me(token)).status).toBe(401)
    }
    // Spare bits of the last character: different text, same bytes.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const sibling = last[last.indexOf(signature.at(-1) ?? '') ^ 1]
    expect((await me(`${header}.${claims}.${signature.slice(0, -1)}${sibling}`)).status).toBe(401)
  })

  test('expired, not yet valid, other audience or issuer, a life too long', async () => {
    const now = Math.floor(Date.now() / 1000)
    const expired = await me(await signed({ iat: now - 60, exp: now - 1 }))
    expect([expired.status, expired.problem.code]).toEqual([401, 'token_expired'])
    const claims = [
      { aud: 'other' },
      { iss: 'other' },
      { nbf: now + 60 },
      { iat: now + 60 },
      { exp: undefined },
      { sid: '999999' },
      { sub: '1' },
      { sub: undefined },
      { sid: "1' or '1'='1" },
    ]
    for (const over of claims) expect((await me(await signed(over))).status).toBe(401)
    const old = await signed({ iat: now - 3600, exp: now + 3600 })
    expect((await me(old)).status).toBe(401)
    expect((await me(await signed({}, 'JWT'))).status).toBe(401)
  })

  test('but accepts one of a process whose clock is a few seconds ahead', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await me(await signed({ iat: now + 3, exp: now + 903 }))).status).toBe(200)
  })

  test('a token anywhere but in its header', async () => {
    const { access } = anna
    const places = [
      edge.call('GET', `/api/accounts/me/?token=${access}`),
      edge.call('GET', '/api/accounts/me/', { headers: { cookie: `access_token=${access}` } }),
      edge.call('GET', '/api/accounts/me/', { headers: { authorization: access } }),
      edge.call('GET', '/api/accounts/me/', { headers: { authorization: `Basic ${access}` } }),
    ]
    for (const answer of await Promise.all(places)) expect(answer.status).toBe(401)
    const odd = { authorization: `bEARER ${access}` }
    expect((await edge.call('GET', '/api/accounts/me/', { headers: odd })).status).toBe(200)
  })
})

test('refuses an accepted token once it has expired', async () => {
  const now = Math.floor(Date.now() / 1000)
  const token = await signed({ exp: now + 600 })
  const at = async (second: number) => {
    vi.setSystemTime(second * 1_000)
    const { status, code } = await me(token)
    return [status, code]
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await at(now + 599)).toEqual([200, undefined])
  expect(await at(now + 606)).toEqual([401, 'token_expired'])
})

test('verifies only live access tokens', async () => {
  const good = await verify(anna.access)
  expect([good.status, good.body]).toEqual([200, {}])
  expect((await verify(anna.refresh)).status).toBe(401)
  expect((await verify('x')).status).toBe(401)
})

test('exchanges a refresh token, for the same successor within the grace period', async () => {
  const { body: first } = await signIn(edge, 'anna')
  const parallel = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refresh)))
  expect(parallel.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const successors = new Set(parallel.map(({ body }) => body.refresh))
  expect(successors.size).toBe(1)
  const [next] = successors
  expect((await me(parallel[0]?.body.access)).status).toBe(200)
  expect((await refresh(next)).status).toBe(200)
})

test('exchanges a token again while its successor is exchanged', async () => {
  const { body: first } = await signIn(edge, 'anna')
  const { body: next } = await refresh(first.refresh)
  const waiting: Promise<Awaited<ReturnType<typeof refresh>>>[] = []
  await edge.db.transaction().execute(async (tx) => {
    await sql`select 1 from sessions where no = ${sessionOf(first.access)} for update`.execute(tx)
    // Each has locked its own token when it waits for the session.
    for (const token of [first.refresh, next.refresh]) {
      waiting.push(refresh(token))
      await until(
        'the exchange to wait',
        async () => (await countWaiting(edge.db)) === waiting.length,
      )
    }
  })
  const [repeated, following] = await Promise.all(waiting)
  expect([repeated?.status, repeated?.body.refresh]).toEqual([200, next.refresh])
  expect(following?.status).toBe(200)
})

test('ends only the session whose token is reused after the grace period', async () => {
  const { body: stolen } = await signIn(edge, 'anna')
  const { body: other } = await signIn(edge, 'anna')
  const { body: next } = await refresh(stolen.refresh)
  await sql`update refresh_tokens set rotated_at = rotated_at - interval '31 seconds'
    where rotated_at is not null`.execute(edge.db)
  const reused = await refresh(stolen.refresh)
  expect([reused.status, reused.problem.code]).toEqual([401, 'token_invalid'])
  expect((await refresh(next.refresh)).status).toBe(401)
  expect((await me(next.access)).status).toBe(401)
  expect((await me(other.access)).status).toBe(200)
  expect((await refresh(other.refresh)).status).toBe(200)
  // We email the member once, however often the token is used after that.
  expect((await refresh(stolen.refresh)).status).toBe(401)
  const told = await edge.db
    .selectFrom('emails')
    .select('recipient')
    .where('subject', '=', 'Security notice: We ended a session')
    .execute()
  expect(told).toEqual([{ recipient: 'anna@example.org' }])
})

test('refuses a refresh token that we never issued', async () => {
  const { status, problem } = await refresh(newToken())
  expect([status, problem.code]).toEqual([401, 'token_invalid'])
})

test('ends a session after 180 days, however often it is used', async () => {
  const { body: first } = await signIn(edge, 'anna')
  await sql`update sessions set created_at = now() - interval '179 days 23 hours'
    where no = (select max(no) from sessions)`.execute(edge.db)
  const { status, body } = await refresh(first.refresh)
  expect(status).toBe(200)
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from expires_at - now()) / 3600 as hours from sessions
    order by no desc limit 1`.execute(edge.db)
  expect(Number(rows[0]?.hours)).toBeLessThanOrEqual(1)
  await sql`update sessions set created_at = now() - interval '180 days', expires_at = now()
    where no = (select max(no) from sessions)`.execute(edge.db)
  expect((await refresh(body.refresh)).status).toBe(401)
  expect((await me(body.access)).status).toBe(401)
})

test('refuses both tokens after sign-out, and answers unknown tokens the same way', async () => {
  const { body } = await signIn(edge, 'anna')
  const out = (token: unknown) =>
    edge.call('POST', '/api/auth/logout/', { body: { refresh: token } })
  expect((await me(body.access)).status).toBe(200)
  expect((await out(body.refresh)).status).toBe(200)
  expect((await me(body.access)).status).toBe(401)
  expect((await refresh(body.refresh)).status).toBe(401)
  for (const token of ['unknown', null, 7, undefined]) expect((await out(token)).status).toBe(200)
})

test('deletes ended sessions in time, and no open ones', async () => {
  const { body: gone } = await signIn(edge, 'anna')
  const { body: kept } = await signIn(edge, 'anna')
  await sql`update sessions set ended_at = now() - interval '25 hours'
    where no = ${sessionOf(gone.access)}`.execute(edge.db)
  await sql`insert into verification_resends (email, at)
    values ('a@example.org', now() - interval '25 hours'),
    ('b@example.org', now() - interval '23 hours')`.execute(edge.db)
  await sql`insert into idempotency (scope, key, input_hash, answer, created_at)
    values ('member:2', 'old', '', '{}', now() - interval '169 hours'),
    ('member:2', 'young', '', '{}', now() - interval '167 hours')`.execute(edge.db)
  await forgetExpired(edge.context.db)
  const { rows } = await sql<{ left: string }>`
    select concat_ws(' ', (select string_agg(email, ' ') from verification_resends),
      (select string_agg(key, ' ') from idempotency)) as left`.execute(edge.db)
  expect(rows[0]?.left).toBe('b@example.org young')
  const tokens = await edge.db.selectFrom('refresh_tokens').select('hash').execute()
  const known = tokens.map(({ hash }) => hash.toString('hex'))
  expect(known).not.toContain(hashToken(gone.refresh).toString('hex'))
  expect(known).toContain(hashToken(kept.refresh).toString('hex'))
  expect((await refresh(kept.refresh)).status).toBe(200)
})

test('lists sessions, and ends one or all others', async () => {
  const kept = await addMember(edge, 'lister')
  const { body: second } = await signIn(edge, 'lister')
  const { body: third } = await signIn(edge, 'lister')
  const list = async () =>
    (await edge.call('GET', '/api/auth/sessions/', { token: kept.access })).body
  const [newest] = await list()
  expect(await list()).toHaveLength(3)
  expect((await list()).filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
  const foreign = await edge.call('DELETE', `/api/auth/sessions/${newest?.id}/`, {
    token: anna.access,
  })
  expect(foreign.status).toBe(404)
  const ended = await edge.call('DELETE', `/api/auth/sessions/${newest?.id}`, {
    token: kept.access,
  })
  expect(ended.status).toBe(200)
  expect((await me(third.access)).status).toBe(401)
  await edge.call('DELETE', '/api/auth/sessions/', { token: kept.access })
  expect((await me(second.access)).status).toBe(401)
  expect((await me(kept.access)).status).toBe(200)
})

test('steps up with the password for five minutes', async () => {
  const { access } = await addMember(edge, 'stepper')
  const stepUp = (body: object) => edge.call('POST', '/api/auth/step-up/', { token: access, body })
  const wallet = { wallet_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
  const change = () =>
    edge.call('PATCH', '/api/accounts/me/update/', { token: access, body: wallet })
  await sql`update sessions set stepped_up_at = now() - interval '301 seconds'`.execute(edge.db)
  const refused = await change()
  expect([refused.status, refused.problem.code]).toEqual([403, 'step_up_required'])
  const wrong = await stepUp({ password: 'wrong' })
  expect([wrong.status, wrong.problem.password]).toEqual([400, ['The password is not correct.']])
  expect((await stepUp({})).problem.errors?.password).toEqual(['This field is required.'])
  const { status, body } = await stepUp({ password })
  expect(status).toBe(200)
  expect(Date.parse(body.valid_until) - Date.now()).toBeGreaterThan(290_000)
  expect((await change()).body.wallet_address).toBe(wallet.wallet_address)
})

test('refuses a suspended member from the next request', async () => {
  const member = await addMember(edge, 'outsider')
  await edge.book.submit({
    command: { kind: 'set_suspended', member: member.no, on: true },
    by: { operator: 'test' },
  })
  expect((await me(member.access)).status).toBe(401)
  expect((await refresh(member.refresh)).status).toBe(401)
  const answer = await signIn(edge, 'outsider')
  expect([answer.status, answer.problem.code]).toEqual([403, 'account_suspended'])
})

test('numbers sessions as no earlier one, also with a clock from the year before', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2025, 11, 31) })
  onTestFinished(() => void vi.useRealTimers())
  const numbers = Array.from({ length: 100 }, newSessionNumber)
  expect(new Set(numbers).size).toBe(100)
  // Sessions before these numbers were counted from 1.
  expect(numbers.filter((number) => number < 2n ** 48n)).toEqual([])
})
