import type { PoolClient } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { openFeed } from '../../../src/server/events/feed.ts'
import { CHANNEL, startPublisher } from '../../../src/server/events/publish.ts'
import { effectsOf, testHooks } from '../../support/book-acts.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { collect } from '../../support/memory.ts'
import { until } from '../../support/poll.ts'
import { openPostgresProxy } from '../../support/wire/tcp-proxy.ts'
import { isLong } from '../../support/scale.ts'

// The connection through which a process learns about changes, when the database ends it.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const fail = (error: unknown): void => {
  throw error
}

const openOne = () => {
  const pool = openPool({ connectionString: database.url, name: 'feed', maxConnections: 1 })
  onTestFinished(() => pool.end())
  return pool
}

test('ignores a late error after the stop', async () => {
  const pool = openOne()
  const errors: unknown[] = []
  const opened: PoolClient[] = []
  pool.on('acquire', (client) => opened.push(client))
  const feed = openFeed(pool, (error) => errors.push(error))
  await feed.subscribe(1, () => {}).listening
  await feed.stop()
  const late = new Error('terminating connection due to administrator command')
  opened.map((client) => client.emit('error', late))
  await feed.stop()
  expect([opened.length, errors]).toEqual([1, []])
})

test('listens again after a connection fails to listen, and closes that one', async () => {
  const pool = openOne()
  // Its only connection is in a failed transaction.
  pool.once('connect', (client: PoolClient) => {
    client.query('begin; select 1 / 0').catch(() => {})
  })
  const errors: unknown[] = []
  const feed = openFeed(pool, (error) => errors.push(error))
  let told = 0
  const { listening } = feed.subscribe(1, () => (told += 1))
  await listening
  // A member may have missed something, so their pages reload.
  await until('the second connection', () => told > 0)
  expect(errors).toHaveLength(1)
  await feed.stop()
})

test.each([CHANNEL, 'session_ended'])('survives what any role may send to %s', async (channel) => {
  const errors: unknown[] = []
  const feed = openFeed(openOne(), (error) => errors.push(error))
  onTestFinished(() => feed.stop())
  const heard: unknown[] = []
  feed.onSessionEnded((session) => heard.push(session))
  await feed.subscribe(1, (_seq, changed) => heard.push(...changed)).listening
  const wrong = ['x', '{', '-', '{"seq":1}', '{"seq":1,"changed":[[1,5]]}', '1/1 null']
  const right = channel === CHANNEL ? '{"seq":1,"changed":[[1,["wallet","more"]]]}' : '7'
  await database.pool.query('select pg_notify($1, text) from unnest($2::text[]) text', [
    channel,
    [...wrong, right],
  ])
  await until('the last notice', () => heard.length > 0)
  expect(heard).toEqual(channel === CHANNEL ? ['wallet'] : [7n])
  await until('a report of each', () => errors.length === wrong.length)
})

test('listens again after its connection has gone silent', async () => {
  const proxy = await openPostgresProxy(database.url)
  onTestFinished(() => proxy.stop())
  const connectionString = proxy.urlOf(database.url)
  const pool = openPool({
    connectionString,
    name: 'feed',
    maxConnections: 1,
    connectTimeoutMs: 500,
  })
  onTestFinished(() => pool.end())
  const errors: unknown[] = []
  const feed = openFeed(pool, (error) => errors.push(error), undefined, 100)
  let told = 0
  await feed.subscribe(1, () => (told += 1)).listening
  proxy.setBlackhole(true)
  await until('the silence to be noticed', () => errors.length > 0)
  proxy.setBlackhole(false)
  await expect.poll(() => told).toBeGreaterThan(0)
  await feed.stop()
})

test('publishes the last changes before the stop', async () => {
  const book = await openBook({
    ...database,
    log: pino({ level: 'silent' }),
    hooks: testHooks(),
  })
  onTestFinished(() => book.close())
  const feed = openFeed(openOne(), fail)
  onTestFinished(() => feed.stop())
  const heard: unknown[] = []
  await feed.subscribe(1, (_seq, changed) => heard.push(...changed)).listening
  const stopPublisher = startPublisher(book, database.db, fail)
  await effectsOf(book, { kind: 'register', sponsor: 1 })
  await stopPublisher()
  await until('the sponsor’s referral', () => heard.length > 0)
  expect(heard).toEqual(['network'])
})

test.runIf(isLong)('keeps nothing of earlier notices', async () => {
  const book = await openBook({ ...database, log: pino({ level: 'silent' }), hooks: testHooks() })
  onTestFinished(() => book.close())
  const pool = openPool({ connectionString: database.url, name: 'ended' })
  await pool.end()
  // What a notice ends with lives as long as the publisher keeps it.
  const ends: WeakRef<object>[] = []
  const stopPublisher = startPublisher(book, openKysely(pool), () => {
    const end = {}
    ends.push(new WeakRef(end))
    return end
  })
  onTestFinished(stopPublisher)
  for (const count of [1, 2, 3]) {
    await effectsOf(book, { kind: 'register', sponsor: 1 })
    await until('its notice', () => ends.length === count)
  }
  await until('the collection of the first ones', () => {
    collect()
    return ends.slice(0, 2).every((end) => end.deref() === undefined)
  })
  expect(ends).toHaveLength(3)
})
