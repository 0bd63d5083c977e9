import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { openPostgresProxy, type CommitCut, type TcpProxy } from '../support/wire/tcp-proxy.ts'

let database: TestDatabase
let proxy: TcpProxy
beforeEach(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table notes (n int)')
  proxy = await openPostgresProxy(database.url)
})
afterEach(async () => {
  await proxy.stop()
  await database.close()
})

// The code's three ways to commit: the driver's text, the query builder's, and a prepared one.
const commits = { plain: 'commit', prepared: { name: 'c', text: 'commit' } }

// The query builder rolls back after any error, and reports that second failure instead.
const lost = /ECONNRESET|terminated|closed|not queryable/

async function loseCommit(when: CommitCut, commit: keyof typeof commits): Promise<number> {
  const pool = openPool({ connectionString: proxy.urlOf(database.url), name: 'cut' })
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into notes values (1)')
  proxy.cutAtCommit(when)
  await expect(client.query(commits[commit])).rejects.toThrow(lost)
  client.release(true)
  await pool.end()
  expect(proxy.commitsCut()).toBe(1)
  return countNotes()
}

async function countNotes(): Promise<number> {
  const { rows } = await database.pool.query<{ n: bigint }>('select count(*) as n from notes')
  return Number(rows[0]?.n)
}

test.each(['plain', 'prepared'] as const)(
  'doesn’t commit when cut before COMMIT (%s)',
  async (kind) => {
    expect(await loseCommit('before', kind)).toBe(0)
  },
)

test.each(['plain', 'prepared'] as const)('commits when cut after COMMIT (%s)', async (kind) => {
  expect(await loseCommit('after', kind)).toBe(1)
})

test('also cuts transactions of the query builder', async () => {
  const db = openKysely(openPool({ connectionString: proxy.urlOf(database.url), name: 'cut' }))
  proxy.cutAtCommit('after')
  const insert = db.transaction().execute((tx) => sql`insert into notes values (${7})`.execute(tx))
  await expect(insert).rejects.toThrow(lost)
  expect(await countNotes()).toBe(1)
  await db.destroy()
})

test('recovers a pool that lost its connections', async () => {
  const broken: Error[] = []
  const pool = openPool({
    connectionString: proxy.urlOf(database.url),
    name: 'survivor',
    onError: (error) => broken.push(error),
  })
  const held = await pool.connect()
  await pool.query('select 1')
  proxy.cut()
  await until('both clients told of the cut', () => broken.length >= 2)
  held.release(true)
  expect((await pool.query('select 2::int8 as n')).rows).toEqual([{ n: 2n }])
  await pool.end()
})
