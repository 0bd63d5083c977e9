import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
import { openFeed } from '../../src/server/events/feed.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'
import { openPostgresProxy } from '../support/wire/tcp-proxy.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test.runIf(isLong)(
  'closes the connection that listens while a silent server owes it an answer',
  async () => {
    const proxy = await openPostgresProxy(database.url)
    const pool = openPool({ connectionString: proxy.urlOf(database.url), name: 'listens' })
    let asked = 0
    pool.on('connect', (client) => {
      const query = client.query.bind(client)
      const counting = (text: string, ...rest: never[]) => {
        if (text === 'select') asked += 1
        return query(text, ...rest)
      }
      Object.assign(client, { query: counting })
    })
    const beatMs = 2_000
    const feed = openFeed(pool, () => {}, undefined, beatMs)
    await feed.subscribe(1, () => {}).listening
    proxy.setBlackhole(true)
    const before = asked
    await until('a question without an answer', () => asked > before)
    expect(proxy.connections()).toBe(1)
    await feed.stop()
    await pool.end()
    await until('the connection closed', () => proxy.connections() === 0, { deadlineMs: 5_000 })
    await proxy.stop()
  },
)
