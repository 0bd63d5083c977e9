import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../../src/db/pool.ts'
import { openFeed } from '../../../src/server/events/feed.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'

// The connection through which a process hears what changed, when the database ends it.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

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
