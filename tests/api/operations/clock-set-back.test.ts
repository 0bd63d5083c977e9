import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWatchLease } from '../../../src/server/chain/watch-lease.ts'
import { openPass } from '../../../src/server/custody/reconciliation/passes.ts'
import { bringForward, openNextEmails } from '../../../src/server/email/next-email.ts'
import { readFigures } from '../../../src/server/metrics/figures.ts'
import { checkAlerts } from '../../../src/server/monitoring/alerts.ts'
import { measure } from '../../../src/server/monitoring/measure.ts'
import { itemAt } from '../../support/answer.ts'
import { addMember, password, signIn } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

// After a failover to a database whose clock is behind, rows have times to come.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

const isRecent = (at: string | null | undefined): boolean =>
  Math.abs(Date.now() - Date.parse(at ?? '')) < 60_000

test('signs in a member with fifty sessions from before', async () => {
  const { edge } = staff
  const { no } = await addMember(edge, 'busy')
  await sql`insert into sessions (no, member_no, device, expires_at, stepped_up_at)
    select (select max(no) from sessions where member_no = ${no}) + (1::bigint << 44) + n, ${no},
      '', now() + interval '30 days', now() from generate_series(1, 50) n`.execute(edge.db)
  const { body } = await signIn(edge, 'busy')
  const { status } = await edge.call('GET', '/api/accounts/me/', { token: body.access })
  expect(status).toBe(200)
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from sessions
    where member_no = ${no} and ended_at is null`.execute(edge.db)
  expect(rows).toEqual([{ open: 50 }])
})

test('asks members and staff for their password again', async () => {
  const { edge } = staff
  const { no, access: token } = await addMember(edge, 'proven')
  const setUp = async () => (await edge.call('POST', '/api/auth/totp/', { token })).code
  await sql`update sessions set stepped_up_at = now() + interval '10 minutes'
    where member_no = ${no}`.execute(edge.db)
  expect(await setUp()).toBe('step_up_required')
  await edge.call('POST', '/api/auth/step-up/', { token, body: { password } })
  expect(await setUp()).toBeUndefined()

  await sql`update operator_sessions set stepped_up_at = now() + interval '10 minutes'
    where operator = 'admin'`.execute(edge.db)
  const body = { name: 'sync', role: 'support', days: 30 }
  expect((await staff.as('admin', 'POST', 'api-keys/', { body })).code).toBe('step_up_required')
})

test('ends a session whose token was used before, nobody knows how long ago', async () => {
  const { edge } = staff
  const { refresh } = await addMember(edge, 'copied')
  const exchange = async () =>
    (await edge.call('POST', '/api/auth/token/refresh/', { body: { refresh } })).status
  expect([await exchange(), await exchange()]).toEqual([200, 200])
  await sql`update refresh_tokens set rotated_at = now() + interval '1 day'
    where rotated_at is not null`.execute(edge.db)
  expect(await exchange()).toBe(401)
})

test('shows when a key and a session were last used', async () => {
  const { edge } = staff
  const body = { name: 'robot', role: 'support', days: 30 }
  const { secret } = (await staff.as('deputy', 'POST', 'api-keys/', { body })).body
  await sql`update api_keys set last_used_at = now() + interval '1 day'`.execute(edge.db)
  const headers = { authorization: `Bearer ${secret}` }
  expect((await edge.call('GET', '/api/operator/members/', { headers })).status).toBe(200)
  const { body: keys } = await staff.as('deputy', 'GET', 'api-keys/')
  expect(isRecent(keys.find(({ name }) => name === 'robot')?.last_used_at)).toBe(true)

  await sql`update operator_sessions set seen_at = now() + interval '1 day'`.execute(edge.db)
  await staff.as('deputy', 'GET', 'overview/')
  const { body: sessions } = await staff.as('deputy', 'GET', 'auth/sessions/')
  expect(isRecent(itemAt(sessions, 0).last_seen_at)).toBe(true)
})

test('lets another worker follow the chain after one was killed', async () => {
  const { db } = staff.edge
  const at = { final_number: 1n, final_id: '', final_at: new Date(), head_number: 1n }
  await db
    .insertInto('chain_cursors')
    .values({ network: 'tron-test', ...at, record_from: 1n })
    .execute()
  const [killed, other] = [openWatchLease(db, 16_000), openWatchLease(db, 16_000)]
  expect(await killed.take('tron-test')).toBe(true)
  expect(await other.take('tron-test')).toBe(false)
  await sql`update chain_cursors set watched_until = watched_until + interval '1 day'`.execute(db)
  expect(await other.take('tron-test')).toBe(true)
})

/** What health, the console, and the metrics say about a watcher that last read a block then. */
async function watcherStates(checkedAt: string) {
  const { edge } = staff
  await sql`update chain_cursors set checked_at = now() + ${checkedAt}::interval,
    final_at = now() + ${checkedAt}::interval`.execute(edge.db)
  const { body: health } = await edge.call('GET', '/api/health/ready/')
  const { body: jobs } = await staff.as('admin', 'GET', 'jobs/')
  const { chain_checked_seconds: checked, chain_lag_seconds: lag } = await readFigures(edge.db)
  const { chain_lag: alert } = await measure(edge.db, new Date())
  return {
    health: health.checks.chain,
    job: jobs.find(({ name }) => name === 'chain watcher')?.state,
    seconds: [checked, lag, Number(alert) / 100].map((each) => Math.round(Number(each) / 60) * 60),
  }
}

test('notices that nobody reads the chain', async () => {
  const late = { health: 'degraded', job: 'late', seconds: [3_600, 3_600, 3_600] }
  expect(await watcherStates('-1 hour')).toEqual(late)
  expect(await watcherStates('1 hour')).toEqual(late)
  expect(await watcherStates('-5 seconds')).toEqual({ health: 'ok', job: 'ok', seconds: [0, 0, 0] })
})

test('notices that USDT has no price near a dollar', async () => {
  const { db } = staff.edge
  await sql`delete from usdt_prices`.execute(db)
  await sql`insert into usdt_prices (minute, price_e8, as_of, sources, accepted)
    select date_trunc('minute', at), 100000000, at, 'a,b', true
    from unnest(array[now() - interval '1 hour', now() + interval '1 hour']) as at`.execute(db)
  const { usdt_closed: closed } = await measure(db, new Date())
  expect(Math.round(Number(closed) / 6_000)).toBe(60)
})

test('begins the next comparison of all addresses', async () => {
  const { db } = staff.edge
  await sql`insert into reconciliation_passes (started_at, finished_at)
    values (now() + interval '1 day', now() + interval '1 day')`.execute(db)
  expect(await openPass(db, 3_600_000)).not.toBeNull()
})

test.each([
  ['was new', 0, '5 minutes'],
  ['a killed worker had leased', 1, '30 minutes'],
  ['was tried often', 11, '1 day'],
])('sends an email that %s', async (_, attempts, ahead) => {
  const { db } = staff.edge
  await sql`delete from emails`.execute(db)
  const email = { recipient: 'late@example.org', kind: 'security', subject: 'S', text: 'T' }
  const next_at = sql<Date>`now() + ${ahead}::interval`
  await db
    .insertInto('emails')
    .values({ ...email, attempts, next_at })
    .execute()
  const takeOver = { answered: () => {}, isAllowed: () => true }
  const next = openNextEmails(db, 10)
  await bringForward(db, 0)
  const found = await next.lease({ mailboxes: [], domains: [], isLastLane: false }, takeOver)
  expect(found?.recipient).toBe(email.recipient)
})

const SUBJECT = 'Alert: Our addresses that the USDT issuer froze'

async function setFrozen(isFrozen: boolean): Promise<void> {
  const { db } = staff.edge
  await sql`delete from frozen_addresses`.execute(db)
  if (isFrozen) await db.insertInto('frozen_addresses').values({ address: 'T' }).execute()
}

/** Sets when the alert was emailed, and how long ago it was crossed. Then checks it. */
async function checkAfter(minutes: number): Promise<number> {
  const { db, config } = staff.edge
  await sql`update alerts set emailed_at = emailed_at - make_interval(mins => ${minutes}),
    crossed_since = crossed_since - make_interval(mins => ${minutes})`.execute(db)
  await checkAlerts(db, config, new Date())
  const rows = db.selectFrom('emails').select('no').where('subject', '=', SUBJECT)
  return (await rows.execute()).length
}

test('reminds of an alert about money a day later', async () => {
  await setFrozen(true)
  expect(await checkAfter(0)).toBe(1)
  // Three days back.
  expect(await checkAfter(-3 * 1_440)).toBe(1)
  expect(await checkAfter(1_440 + 1)).toBe(2)
})

test('emails an alert that is raised again', async () => {
  expect(await checkAfter(31)).toBe(2)
  // Ten minutes back.
  expect(await checkAfter(-41)).toBe(2)
  await setFrozen(false)
  expect(await checkAfter(5)).toBe(2)
  await setFrozen(true)
  expect(await checkAfter(0)).toBe(2)
  expect(await checkAfter(31)).toBe(3)
})

test('emails an alert that was raised again before, and not emailed yet', async () => {
  await setFrozen(false)
  expect(await checkAfter(5)).toBe(3)
  await setFrozen(true)
  expect(await checkAfter(5)).toBe(3)
  // Twenty minutes back.
  expect(await checkAfter(-20)).toBe(3)
  expect(await checkAfter(31)).toBe(4)
})
