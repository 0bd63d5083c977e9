import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { lockLanes, reopen } from '../../../src/server/webhooks/lanes.ts'
import {
  bringForward,
  endAttempt,
  leaseDeliveries,
  renewLease,
} from '../../../src/server/webhooks/lease.ts'
import { openReceiver, type Receiver } from '../../api/support/webhook-receiver.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openPostgresProxy } from '../../support/wire/tcp-proxy.ts'
import { addEndpoint, openSenders, queueFor, QUICK } from './senders.ts'

// Two processes send webhooks, and one of them is killed, frozen, or cut off from the database.

const AT_ONCE = 8
/** Without a pace of its own, a sender has that of the product. */
const AS_IN_PRODUCTION = {}

let database: TestDatabase
let receiver: Receiver
let senders: ReturnType<typeof openSenders>
/** Requests under way, and the most there were. */
let [open, most] = [0, 0]
/** The status of an answer, by the event and the number of requests with it so far. */
let answer: (event: number, copy: number) => number | Promise<number>
let arrived: number[] = []

const Event = z.object({ sequence: z.number() })

beforeAll(async () => {
  database = await createTestDatabase()
  senders = openSenders(database)
  receiver = await openReceiver(async ({ body }, response) => {
    const { sequence } = Event.parse(JSON.parse(body))
    arrived.push(sequence)
    most = Math.max(most, ++open)
    response.on('close', () => (open -= 1))
    const copy = arrived.filter((each) => each === sequence).length
    response.writeHead(await answer(sequence, copy)).end()
  })
})
beforeEach(async () => {
  ;[open, most, arrived, answer] = [0, 0, [], () => 200]
  await database.db.deleteFrom('webhook_endpoints').execute()
  await database.db.deleteFrom('webhook_deliveries').execute()
  await database.db.deleteFrom('webhook_events').execute()
})
afterEach(() => senders.killAll())
afterAll(async () => {
  await receiver.close()
  await database.close()
})

const never = new Promise<never>(() => {})

const read = (endpoint: number) =>
  database.db
    .selectFrom('webhook_deliveries')
    .select(['event_no', 'state', 'attempts', 'leased_until', 'failure'])
    .where('endpoint_no', '=', endpoint)
    .orderBy('event_no')
    .execute()

const allDelivered = (endpoint: number) =>
  until('the deliveries', async () =>
    (await read(endpoint)).every(({ state }) => state === 'delivered'),
  )

const failingSince = async (endpoint: number) => {
  const row = await database.db
    .selectFrom('webhook_endpoints')
    .select('failing_since')
    .where('no', '=', endpoint)
    .executeTakeFirstOrThrow()
  return row.failing_since
}

const members = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
/** An address that has to be looked up. */
const named = () => receiver.url.replace('127.0.0.1', 'localhost')

test('leases at most eight deliveries to an endpoint, however many ask at once', async () => {
  const { no } = await addEndpoint(database, receiver.url)
  await queueFor(database, no, members(100))
  const room = { atOnce: AT_ONCE, own: [], takeOver: true }
  for (let round = 0; round < 20; round++) {
    const asking = members(6).map(() => leaseDeliveries(database.db, no, room, 60_000))
    const leased = (await Promise.all(asking)).flat()
    expect(leased).toHaveLength(AT_ONCE)
    await database.db
      .updateTable('webhook_deliveries')
      .set({ leased_until: null, next_at: new Date(0) })
      .where('endpoint_no', '=', no)
      .execute()
  }
})

test('an old attempt changes nothing about the first one after a replay', async () => {
  const { no } = await addEndpoint(database, receiver.url)
  await queueFor(database, no, [1])
  const { db } = database
  const room = { atOnce: AT_ONCE, own: [], takeOver: true }
  const leaseOne = async (leaseMs: number) => {
    const [leased] = await leaseDeliveries(db, no, room, leaseMs)
    if (!leased) throw new Error('nothing is due')
    return leased
  }
  const fine = { state: 'delivered', status: 200, answer: '', failure: '', retryMs: 0 } as const
  const old = await leaseOne(0)
  expect(await endAttempt(db, await leaseOne(60_000), fine)).toBe(true)
  await db.transaction().execute(async (tx) => {
    await lockLanes(tx)
    expect(await reopen(tx, no, [old.event])).toBe(1)
  })
  const replay = await leaseOne(60_000)
  expect(replay.attempt).toBe(old.attempt)
  expect(await renewLease(db, old, 60_000)).toBe(false)
  expect(await endAttempt(db, old, { ...fine, state: 'failed' })).toBe(false)
  expect(await renewLease(db, replay, 60_000)).toBe(true)
  expect(await endAttempt(db, replay, fine)).toBe(true)
})

test.runIf(isLong)(
  'sends after the database’s clock was set back, and a process was killed before',
  async () => {
    const { no } = await addEndpoint(database, receiver.url)
    await queueFor(database, no, members(12))
    const { db } = database
    const room = { atOnce: AT_ONCE, own: [], takeOver: true }
    expect(await leaseDeliveries(db, no, room, 3_000)).toHaveLength(AT_ONCE)
    // The rest failed once.
    await sql`update webhook_deliveries set attempts = 1, next_at = next_at + interval '5 minutes',
    leased_until = leased_until + interval '5 minutes'`.execute(db)
    await senders.start(QUICK)
    await allDelivered(no)
    expect(arrived).toHaveLength(12)
  },
)

test('leaves a lease from before the clock was set back to a process that renews it', async () => {
  const { no } = await addEndpoint(database, receiver.url)
  await queueFor(database, no, [1])
  const { db } = database
  const room = { atOnce: AT_ONCE, own: [], takeOver: true }
  const [leased] = await leaseDeliveries(db, no, room, 60_000)
  if (!leased) throw new Error('nothing is due')
  await sql`update webhook_deliveries set next_at = next_at + interval '5 minutes',
    leased_until = leased_until + interval '5 minutes'`.execute(db)
  await bringForward(db, { firstSeconds: 5, longestSeconds: 60 }, 60_000)
  expect(await leaseDeliveries(db, no, room, 60_000)).toEqual([])
  expect(await renewLease(db, leased, 60_000)).toBe(true)
})

test.runIf(isLong)('sends eight requests at once, with two processes', async () => {
  const { no } = await addEndpoint(database, receiver.url)
  await Promise.all([senders.start(QUICK), senders.start(QUICK)])
  let full = Promise.withResolvers<number>()
  answer = () => {
    const { promise, resolve } = full
    // Eight leave together. The last ones don't find seven others.
    if (open >= AT_ONCE || arrived.length > 150 - AT_ONCE) {
      resolve(200)
      full = Promise.withResolvers()
    }
    return promise
  }
  await queueFor(database, no, members(150))
  await allDelivered(no)
  expect(most).toBe(AT_ONCE)
  expect(arrived).toHaveLength(150)
})

test.runIf(isLong)('sends what a killed process had under way within ten seconds', async () => {
  const { no } = await addEndpoint(database, receiver.url)
  answer = (_event, copy) => (copy === 1 ? never : 200)
  await queueFor(database, no, members(AT_ONCE))
  const { process: killed } = await senders.start(AS_IN_PRODUCTION)
  await until('its requests', () => arrived.length === AT_ONCE)
  await senders.start(AS_IN_PRODUCTION)
  killed.kill('SIGKILL')
  const from = performance.now()
  await allDelivered(no)
  const tookMs = performance.now() - from
  expect(arrived).toHaveLength(2 * AT_ONCE)
  // The machine may be busy. With leases for 30 seconds and no renewals, it would be 30.
  expect(tookMs).toBeLessThan(20_000)
  console.info(`taken over after ${Math.round(tookMs)} ms`)
})

test.runIf(isLong)(
  'a frozen process changes nothing about what another one took over',
  async () => {
    const { no } = await addEndpoint(database, receiver.url)
    const thawed = Promise.withResolvers<number>()
    answer = (_event, copy) => (copy === 1 && arrived.length === 1 ? thawed.promise : 200)
    await queueFor(database, no, [1, 1])
    const { process: frozen, said } = await senders.start(QUICK)
    await until('its request', () => arrived.length === 1)
    frozen.kill('SIGSTOP')
    await senders.start(QUICK)
    await allDelivered(no)
    thawed.resolve(500)
    frozen.kill('SIGCONT')
    await until('it to notice', () => said().includes('another process has taken'))
    const [first = 0, second = 0] = new Set(arrived)
    expect(arrived).toEqual([first, first, second])
    const rows = await read(no)
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['delivered', 2],
      ['delivered', 1],
    ])
    expect(await failingSince(no)).toBeNull()
  },
)

test.runIf(isLong)(
  'a process that was frozen before it sent an event doesn’t send it late',
  async () => {
    const { no } = await addEndpoint(database, named())
    await queueFor(database, no, [1, 1])
    const { process: frozen, said } = await senders.start(QUICK, { held: true })
    await until('it to look up the host', () => said().includes('looks up a host'))
    frozen.kill('SIGSTOP')
    await senders.start(QUICK)
    await allDelivered(no)
    frozen.stdin?.write('go\n')
    frozen.kill('SIGCONT')
    await until('it to notice', () => said().includes('another process has taken'))
    const [first = 0, second = 0] = new Set(arrived)
    expect(arrived).toEqual([first, second])
  },
)

test.runIf(isLong)(
  'sends an event once, though the database fails for longer than the lease',
  async () => {
    const { no } = await addEndpoint(database, receiver.url)
    const proxy = await openPostgresProxy(database.urlOfPart('worker'))
    const url = proxy.urlOf(database.urlOfPart('worker'))
    const done = Promise.withResolvers<number>()
    answer = () => done.promise
    await queueFor(database, no, [1, 1])
    const [one, other] = await Promise.all([
      senders.start(QUICK, { url }),
      senders.start(QUICK, { url }),
    ])
    await until('the request', () => arrived.length === 1)
    proxy.setRefusing(true)
    proxy.cut()
    done.resolve(200)
    await until('the lease to run out', async () => {
      const [row] = await read(no)
      return row?.leased_until && row.leased_until.getTime() < Date.now()
    })
    await until('both to notice', () =>
      [one, other].every(({ said }) => said().includes('"worker":"webhooks"')),
    )
    proxy.setRefusing(false)
    await allDelivered(no)
    expect(new Set(arrived).size).toBe(2)
    expect(arrived).toHaveLength(2)
    expect((await read(no)).map(({ attempts }) => attempts)).toEqual([1, 1])
    await proxy.stop()
  },
)

test.runIf(isLong)('keeps the leases of requests that hang, and serves others', async () => {
  const { no } = await addEndpoint(database, receiver.url)
  const fine = await addEndpoint(database, `${receiver.url}?fine`)
  await queueFor(database, no, members(AT_ONCE + 1))
  const hung = (await read(no)).map(({ event_no: event }) => Number(event))
  answer = (event) => (hung.includes(event) ? never : 200)
  await Promise.all([senders.start(QUICK), senders.start(QUICK)])
  await until('the requests', () => arrived.length === AT_ONCE)
  await queueFor(database, fine.no, members(20))
  await allDelivered(fine.no)
  await until('a failure', async () => (await read(no)).some(({ failure }) => failure !== ''))
  const others = (await read(no)).filter(({ failure }) => failure === '')
  expect(others.filter(({ attempts }) => attempts > 1)).toEqual([])
  expect(open).toBeLessThanOrEqual(AT_ONCE)
})
