import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ago } from '../../../src/db/expressions.ts'
import { endExpired } from '../../../src/server/webhooks/lanes.ts'
import { forgetExpired } from '../../../src/server/workers/forget.ts'
import { startWebhooks } from '../../../src/server/webhooks/send-events.ts'
import { until } from '../../support/poll.ts'
import { addMember } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'

// Which endpoints we disable, and what they have missed afterward.

const PACE = { lookEveryMs: 20, leaseMs: 30_000, firstRetryMs: 20 }

let staff: StaffEdge
let receiver: Receiver
let worker: ReturnType<typeof startWebhooks>
let answer: (username: string) => number | Promise<number> = () => 200
beforeAll(async () => {
  staff = await openStaffEdge()
  receiver = await openReceiver(async ({ body }, response) => {
    response.writeHead(await answer(nameIn(body))).end()
  })
  worker = startWebhooks({ ...staff.edge.context, log: pino({ level: 'silent' }) }, PACE)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
  await staff.close()
})
beforeEach(async () => {
  answer = () => 200
  await staff.edge.db.deleteFrom('webhook_endpoints').execute()
})
afterEach(() => void vi.useRealTimers())

const Event = z.object({ member: z.object({ username: z.string() }).nullable() })
const nameIn = (body: string): string => Event.parse(JSON.parse(body)).member?.username ?? ''

async function add(): Promise<{ no: number; names: () => string[] }> {
  const body = { url: receiver.url, description: '', events: ['member.registered'] as const }
  const { status, body: added } = await staff.as('admin', 'POST', 'webhooks/', { body })
  expect(status).toBe(201)
  const from = receiver.received.length
  const names = () => receiver.received.slice(from).map((each) => nameIn(each.body))
  return { no: Number(added.webhook.id), names }
}

const read = (no: number) =>
  staff.edge.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('no', '=', no)
    .executeTakeFirstOrThrow()

const change = (no: number, body: object) => staff.as('admin', 'PATCH', `webhooks/${no}/`, { body })

/** Pretends that the endpoint has failed for six days, most recently some hours ago. */
const age = (no: number, hours: number) =>
  staff.edge.db
    .updateTable('webhook_endpoints')
    .set({ failing_since: ago('days', 6), failed_at: ago('hours', hours) })
    .where('no', '=', no)
    .execute()

const failing = (no: number) =>
  until('a failure', async () => (await read(no)).failing_since !== null)

test('loses no events for an endpoint that we disabled', async () => {
  const { no, names } = await add()
  answer = () => 500
  await addMember(staff.edge, 'before')
  await failing(no)
  await age(no, 6)
  await until('the end', async () => !(await read(no)).enabled)
  await addMember(staff.edge, 'meanwhile')
  await until('its event', async () => {
    const { body } = await staff.as('admin', 'GET', `webhooks/${no}/deliveries/`)
    return body.results.length === 2
  })
  const tried = names().length
  answer = () => 200
  await change(no, { enabled: true })
  await addMember(staff.edge, 'after')
  await until('all events', () => names().length === tried + 3)
  expect(names().slice(tried).toSorted()).toEqual(['after', 'before', 'meanwhile'])
})

test('continues with a member’s next event after the first one is too old to keep', async () => {
  const { db } = staff.edge
  const { no, names } = await add()
  const events = () =>
    db
      .selectFrom('webhook_deliveries')
      .select(['event_no', 'next_at'])
      .where('endpoint_no', '=', no)
      .where('state', '=', 'pending')
      .orderBy('event_no')
      .execute()
  answer = () => 500
  await addMember(staff.edge, 'first')
  await failing(no)
  await addMember(staff.edge, 'second')
  await until('both', async () => (await events()).length === 2)
  // As if both were events of the same member.
  const [first, second] = await events()
  const mine = db.updateTable('webhook_deliveries').where('endpoint_no', '=', no)
  await mine.set({ member_no: 7 }).execute()
  await mine
    .set({ next_at: null })
    .where('event_no', '=', second?.event_no ?? 0n)
    .execute()
  await mine
    .set({ created_at: ago('days', 31) })
    .where('event_no', '=', first?.event_no ?? 0n)
    .execute()
  await db
    .updateTable('webhook_events')
    .set({ created_at: ago('days', 31) })
    .execute()
  // One that we didn't end yet keeps its event, without which it could never be sent.
  await forgetExpired(db)
  expect(await events()).toHaveLength(2)
  const kept = await db.selectFrom('webhook_events').select('no').execute()
  expect(kept.map((each) => each.no)).toEqual(
    expect.arrayContaining([first?.event_no, second?.event_no]),
  )
  // An attempt that is under way ends first.
  await until('the end of the first one', async () => {
    await endExpired(db)
    return (await events()).length === 1
  })
  await forgetExpired(db)
  const left = await events()
  expect(left.map((each) => [each.event_no, each.next_at !== null])).toEqual([
    [second?.event_no, true],
  ])
  answer = () => 200
  await until('the second event', () => names().at(-1) === 'second')
})

test('skips events while an operator keeps an endpoint disabled', async () => {
  const { no, names } = await add()
  await change(no, { enabled: false })
  await addMember(staff.edge, 'unseen')
  await change(no, { enabled: true })
  await addMember(staff.edge, 'seen')
  await until('the event', () => names().length > 0)
  expect(names()).toEqual(['seen'])
})

test('begins a new streak with a failure after quiet days', async () => {
  const { no, names } = await add()
  await age(no, 30)
  answer = () => 500
  await addMember(staff.edge, 'quiet')
  await until('some attempts', () => names().length > 2)
  const { enabled, failing_since: since } = await read(no)
  expect(enabled).toBe(true)
  expect(Number(since)).toBeGreaterThan(Date.now() - 86_400_000)
})

test('writes the endpoint’s row once an hour during a streak of failures', async () => {
  const { no, names } = await add()
  const versionOf = async () =>
    (
      await sql<{
        v: string
      }>`select xmin::text as v from webhook_endpoints where no = ${no}`.execute(staff.edge.db)
    ).rows[0]?.v
  answer = () => 500
  await addMember(staff.edge, 'often')
  await failing(no)
  const [version, tried] = [await versionOf(), names().length]
  await until('more attempts', () => names().length > tried + 2)
  expect(await versionOf()).toBe(version)
  await age(no, 2)
  await until('the next hour', async () => !(await read(no)).enabled)
})

test('ends a streak on a success, even if a simultaneous request began it', async () => {
  const { no, names } = await add()
  const [both, failed, succeeded] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const arrived = new Set<string>()
  answer = async (name) => {
    const isFirst = !arrived.has(name)
    arrived.add(name)
    if (arrived.size === 2) both?.resolve()
    await both?.promise
    if (name === 'good') await failed?.promise
    else if (!isFirst) await succeeded?.promise
    return name === 'good' || !isFirst ? 200 : 500
  }
  await Promise.all(['good', 'bad'].map((name) => addMember(staff.edge, name)))
  await failing(no)
  failed?.resolve()
  await until('the success', async () => (await read(no)).failing_since === null)
  succeeded?.resolve()
  await until('the rest', () => names().length === 3)
  expect((await read(no)).enabled).toBe(true)
})

test('clears the failures when the URL changes', async () => {
  const { no } = await add()
  await age(no, 1)
  await change(no, { description: 'New name' })
  expect((await read(no)).failing_since).not.toBeNull()
  await change(no, { url: `${receiver.url}?new` })
  expect((await read(no)).failing_since).toBeNull()
})

test('uses the database’s clock when ours is wrong', async () => {
  const { no, names } = await add()
  answer = () => 500
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 86_400_000 })
  await addMember(staff.edge, 'clock')
  await until('some attempts', () => names().length > 2)
  const { state } = await staff.edge.db
    .selectFrom('webhook_deliveries')
    .select('state')
    .where('endpoint_no', '=', no)
    .executeTakeFirstOrThrow()
  expect(state).toBe('pending')
  expect((await read(no)).enabled).toBe(true)
})
