import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isConnectionLost } from '../../src/db/errors.ts'
import { pipelined } from '../../src/db/pipelined.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import type { Tx } from '../../src/db/types.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openPostgresProxy, type TcpProxy } from '../support/tcp-proxy.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table steps (no serial primary key, step text unique)')
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('delete from steps'))

const note = (tx: Tx, step: string) => sql`insert into steps (step) values (${step})`.execute(tx)

const readSteps = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ step: string }>('select step from steps order by no')
  return rows.map(({ step }) => step)
}

/** The answers to what was just sent arrive together, as at a busy process. */
const answerTogether = (): void =>
  void setImmediate(() => {
    const untilMs = performance.now() + 50
    while (performance.now() < untilMs);
  })

test('tells which part failed first, however deep it is', async () => {
  const nest = async (depth: number, tx: Tx): Promise<void> => {
    if (depth > 0) return await nest(depth - 1, tx)
    await sql`select 1 / 0`.execute(tx)
  }
  const failing = pipelined(database.pool, async (tx) => {
    await note(tx, 'before')
    answerTogether()
    await Promise.all([nest(20, tx), note(tx, 'shallow')])
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})

const planned = (tx: Tx, step: string) =>
  sql`insert into steps (step) values (${step}) returning *`.execute(tx)

async function recover(tx: Tx): Promise<void> {
  await sql`savepoint before`.execute(tx)
  await expect(sql`select 1 / 0`.execute(tx)).rejects.toThrow('division by zero')
  await sql`rollback to savepoint before`.execute(tx)
}

test('continues after a rollback to a savepoint, and reports what fails later', async () => {
  await pipelined(database.pool, async (tx) => {
    await recover(tx)
    await note(tx, 'kept')
  })
  const failing = pipelined(database.pool, async (tx) => {
    await recover(tx)
    await note(tx, 'kept')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await readSteps()).toEqual(['kept'])
})

test('repeats no statement outside of a transaction that has rolled back', async () => {
  const pool = openPool({ connectionString: database.url, name: 'one', maxConnections: 1 })
  await pipelined(pool, (tx) => planned(tx, 'planned'))
  await database.pool.query('alter table steps add column added text')
  let writing: Promise<unknown> = Promise.resolve()
  const failing = pipelined(pool, async (tx) => {
    await sql`select`.execute(tx)
    writing = planned(tx, 'late')
    writing.catch(() => {})
    // Until it is sent.
    for (let i = 0; i < 100; i++) await Promise.resolve()
    answerTogether()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await expect(writing).rejects.toMatchObject({ code: '0A000' })
  expect(await readSteps()).toEqual(['planned'])
  await pool.end()
})

test('runs nothing after the end of an ordinary transaction', async () => {
  const proxy = await openPostgresProxy(database.url)
  const pool = openPool({ connectionString: proxy.urlOf(database.url), name: 'far' })
  proxy.setDelayMs(20)
  let late: Promise<unknown> = Promise.resolve()
  const failing = openKysely(pool)
    .transaction()
    .execute(async (tx) => {
      const { promise: go, resolve } = Promise.withResolvers<void>()
      late = go.then(() => note(tx, 'late'))
      late.catch(() => {})
      await sql`select 1 / 0`.execute(tx).finally(() => setImmediate(resolve))
    })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await expect(late).rejects.toThrow('the transaction of this statement is over')
  expect(await readSteps()).toEqual([])
  await pool.end()
  await proxy.stop()
})

const breaks = {
  silence: { begin: (proxy: TcpProxy) => proxy.setBlackhole(true), answerTimeoutMs: 300 },
  cut: { begin: (proxy: TcpProxy) => proxy.cut(), answerTimeoutMs: 60_000 },
}

test.each(Object.entries(breaks))(
  'fails every statement on the way after a %s, and discards the connection',
  async (name, { begin, answerTimeoutMs }) => {
    const proxy = await openPostgresProxy(database.url)
    const connectionString = proxy.urlOf(database.url)
    const pool = openPool({ connectionString, name, answerTimeoutMs })
    let ends: PromiseSettledResult<unknown>[] = []
    const broken = pipelined(pool, async (tx) => {
      await note(tx, 'before')
      begin(proxy)
      ends = await Promise.allSettled([note(tx, 'one'), note(tx, 'two'), note(tx, 'three')])
    })
    await expect(broken).rejects.toSatisfy(isConnectionLost)
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(pool.totalCount).toBe(0)
    await pool.end()
    await proxy.stop()
    expect(await readSteps()).toEqual([])
  },
)
