import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { verifyWebhook } from '../../../packages/client/src/client.ts'
import { webhookEventTypes } from '../../../src/contract/fields/webhook-types.ts'
import { webhookEvents } from '../../../src/contract/subjects/webhook-events.ts'
import { ago } from '../../../src/db/expressions.ts'
import { micros, PAR_RATE, rateE8, units } from '../../../src/domain/money/money.ts'
import { startWebhooks } from '../../../src/server/webhooks/send-events.ts'
import { approveWithdrawal, effectsOf } from '../../support/book-acts.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import {
  newestEntry,
  openStaffEdge,
  requestWithdrawal,
  type StaffEdge,
} from '../support/staff-edge.ts'

// Webhooks from end to end: ledger events arrive at another system.

const PACE = { lookEveryMs: 20, leaseMs: 5_000, firstRetryMs: 20 }

let staff: StaffEdge
let receiver: Receiver
let statuses: number[] = []
let log = ''
let worker: ReturnType<typeof startWebhooks>
beforeAll(async () => {
  staff = await openStaffEdge()
  receiver = await openReceiver((_received, response) => {
    const status = statuses.shift() ?? 200
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {})
    response.end(status === 200 ? 'thank you' : 'no \0 <b>thanks</b>'.padEnd(3_000, '.'))
  })
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString('utf8')
      done()
    },
  })
  const logger = pino({ level: 'debug' }, stream)
  worker = startWebhooks({ ...staff.edge.context, log: logger }, PACE)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
  await staff.close()
})
beforeEach(async () => {
  statuses = []
  await staff.edge.db.deleteFrom('webhook_endpoints').execute()
})

async function add(more: object = {}) {
  const body = { url: receiver.url, description: 'Test', events: [...webhookEventTypes], ...more }
  const answer = await staff.as('admin', 'POST', 'webhooks/', { body })
  expect(answer.status).toBe(201)
  const { webhook, secret } = answer.body
  return { id: webhook.id, secret, from: receiver.received.length }
}

const Event = z.looseObject({
  id: z.string(),
  type: z.string(),
  sequence: z.number(),
  member: z.object({ id: z.string(), username: z.string() }).nullable(),
})

/** The events received since a given time. */
const arrived = (from: number) =>
  receiver.received.slice(from).map(({ body }) => Event.parse(JSON.parse(body)))

const deliveries = async (id: string) => {
  const { body } = await staff.as('admin', 'GET', `webhooks/${id}/deliveries/`)
  return body.results
}

const listed = async (id: string) => {
  const { body } = await staff.as('admin', 'GET', 'webhooks/')
  const found = body.find((each) => each.id === id)
  if (!found) throw new Error(`no webhook ${id}`)
  return found
}

const settled = (id: string) =>
  until('the deliveries to end', async () => (await listed(id)).pending === 0)

/** A member who does everything that causes an event. */
async function liveThrough(username: string): Promise<TestMember> {
  const { book, db } = staff.edge
  const member = await addMember(staff.edge, username)
  await fundMember(staff.edge, member.no, 100)
  const { no: profile } = await db
    .selectFrom('profiles')
    .select('no')
    .where('member_no', '=', member.no)
    .executeTakeFirstOrThrow()
  await effectsOf(book, { kind: 'activate', member: member.no, profile })
  const [rejected, paid, cancelled] = [
    await requestWithdrawal(staff.edge, member, 5),
    await requestWithdrawal(staff.edge, member, 6),
    await requestWithdrawal(staff.edge, member, 7),
  ]
  await effectsOf(book, { kind: 'reject_withdrawal', withdrawal: rejected, reason: 'No.' })
  await effectsOf(book, { kind: 'cancel_withdrawal', withdrawal: cancelled, member: member.no })
  await pay(paid)
  const adjustment = { member: member.no, amountMicros: micros(-1_000_000n), operator: 'ann' }
  await effectsOf(book, { kind: 'propose_adjustment', ...adjustment, reason: 'Typo.' })
  await effectsOf(book, { kind: 'approve_adjustment', adjustment: 1, operator: 'bob' })
  return member
}

const IN_TRX = ['us', 'TRX', units(22_000_000n), rateE8(25_000_000n)] as const
const IN_USDT = ['operator', 'USDT', units(5_500_000n), PAR_RATE] as const

/** Two payouts of a withdrawal: ours in TRX, which fails, and an operator's in USDT. */
async function pay(withdrawal: number): Promise<void> {
  const { book } = staff.edge
  for (const attempt of [1, 2]) {
    await approveWithdrawal(book, withdrawal)
    const [paidBy, coin, sentUnits, rate] = attempt === 1 ? IN_TRX : IN_USDT
    const txid = String(attempt).repeat(64)
    await effectsOf(book, {
      kind: 'send_withdrawal',
      withdrawal,
      attempt,
      address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      paidBy,
      coin,
      sentUnits,
      rateE8: rate,
      txid,
    })
    const end = { withdrawal, attempt, txid, feeSun: units(1_100_000n) }
    if (attempt === 1) {
      await effectsOf(book, { kind: 'fail_withdrawal', ...end, reason: 'OUT_OF_ENERGY' })
    } else await effectsOf(book, { kind: 'confirm_withdrawal', ...end })
  }
}

test('sends all events in order, signed, and as documented', async () => {
  const { id, secret, from } = await add()
  const member = await liveThrough('wanda')
  await until('the events', () => arrived(from).some(({ type }) => type === 'wallet.adjusted'))
  await settled(id)
  const own = arrived(from).filter((event) => event.member?.id === String(member.no))
  expect(own.map(({ type }) => type)).toEqual([
    'member.registered',
    'profile.created',
    'deposit.credited',
    'profile.activated',
    'withdrawal.requested',
    'withdrawal.requested',
    'withdrawal.requested',
    'withdrawal.rejected',
    'withdrawal.cancelled',
    'withdrawal.approved',
    'withdrawal.failed',
    'withdrawal.approved',
    'withdrawal.paid',
    'wallet.adjusted',
  ])
  expect(own.every(({ member: about }) => about?.username === 'wanda')).toBe(true)
  for (const { body, signature } of receiver.received.slice(from)) {
    const event = await verifyWebhook(body, signature, secret)
    webhookEvents.get(event.type)?.shape.strict().parse(event)
  }
  expect(own.find(({ type }) => type === 'withdrawal.paid')).toMatchObject({
    version: 1,
    data: { amount: '6.00', fee_amount: '0.50', net_amount: '5.50', coin: 'USDT' },
  })
  const list = await staff.edge.call('GET', '/api/rewards/withdrawals/', { token: member.access })
  expect(list.body.results.map(({ stage, reason }) => [stage, reason])).toEqual([
    ['cancelled', null],
    ['confirmed', null],
    ['rejected', 'No.'],
  ])
})

test.runIf(isLong)('sends everything that an activation causes', async () => {
  const events = ['reward.paid', 'profile.created', 'profile.activated']
  const { id, from } = await add({ events })
  const { book, db } = staff.edge
  const sponsor = await addMember(staff.edge, 'queen')
  const join = async (no: number) => {
    await fundMember(staff.edge, no, 50)
    const { no: profile } = await db
      .selectFrom('profiles')
      .select('no')
      .where('member_no', '=', no)
      .executeTakeFirstOrThrow()
    await effectsOf(book, { kind: 'activate', member: no, profile })
  }
  await join(sponsor.no)
  for (let i = 0; i < 6; i++) {
    const registered = await effectsOf(book, { kind: 'register', sponsor: sponsor.no })
    const [made] = registered.events
    if (made?.event !== 'member') throw new Error('no member')
    await join(made.no)
  }
  await until('the upgrade', () => arrived(from).some(isUpgrade))
  await settled(id)
  const own = arrived(from).filter((event) => event.member?.id === String(sponsor.no))
  expect(own.map(({ type }) => type)).toEqual([
    'profile.created',
    'profile.activated',
    ...Array.from({ length: 6 }, () => 'reward.paid'),
    'profile.created',
    'profile.activated',
  ])
  expect(own.find(isUpgrade)).toMatchObject({ data: { plan: 'Silver', origin: 'upgrade' } })
  expect(own[2]).toMatchObject({ data: { amount: '0.50', kind: 'level_1' } })
})

const isUpgrade = ({ type, data }: Record<string, unknown>): boolean =>
  type === 'profile.created' &&
  z.looseObject({ origin: z.string() }).parse(data).origin === 'upgrade'

test('sends an endpoint only its subscribed events, from the time it was added', async () => {
  await add({ events: ['withdrawal.requested'] })
  const member = await addMember(staff.edge, 'early')
  await fundMember(staff.edge, member.no, 20)
  const second = await add({ events: ['deposit.credited'] })
  await fundMember(staff.edge, member.no, 21)
  await until('the deposit', () => arrived(second.from).length > 0)
  await settled(second.id)
  expect(arrived(second.from)).toMatchObject([
    { type: 'deposit.credited', data: { amount: '21.00' } },
  ])
})

test('retries, stores the endpoint’s answer, and follows no redirect', async () => {
  const { id, from } = await add()
  statuses = [500, ...Array.from({ length: 50 }, () => 302)]
  await staff.as('admin', 'POST', `webhooks/${id}/test/`)
  await until('a failure', async () => (await deliveries(id))[0]?.failure.includes('302'))
  expect((await listed(id)).failing_since).not.toBeNull()
  statuses = []
  await settled(id)
  const [delivery] = await deliveries(id)
  const attempts = arrived(from).length
  expect(attempts).toBeGreaterThan(2)
  expect(delivery).toMatchObject({ state: 'delivered', attempts, status: 200, failure: '' })
  expect(delivery?.answer).toBe('thank you')
  expect(arrived(from).map((event) => event.id)).toEqual(
    Array.from({ length: attempts }, () => delivery?.event_id),
  )
  expect(await listed(id)).toMatchObject({ failing_since: null, failed: 0 })
})

test('gives up after three days, and resends failed deliveries on request', async () => {
  const { id, from } = await add()
  statuses = Array.from({ length: 50 }, () => 500)
  await staff.as('admin', 'POST', `webhooks/${id}/test/`)
  await until('the first attempt', () => arrived(from).length > 0)
  await staff.edge.db
    .updateTable('webhook_deliveries')
    .set({ retry_until: new Date(0) })
    .where('endpoint_no', '=', Number(id))
    .execute()
  await until('the end', async () => (await listed(id)).failed === 1)
  const [failed] = await deliveries(id)
  expect(failed).toMatchObject({ state: 'failed', next_at: null, status: 500 })
  expect(failed?.answer).toHaveLength(1_023)
  statuses = []
  const since = { since: new Date(Date.now() - 3_600_000).toISOString() }
  const all = await staff.as('admin', 'POST', `webhooks/${id}/replay/`, { body: since })
  expect(all.body).toEqual({ queued: 1 })
  await settled(id)
  expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 1 })
  const before = arrived(from).length
  await staff.as('admin', 'POST', `webhooks/${id}/deliveries/${failed?.id}/replay/`)
  await until('the replay', () => arrived(from).length > before)
  expect(arrived(from).at(-1)?.id).toBe(failed?.event_id)
  expect(await newestEntry(staff.edge, `webhook ${id}`)).toMatchObject({ action: 'replay webhook' })
})

test.runIf(isLong)('holds back an event in flight when an earlier one is reopened', async () => {
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  let [isReleased, failuresLeft] = [false, 3]
  const held = await openReceiver(async ({ body }, response) => {
    const { id } = Event.parse(JSON.parse(body))
    order.push(id)
    if (order.length === 1) return
    const isFirst = id === order[0]
    if (!isFirst && isReleased) return
    if (!isFirst) await gate.promise
    if (isFirst && isReleased && failuresLeft-- === 0) return
    response.writeHead(500).end()
  })
  const { id } = await add({ url: held.url })
  for (const count of [1, 2]) {
    await staff.as('admin', 'POST', `webhooks/${id}/test/`)
    await until('the test event', () => order.length === count)
    if (count === 1) await settled(id)
  }
  const [first = '', second = ''] = order
  const delivery = (await deliveries(id)).find(({ event_id: event }) => event === first)
  await staff.as('admin', 'POST', `webhooks/${id}/deliveries/${delivery?.id}/replay/`)
  // It fails, and may already have been retried by the time we check.
  await until('the replay', () => order.length >= 3)
  isReleased = true
  gate.resolve()
  await settled(id)
  expect(new Set(order.slice(2, -1))).toEqual(new Set([first]))
  expect(order.at(-1)).toBe(second)
  await held.close()
})

test('signs with earlier secrets for a day after a change', async () => {
  const { id, secret, from } = await add()
  const roll = () => staff.as('admin', 'POST', `webhooks/${id}/roll-secret/`)
  const [between, last] = [(await roll()).body.secret, (await roll()).body.secret]
  await staff.as('admin', 'POST', `webhooks/${id}/test/`)
  await until('the event', () => arrived(from).length > 0)
  const { body = '', signature = '' } = receiver.received[from] ?? {}
  for (const each of [secret, between, last]) await verifyWebhook(body, signature, each)
  await staff.edge.db
    .updateTable('webhook_endpoints')
    .set({ previous_until: new Date(), older_until: new Date() })
    .where('no', '=', Number(id))
    .execute()
  await settled(id)
  await staff.as('admin', 'POST', `webhooks/${id}/test/`)
  await until('the next event', () => arrived(from).length > 1)
  const { body: next = '', signature: own = '' } = receiver.received[from + 1] ?? {}
  await verifyWebhook(next, own, last)
  for (const each of [secret, between]) {
    await expect(verifyWebhook(next, own, each)).rejects.toThrow('No signature')
  }
})

test.runIf(isLong)('disables an endpoint after five days, without delaying others', async () => {
  const broken = await add({ url: 'http://127.0.0.1:9/', description: 'Broken' })
  const fine = await add()
  for (const { id } of [broken, fine]) await staff.as('admin', 'POST', `webhooks/${id}/test/`)
  await settled(fine.id)
  await until('the failure', async () => (await listed(broken.id)).failing_since !== null)
  await staff.edge.db
    .updateTable('webhook_endpoints')
    .set({ failing_since: ago('days', 6), failed_at: ago('hours', 2) })
    .where('no', '=', Number(broken.id))
    .execute()
  await until('the end', async () => !(await listed(broken.id)).enabled)
  expect(await listed(broken.id)).toMatchObject({ disabled_by: null, pending: 1 })
  expect(await newestEntry(staff.edge, `webhook ${broken.id}`)).toMatchObject({
    operator: 'webhooks',
    action: 'disable webhook',
  })
  const emails = await staff.edge.db.selectFrom('emails').select('subject').execute()
  expect(emails.map(({ subject }) => subject)).toContain('Alert: the webhook "Broken" is disabled')
  const again = { body: { enabled: true, url: receiver.url } }
  await staff.as('admin', 'PATCH', `webhooks/${broken.id}/`, again)
  await until('the delivery', async () => (await listed(broken.id)).pending === 0)
})

test('sends waiting events once an endpoint is enabled again', async () => {
  const { id, from } = await add({ url: 'http://127.0.0.1:9/' })
  await staff.as('admin', 'POST', `webhooks/${id}/test/`)
  await staff.as('admin', 'POST', `webhooks/${id}/test/`)
  await until('a failure', async () => (await deliveries(id))[1]?.failure !== '')
  const [second, first] = await deliveries(id)
  expect(second).toMatchObject({ attempts: 0, next_at: null })
  const change = (body: object) => staff.as('admin', 'PATCH', `webhooks/${id}/`, { body })
  await change({ enabled: false })
  // The endpoint was disabled for so long that the first delivery has expired.
  await staff.edge.db
    .deleteFrom('webhook_deliveries')
    .where('event_no', '=', BigInt(first?.id ?? 0))
    .execute()
  await change({ enabled: true, url: receiver.url })
  await settled(id)
  expect(arrived(from).map((event) => event.id)).toEqual([second?.event_id])
})

test('shows a secret once, and never in lists, the audit log, or logs', async () => {
  const { id, secret } = await add()
  const rolled = await staff.as('admin', 'POST', `webhooks/${id}/roll-secret/`)
  statuses = [500]
  await staff.as('admin', 'POST', `webhooks/${id}/test/`)
  await settled(id)
  const looks = [
    await staff.as('admin', 'GET', 'webhooks/'),
    await staff.as('admin', 'GET', `webhooks/${id}/deliveries/`),
    await staff.as('admin', 'GET', 'audit/'),
    await staff.as('admin', 'PATCH', `webhooks/${id}/`, { body: { description: 'Other' } }),
  ]
  const said = looks.map(({ text }) => text).join('\n') + log
  for (const each of [secret, rolled.body.secret]) expect(said).not.toContain(each)
  const { rows } = await staff.edge.context.pool.query<{ row: string }>(
    'select e::text as row from webhook_endpoints e',
  )
  const hex = Buffer.from(secret).toString('hex')
  expect(rows.some(({ row }) => row.includes(secret) || row.includes(hex))).toBe(false)
})
