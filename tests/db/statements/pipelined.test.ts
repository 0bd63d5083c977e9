import { sql } from 'kysely'
import type { Client, PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { compileOnce, type Given } from '../../../src/db/compiled.ts'
import { isConnectionLost, RolledBack, TransactionOver } from '../../../src/db/errors.ts'
import { pipelined } from '../../../src/db/connection/pipelined.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { Tx } from '../../../src/db/types.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openPostgresProxy, type TcpProxy } from '../../support/wire/tcp-proxy.ts'

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

const noteCompiled = compileOnce((db, { step }: Given<{ step: string }>) =>
  db.selectNoFrom(sql<string>`note_step(${step})`.as('noted')),
)

test('runs statements of all kinds in the order of their calls, in one transaction', async () => {
  await database.pool.query(`create function note_step(step text) returns text language sql
    begin atomic insert into steps (step) values (note_step.step) returning steps.step; end`)
  await pipelined(database.pool, async (tx) => {
    const noted = [
      note(tx, 'raw'),
      tx.selectNoFrom(sql<string>`note_step('built')`.as('noted')).execute(),
      noteCompiled.rows(tx, { step: 'compiled' }),
      note(tx, 'raw again'),
      noteCompiled.rows(tx, { step: 'compiled again' }),
    ]
    await Promise.all(noted)
    expect(await readSteps()).toEqual([])
  })
  expect(await readSteps()).toEqual(['raw', 'built', 'compiled', 'raw again', 'compiled again'])
})

test('runs a statement after those that were called a moment before', async () => {
  for (let turns = 0; turns < 30; turns++) {
    await database.pool.query('delete from steps')
    await pipelined(database.pool, async (tx) => {
      const first = tx.selectNoFrom(sql<string>`note_step('first')`.as('noted')).execute()
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      await Promise.all([first, note(tx, 'second')])
    })
    expect(await readSteps()).toEqual(['first', 'second'])
  }
})

test('undoes everything when a part fails, whatever other parts do later', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const failing = pipelined(database.pool, async (tx) => {
    const { promise: go, resolve } = Promise.withResolvers<void>()
    late = go.then(() => note(tx, 'late'))
    late.catch(() => {})
    await Promise.all([
      note(tx, 'before'),
      sql`select 1 / 0`.execute(tx).finally(() => setImmediate(resolve)),
      note(tx, 'after'),
    ])
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await expect(late).rejects.toBeInstanceOf(TransactionOver)
  expect(await readSteps()).toEqual([])
})

test('doesn’t commit after a failure that nobody noticed', async () => {
  const swallowed = pipelined(database.pool, async (tx) => {
    await Promise.allSettled([note(tx, 'one'), sql`select 1 / 0`.execute(tx)])
  })
  await expect(swallowed).rejects.toBeInstanceOf(RolledBack)
  expect(await readSteps()).toEqual([])
})

test('writes nothing where it couldn’t begin', async () => {
  const proxy = await openPostgresProxy(database.url)
  const pool = openPool({ connectionString: proxy.urlOf(database.url), name: 'cut' })
  await pool.query('select')
  // The pool's only connection breaks, but hasn't noticed it yet.
  proxy.cut()
  await expect(pipelined(pool, (tx) => note(tx, 'lost'))).rejects.toThrow(Error)
  expect(await readSteps()).toEqual([])
  // The next transaction gets another connection.
  await pipelined(pool, (tx) => note(tx, 'next'))
  expect(await readSteps()).toEqual(['next'])
  await pool.end()
  await proxy.stop()
})

test('lets the database release the lock of a failed transaction at once', async () => {
  const pool = openPool({ connectionString: database.url, name: 'one', maxConnections: 1 })
  const taken = pipelined(pool, async (tx) => {
    await sql`select pg_advisory_xact_lock(7)`.execute(tx)
    throw new Error('no')
  })
  await expect(taken).rejects.toThrow('no')
  const { rows } = await database.pool.query('select pg_try_advisory_lock(7) as free')
  expect(rows).toEqual([{ free: true }])
  await pool.end()
})

/** Passes an answer on later than code that waits for it directly. */
const passOn = async <T>(depth: number, work: () => Promise<T>): Promise<T> =>
  depth === 0 ? await work() : await passOn(depth - 1, work)

/** Runs statements of which one fails, and lets all their answers arrive in one packet. */
async function failInOnePacket(parts: (tx: Tx) => Promise<unknown>[]): Promise<void> {
  const pool = openPool({ connectionString: database.url, name: 'in one packet' })
  const connected = Promise.withResolvers<PoolClient>()
  pool.on('connect', connected.resolve)
  await pipelined(pool, async (tx) => {
    const { connection } = (await connected.promise) as Client
    await note(tx, 'one')
    connection.stream.pause()
    const answers = Promise.all([...parts(tx), sql`select 'last'`.execute(tx)])
    answers.catch(() => {})
    await until('the last answer', async () => await isFailedAt(`select 'last'`))
    connection.stream.resume()
    await answers
  }).finally(() => pool.end())
}

/** Whether a session's last statement came after a failure. */
async function isFailedAt(text: string): Promise<true | null> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where state = 'idle in transaction (aborted)' and query = $1`,
    [text],
  )
  return rowCount === 1 ? true : null
}

test('throws the error that failed it, whichever part learns about its failure first', async () => {
  const failing = failInOnePacket((tx) => [passOn(9, () => note(tx, 'one'))])
  await expect(failing).rejects.toMatchObject({ code: '23505' })
})

async function refuseAfterOne(tx: Tx): Promise<void> {
  const found = await passOn(9, () => sql`select from steps`.execute(tx))
  if (found.rows.length === 1) throw new RangeError('done elsewhere')
}

test('prefers what a part finds in its answer to the failure of a later statement', async () => {
  const failing = failInOnePacket((tx) => [refuseAfterOne(tx), note(tx, 'one')])
  await expect(failing).rejects.toThrow('done elsewhere')
})

test('continues after a failure that a savepoint undoes', async () => {
  await pipelined(database.pool, async (tx) => {
    await note(tx, 'one')
    await sql`savepoint here`.execute(tx)
    await expect(note(tx, 'one')).rejects.toMatchObject({ code: '23505' })
    await sql`rollback to savepoint here`.execute(tx)
    await Promise.all([sql`release savepoint here`.execute(tx), note(tx, 'two')])
  })
  expect(await readSteps()).toEqual(['one', 'two'])
})

test.runIf(isLong)('waits for each answer as long as for the only one', async () => {
  const pool = openPool({ connectionString: database.url, name: 'slow', answerTimeoutMs: 1_000 })
  const slow = pipelined(pool, async (tx) => {
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.5)`.execute(tx)))
  })
  await slow
  const silent = pipelined(pool, async (tx) => {
    await Promise.all([sql`select`.execute(tx), sql`select pg_sleep(9)`.execute(tx)])
  })
  await expect(silent).rejects.toSatisfy(isConnectionLost)
  await pool.end()
})

test('answers all statements around a value that can’t be sent', async () => {
  const pool = openPool({ connectionString: database.url, name: 'unsendable', maxConnections: 1 })
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const bad = async (tx: Tx) => {
    const sent = [note(tx, 'one'), sql`select ${circular}::text`.execute(tx), note(tx, 'two')]
    const settled = await Promise.allSettled(sent)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await Promise.all(sent)
  }
  await expect(pipelined(pool, bad)).rejects.toBeInstanceOf(TypeError)
  const good = pipelined(pool, async (tx) => await sql`select ${'x'}::text as x`.execute(tx))
  await expect(good).resolves.toMatchObject({ rows: [{ x: 'x' }] })
  expect(await readSteps()).toEqual([])
  await pool.end()
})

test('settles every statement once when the server ends the session', async () => {
  const pool = openPool({ connectionString: database.url, name: 'ended', maxConnections: 1 })
  let settled: PromiseSettledResult<unknown>[] = []
  const ended = pipelined(pool, async (tx) => {
    // The server closes with unread statements, which can drop an answer on the way.
    await note(tx, 'one')
    const sent = [
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx),
      note(tx, 'two'),
      note(tx, 'three'),
    ]
    settled = await Promise.allSettled(sent)
    await Promise.all(sent)
  })
  await expect(ended).rejects.toThrow(Error)
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await readSteps()).toEqual([])
  await pipelined(pool, (tx) => note(tx, 'next'))
  expect(await readSteps()).toEqual(['next'])
  await pool.end()
})

const named = (tx: Tx, value: string) => sql`select ${value}::text as named_once`.execute(tx)

test('uses a connection again whose statements were named while they were ignored', async () => {
  const pool = openPool({ connectionString: database.url, name: 'again', maxConnections: 1 })
  const failing = pipelined(pool, async (tx) => {
    await Promise.all([sql`select 1 / 0`.execute(tx), named(tx, 'one'), named(tx, 'two')])
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const answers = await pipelined(pool, (tx) => Promise.all([named(tx, '3'), named(tx, '4')]))
  expect(answers.flatMap(({ rows }) => rows)).toEqual([{ named_once: '3' }, { named_once: '4' }])
  await pool.end()
})

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
