import { sql } from 'kysely'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { nowMs, setClock, unsetClock } from '../../../src/clock/clock.ts'
import { readAccessToken, signAccessToken } from '../../../src/server/auth/tokens/access-token.ts'
import { measureClock } from '../../../src/server/clock/follow-clock.ts'
import { depositAddress } from '../../../src/server/deposit/incoming/deposit-address.ts'
import { checkAlerts } from '../../../src/server/monitoring/alerts.ts'
import { startWebhooks } from '../../../src/server/webhooks/send-events.ts'
import { until } from '../../support/poll.ts'
import { addMember, fundMember } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'
import { openReceiver } from '../support/webhook-receiver.ts'

// A process whose machine's clock is two days off goes by the database's.

const DAY_S = 86_400
let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
beforeEach(() => measureClock(staff.edge.db))
afterEach(() => {
  vi.useRealTimers()
  unsetClock()
})
afterAll(() => staff.close())

const shiftClock = (days: number): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_S * 1_000 })

const meanwhile = async <T>(days: number, work: () => Promise<T>): Promise<T> => {
  shiftClock(days)
  return await work().finally(() => vi.useRealTimers())
}

test('signs access tokens that other processes accept, and no longer than usual', async () => {
  const claims = { member: 5, session: 7n }
  const sign = () => signAccessToken('secret', claims)
  const tokens = [await meanwhile(2, sign), await meanwhile(-2, sign)]
  for (const token of tokens) expect(await readAccessToken('secret', token)).toEqual(claims)
})

test('accepts no access token that expired two days ago', async () => {
  unsetClock()
  shiftClock(-2)
  const token = await signAccessToken('secret', { member: 6, session: 8n })
  await measureClock(staff.edge.db)
  await expect(readAccessToken('secret', token)).rejects.toMatchObject({ code: 'token_expired' })
})

test('sends webhooks whose signature has the right time', async () => {
  const receiver = await openReceiver((_received, response) => void response.end())
  onTestFinished(() => receiver.close())
  const body = { url: receiver.url, description: 'Clock', events: ['member.registered'] }
  const added = await staff.as('admin', 'POST', 'webhooks/', { body })
  expect(added.status).toBe(201)
  shiftClock(2)
  const worker = startWebhooks(staff.edge.context, { lookEveryMs: 20, leaseMs: 5_000 })
  onTestFinished(() => worker.stop())
  await addMember(staff.edge, 'signed')
  await until('the event', () => receiver.received.length > 0)
  vi.useRealTimers()
  const [, second] = /t=(\d+)/.exec(receiver.received[0]?.signature ?? '') ?? []
  expect(Math.abs(Number(second) - Date.now() / 1_000)).toBeLessThan(60)
})

test('keeps signing with the secret before the last one', async () => {
  const body = { url: 'http://127.0.0.1:9/', description: 'Roll', events: ['member.registered'] }
  const { body: added } = await staff.as('admin', 'POST', 'webhooks/', { body })
  const roll = () => staff.as('admin', 'POST', `webhooks/${added.webhook.id}/roll-secret/`)
  await roll()
  const read = async () =>
    await staff.edge.db
      .selectFrom('webhook_endpoints')
      .select(['previous_secret', 'older_secret'])
      .where('no', '=', Number(added.webhook.id))
      .executeTakeFirstOrThrow()
  await roll()
  const { older_secret: first } = await read()
  await meanwhile(2, roll)
  expect((await read()).older_secret).toEqual(first)
})

test('publishes a legal text', async () => {
  const body = { kind: 'terms', body: 'Terms of a process that is behind' }
  const published = await meanwhile(-2, () => staff.as('admin', 'POST', 'texts/', { body }))
  expect(published.status).toBe(201)
  const { body: listed } = await meanwhile(-2, () => staff.as('admin', 'GET', 'texts/'))
  expect(listed.results.map((each) => each.body)).toContain(body.body)
})

test('lets no one but admins reopen an account after 30 days', async () => {
  const { no } = await addMember(staff.edge, 'closed')
  await sql`insert into account_closings (member_no, expires_at, closed_at)
    values (${no}, now() - interval '31 days', now() - interval '31 days')`.execute(staff.edge.db)
  const body = { reason: 'Asked by phone.' }
  const answer = await meanwhile(-2, () =>
    staff.as('support', 'POST', `members/${no}/reopen/`, { body }),
  )
  expect([answer.status, answer.code]).toEqual([403, 'forbidden'])
})

test('emails an alert, although one with a clock ahead emailed before', async () => {
  const { db, config } = staff.edge
  const subject = 'Alert: Age of the oldest unanswered message'
  const count = async () =>
    (await db.selectFrom('emails').select('no').where('subject', '=', subject).execute()).length
  const write = () =>
    sql`insert into contact_messages (name, email, subject, message, received_at)
    values ('A', 'a@example.org', 'S', 'B', now() - interval '9 days')`.execute(db)
  await write()
  await meanwhile(2, () => checkAlerts(db, config, new Date()))
  expect(await count()).toBe(1)
  await sql`update contact_messages set answered_at = now()`.execute(db)
  await sql`update alerts set emailed_at = emailed_at - interval '1 hour',
    crossed_since = crossed_since - interval '1 hour'`.execute(db)
  await checkAlerts(db, config, new Date())
  await write()
  await checkAlerts(db, config, new Date())
  expect(await count()).toBe(2)
})

test('emails an alert, although the database’s clock was ahead at its last email', async () => {
  const { db, config } = staff.edge
  const check = () => checkAlerts(db, config, new Date())
  await sql`update contact_messages set answered_at = now()`.execute(db)
  await check()
  await sql`delete from emails`.execute(db)
  await sql`update alerts set emailed_at = now() + interval '2 days'
    where name = 'message_age'`.execute(db)
  await sql`insert into contact_messages (name, email, subject, message, received_at)
    values ('A', 'a@example.org', 'S', 'B', now() - interval '9 days')`.execute(db)
  await check()
  await check()
  const subjects = await db.selectFrom('emails').select('subject').execute()
  const wanted = 'Alert: Age of the oldest unanswered message'
  expect(subjects.filter(({ subject }) => subject === wanted)).toHaveLength(1)
})

test('counts a slow answer if it proves that the clock is off', async () => {
  setClock(Date.now() - 2 * DAY_S * 1_000, performance.now())
  await measureClock(staff.edge.db, 0)
  expect(Math.abs(nowMs() - Date.now())).toBeLessThan(60_000)
})

test('shows a member’s earnings up to now', async () => {
  const { access: token } = await addMember(staff.edge, 'earner')
  const path = '/api/accounts/earnings/?by=day'
  const { body } = await meanwhile(-2, () => staff.edge.call('GET', path, { token }))
  expect(Math.abs(Date.parse(body.to) - Date.now())).toBeLessThan(60_000)
})

test('ends the oldest session of 51, not the new one', async () => {
  const { no, access } = await addMember(staff.edge, 'busy')
  // Apart, because a measurement that sets the clock back makes the next session's number `no + 1`.
  await sql`insert into sessions (no, member_no, device, expires_at, stepped_up_at)
    select (select no from sessions where member_no = ${no}) + n * 1000, ${no}, '',
      now() + interval '1 day', now() from generate_series(1, 49) n`.execute(staff.edge.db)
  const body = { username: 'busy', password: 'correct horse battery' }
  const signedIn = await meanwhile(-2, () => staff.edge.call('POST', '/api/auth/login/', { body }))
  const me = async (token: string) =>
    (await staff.edge.call('GET', '/api/accounts/me/', { token })).status
  expect([signedIn.status, await me(signedIn.body.access), await me(access)]).toEqual([
    200, 200, 401,
  ])
})

test('gives a deposit address an index by the database’s clock', async () => {
  const { edge } = staff
  const { no } = await addMember(edge, 'payer')
  await fundMember(edge, no, 1)
  const indexOf = async (member: number, days: number) => {
    await meanwhile(days, () => depositAddress(edge.context, member))
    const { rows } = await sql<{ seconds: number }>`
      select address_index - extract(epoch from now() - '2026-01-01T00:00Z'::timestamptz)::int
        as seconds from deposit_addresses where member_no = ${member}`.execute(edge.db)
    return Math.abs(rows[0]?.seconds ?? Infinity)
  }
  const other = await addMember(edge, 'payer2')
  expect(await indexOf(no, -2)).toBeLessThan(60)
  expect(await indexOf(other.no, 2)).toBeLessThan(60)
})

const readHealth = () => staff.edge.call('GET', '/api/health/ready')

test('tells callers the time, and operators that the clock is wrong', async () => {
  expect((await readHealth()).body.checks.clock).toBe('ok')
  const { headers, body } = await meanwhile(2, readHealth)
  expect(Math.abs(Date.parse(String(headers.date)) - Date.now())).toBeLessThan(60_000)
  expect(body.checks.clock).toBe('degraded')
})
