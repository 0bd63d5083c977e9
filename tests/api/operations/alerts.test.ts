import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import { checkAlerts } from '../../../src/server/monitoring/alerts.ts'
import { rateE8 } from '../../../src/domain/money/money.ts'
import { storeRate } from '../../../src/server/rate/store-rate.ts'
import { takeSnapshot } from '../../../src/server/monitoring/snapshots.ts'
import {
  newestEntry,
  openStaffEdge,
  requestWithdrawal,
  type StaffEdge,
} from '../support/staff-edge.ts'
import { addMember, fundMember } from '../support/members.ts'

// Alert emails: one when a limit is crossed, one on recovery, none in between.

const to = 'watch@example.org'
let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge({ ALERT_EMAIL: to })
  const member = await addMember(staff.edge, 'wanda')
  await fundMember(staff.edge, member.no, 100)
  await requestWithdrawal(staff.edge, member, 5)
})
afterAll(() => staff.close())

const round = (since = new Date()) => checkAlerts(staff.edge.db, staff.edge.config, since)

async function subjects(): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from emails where recipient = ${to} and subject not like 'Staff: %'
    order by no`.execute(staff.edge.db)
  return rows.map(({ subject }) => subject)
}

async function alert(name: string) {
  const { body } = await staff.as('support', 'GET', 'alerts/')
  return itemAt(
    body.filter((each) => each.name === name),
    0,
  )
}

/** Makes the oldest open withdrawal this many hours old. */
const age = (hours: number) =>
  staff.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update withdrawals
      set requested_at = now() - make_interval(hours => ${hours})`.execute(tx)
  })

/** Moves the last email about an alert back by this many minutes. */
const emailedAgo = (name: string, minutes: number) =>
  sql`update alerts set emailed_at = now() - make_interval(mins => ${minutes}),
    crossed_since = case when crossed_since is null then null
      else now() - make_interval(mins => ${minutes}) end
    where name = ${name}`.execute(staff.edge.db)

const title = 'Age of the oldest withdrawal awaiting approval'

test('emails once when an alert starts and once when it recovers', async () => {
  await round()
  expect(await subjects()).toEqual([])
  await age(49)
  await round()
  await round()
  await emailedAgo('withdrawal_age', 500)
  await round()
  expect(await subjects()).toEqual([`Alert: ${title}`])
  const crossed = await alert('withdrawal_age')
  expect([crossed.limit, Math.round(Number(crossed.value))]).toEqual(['2880', 2940])
  const { body: overview } = await staff.as('support', 'GET', 'overview/')
  expect(overview.alerts.map(({ name }) => name)).toEqual(['withdrawal_age'])
  await age(1)
  await round()
  await round()
  expect(await subjects()).toEqual([`Alert: ${title}`, `Resolved: ${title}`])
  const { rows: queued } = await sql<{ is_first: boolean }>`select next_at = 'epoch' as is_first
    from emails where recipient = ${to} and subject not like 'Staff: %'`.execute(staff.edge.db)
  expect(queued).toEqual([{ is_first: true }, { is_first: true }])
  expect((await alert('withdrawal_age')).crossed_since).toBeNull()
})

test('doesn’t email every minute when a value hovers at its limit', async () => {
  await emailedAgo('withdrawal_age', 5)
  const before = (await subjects()).length
  for (let swing = 0; swing < 4; swing++) {
    await age(swing % 2 === 0 ? 49 : 1)
    await round()
  }
  expect(await subjects()).toHaveLength(before)
  await emailedAgo('withdrawal_age', 31)
  await age(49)
  await round()
  expect(await subjects()).toHaveLength(before + 1)
})

test('sends one email when two processes check at once', async () => {
  await staff.edge.db
    .insertInto('contact_messages')
    .values({ name: 'Ann', email: 'ann@example.org', subject: 'Hello', message: 'Hello?' })
    .execute()
  await sql`update contact_messages set received_at = now() - interval '3 days'`.execute(
    staff.edge.db,
  )
  await Promise.all([round(), round(), round()])
  const about = (await subjects()).filter((each) => each.includes('unanswered message'))
  expect(about).toHaveLength(1)
})

test('audits changes of limits and switching off an alert', async () => {
  const change = (body: object) => staff.as('admin', 'POST', 'alerts/withdrawal_age/', { body })
  await round()
  expect((await change({ enabled: true, limit: '6000' })).body.limit).toBe('6000')
  await round()
  expect((await subjects()).at(-1)).toBe(`Resolved: ${title}`)
  await emailedAgo('withdrawal_age', 60)
  await change({ enabled: false, limit: '60' })
  const before = (await subjects()).length
  await round()
  expect(await subjects()).toHaveLength(before)
  expect(await newestEntry(staff.edge, 'alert withdrawal_age')).toMatchObject({
    operator: 'admin',
    action: 'change alert',
  })
  expect((await change({ enabled: true, limit: '-1' })).status).toBe(400)
  const unknown = { body: { enabled: true, limit: '1' } }
  expect((await staff.as('admin', 'POST', 'alerts/nothing/', unknown)).status).toBe(404)
})

test('alerts when custody is below what we owe, and keeps snapshots', async () => {
  const member = await addMember(staff.edge, 'vera')
  const form = { username: member.username, amount: '1000.00', reason: 'More than there is' }
  const { body: asked } = await staff.as('finance', 'POST', 'adjustments/', { body: form })
  await staff.as('admin', 'POST', `adjustments/${asked.id}/approve/`)
  await round()
  expect((await subjects()).at(-1)).toBe('Alert: Custody value compared with what we owe')
  // 102 USDT against 100 + 1,000 dollars.
  expect((await alert('solvency')).value).toBe('9.27')
  await takeSnapshot(staff.edge.db)
  await takeSnapshot(staff.edge.db)
  const { body: trends } = await staff.as('support', 'GET', 'overview/trends/')
  expect(trends.solvency).toHaveLength(1)
  expect(trends.solvency[0]?.owed).toBe('1100.00')
})

test('emails an alert about money again each day while it lasts', async () => {
  const solvency = 'Alert: Custody value compared with what we owe'
  const before = (await subjects()).length
  await emailedAgo('solvency', 23 * 60)
  await round()
  expect(await subjects()).toHaveLength(before)
  await emailedAgo('solvency', 25 * 60)
  await round()
  await round()
  expect((await subjects()).slice(before)).toEqual([solvency])
})

test('doesn’t report a recovery when an active alert is switched off', async () => {
  const solvency = 'Custody value compared with what we owe'
  const before = await subjects()
  expect(before.at(-1)).toBe(`Alert: ${solvency}`)
  const change = { enabled: false, limit: '100' }
  await staff.as('admin', 'POST', 'alerts/solvency/', { body: change })
  await staff.as('deputy', 'POST', 'alerts/solvency/', { body: change })
  await round()
  expect([await subjects(), (await alert('solvency')).crossed_since]).toEqual([before, null])
  await staff.as('admin', 'POST', 'alerts/solvency/', { body: { ...change, enabled: true } })
})

test('keeps an alert active while its figure is unknown', async () => {
  const { db } = staff.edge
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  const rate = (asOf: Date) => storeRate(db, { rateE8: rateE8(25_000_000n), sources: ['a'] }, asOf)
  await sql`insert into own_wallets (address, role) values (${address}, 'payout')`.execute(db)
  await sql`insert into address_checks values
    (${address}, now(), 0, 0, 0, 0, 'agrees')`.execute(db)
  await rate(new Date())
  const before = await subjects()
  await round()
  // In development, the devnet hasn't filled it yet.
  expect(await subjects()).toEqual(before)
  await checkAlerts(db, { ...staff.edge.config, production: true }, new Date())
  const wallet = 'Balance of the payout wallet'
  expect((await subjects()).slice(before.length)).toEqual([`Alert: ${wallet}`])
  await sql`update address_checks set chain_usdt = 10000000`.execute(db)
  await round()
  const { length } = await subjects()
  expect(length).toBe(before.length + 1)
  await sql`update live_rates set as_of = now() - interval '301 seconds'`.execute(db)
  await sql`update alerts set enabled = false where name = 'rate_age'`.execute(db)
  await round()
  const unknown = await alert('hot_wallet')
  expect([unknown.value, typeof unknown.crossed_since]).toEqual([null, 'string'])
  expect(await subjects()).toHaveLength(length)
  await sql`update address_checks set chain_usdt = 60000000`.execute(db)
  await rate(new Date())
  await round()
  expect((await subjects()).slice(length)).toEqual([`Resolved: ${wallet}`])
})

test('alerts when a feed has never delivered in time', async () => {
  const { length } = await subjects()
  await round(new Date(Date.now() - 601_000))
  expect((await subjects()).slice(length)).toEqual([
    'Alert: Age of the newest final block we read',
    'Alert: Time since USDT was near one dollar',
  ])
})

/** Moves the time of the newest command, as if a ledger writer with another clock had booked it. */
const shiftLedger = (seconds: number) =>
  staff.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update commands set at = at + make_interval(secs => ${seconds})
      where seq = (select max(seq) from commands)`.execute(tx)
  })

test('alerts while the ledger is ahead of the clock', async () => {
  await round()
  expect(Number((await alert('clock_difference')).value)).toBeLessThan(5)
  const before = (await subjects()).length
  await shiftLedger(3_600)
  await round()
  const ahead = await alert('clock_difference')
  expect(ahead).toMatchObject({ unit: 'seconds', limit: '5' })
  expect(ahead.crossed_since).not.toBeNull()
  expect(Number(ahead.value)).toBeGreaterThan(3_000)
  expect(Number(ahead.value)).toBeLessThanOrEqual(3_600)
  expect((await subjects()).slice(before)).toEqual([
    'Alert: Difference between server, database, and ledger clocks',
  ])
  await shiftLedger(-3_600)
  await round()
  const agreed = await alert('clock_difference')
  expect(agreed.crossed_since).toBeNull()
  expect(Number(agreed.value)).toBeLessThan(5)
})

test.each([-60, 60])('alerts when the server’s clock is off by %d s', async (seconds) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })
  await round().finally(() => vi.useRealTimers())
  const apart = await alert('clock_difference')
  expect(apart.crossed_since).not.toBeNull()
  expect(Number(apart.value)).toBeGreaterThan(45)
  expect(Number(apart.value)).toBeLessThan(75)
  await round()
  expect((await alert('clock_difference')).crossed_since).toBeNull()
})

test('alerts when the clock of another process’s machine is off', async () => {
  await sql`insert into processes (id, role, version, schema_version, host, clock_ahead_ms)
    values (gen_random_uuid(), 'web', '1', 1, 'other', -172800000)`.execute(staff.edge.db)
  await round()
  const apart = await alert('clock_difference')
  expect([apart.crossed_since !== null, apart.value]).toEqual([true, '172800'])
  await sql`update processes set seen_at = now() - interval '2 minutes'`.execute(staff.edge.db)
  await round()
  expect((await alert('clock_difference')).crossed_since).toBeNull()
})
