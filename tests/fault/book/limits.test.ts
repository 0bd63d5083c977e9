import pino from 'pino'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '../../../src/domain/ledger/command.ts'
import { callHook, type BatchHook } from '../../../src/server/book/batch-hook.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import {
  DatabaseRefuses,
  DoneElsewhere,
  newSubmissionId,
} from '../../../src/server/book/submission.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { z } from 'zod'
import { testHooks } from '../../support/book-acts.ts'
import { isLong } from '../../support/scale.ts'

const log = pino({ level: 'silent' })
const by = { system: 'test' }
const command: Command = { kind: 'register', sponsor: 1 }
const slow: BatchHook<null> = {
  name: 'slow',
  input: z.null(),
  fits: () => true,
  async write(tx, items) {
    await sql`select pg_sleep(0.0005 * ${items.length})`.execute(tx)
  },
}
const late: BatchHook<boolean> = {
  name: 'late',
  input: z.boolean(),
  fits: () => true,
  write(_tx, items) {
    const isLate = items.some(({ input }) => input)
    return isLate ? Promise.reject(new DoneElsewhere('someone else was faster')) : Promise.resolve()
  },
}
let limitsSeen: unknown[] = []
const looking: BatchHook<null> = {
  name: 'looking',
  input: z.null(),
  fits: () => true,
  async write(tx) {
    const { rows } = await sql`
      select current_setting('lock_timeout') as lock,
        current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('transaction_timeout') as transaction
    `.execute(tx)
    limitsSeen.push(...rows)
  },
}
const bug: BatchHook<null> = {
  name: 'bug',
  input: z.null(),
  fits: () => true,
  write: () => Promise.reject(new Error('a bug of this hook')),
}
const loose: BatchHook<unknown> = {
  name: 'loose',
  input: z.looseObject({}),
  fits: () => true,
}
const hooks = testHooks(slow, late, looking, bug, loose)
let database: TestDatabase
let book: Book

beforeEach(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log, hooks })
})
afterEach(async () => {
  vi.useRealTimers()
  await book.close()
  await database.close()
})

const countCommands = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int4 as count from commands',
  )
  return rows[0]?.count ?? 0
}

test('splits a batch that is too slow for the statement limit', async () => {
  const limits = { statementMs: 300 }
  const hasty = await openBook({ ...database, log, limits, hooks })
  // At half a millisecond per command, 1,000 commands exceed the limit.
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => hasty.submit({ command, by, hook: callHook(slow, null) })),
  )
  expect(answers.filter(({ accepted }) => !accepted)).toEqual([])
  expect(await countCommands()).toBe(1_001)
  await hasty.close()
})

const fillDisk = () =>
  database.pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise 'could not extend file' using errcode = '53100'; end $$;
    create trigger refuse before insert on commands execute function refuse()`)
const emptyDisk = () => database.pool.query('drop function refuse cascade')

test('explains that the database can’t write, and continues once it can', async () => {
  await fillDisk()
  const submit = (timeLeftMs: number) =>
    book.submit({ command, by, timeLeftMs }).catch((error: unknown) => error)
  const first = submit(4_000)
  await expect.poll(() => book.status().isRefusing).toBe(true)
  // It waits behind the batch that is tried again and again.
  expect(await submit(500)).toBeInstanceOf(DatabaseRefuses)
  // Its patience may end within a try.
  expect(await first).toHaveProperty('name', expect.stringMatching(/DatabaseRefuses|Unknown/))
  await emptyDisk()
  expect(await book.submit({ command, by })).toMatchObject({ accepted: true })
  expect(book.status().isRefusing).toBe(false)
  expect(await countCommands()).toBe(2)
})

test.runIf(isLong)(
  'answers within eight seconds while another process holds the lock',
  async () => {
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('lock table batch_lock in exclusive mode')
    const asked = performance.now()
    const first = book.submit({ command, by }).catch((error: unknown) => error)
    const second = book.submit({ command, by }).catch((error: unknown) => error)
    expect(await first).toHaveProperty('name', 'BookUnavailable')
    expect(await second).toHaveProperty('name', 'BookUnavailable')
    // Neither waited for the other's turn to end.
    expect(performance.now() - asked).toBeLessThan(15_000)
    await holder.query('rollback')
    holder.release()
    // A command that we reported as not done must not be done later either.
    expect((await book.submit({ command, by })).accepted).toBe(true)
    expect(await countCommands()).toBe(2)
  },
)

test('forgets the key of a command that it refuses to take', async () => {
  const hook = callHook(loose, { authority: { session: '1', operator: 'ann' } })
  const submission = { command, by: { operator: 'bo' }, hook }
  const key = { scope: 'test', key: 'stolen', inputHash: 'stolen' }
  const ask = () => book.submit({ ...submission, key })
  await expect(ask()).rejects.toThrow('the session of another operator')
  await expect(ask()).rejects.toThrow('the session of another operator')
})

test('ends the session of a process frozen inside its batch', async () => {
  const frozen = await database.pool.connect()
  frozen.on('error', () => {})
  await frozen.query('begin')
  await frozen.query('select * from lock_book(0, 2000, 5000, 300, 20000)')
  expect((await book.submit({ command, by })).accepted).toBe(true)
  await expect(frozen.query('commit')).rejects.toThrow(/terminat|idle|not queryable/i)
  frozen.release(true)
})

test('limits each batch in the database, between statements too', async () => {
  limitsSeen = []
  const look = { command, by, hook: callHook(looking, null) }
  expect((await book.submit(look)).accepted).toBe(true)
  const limits = {
    lockMs: 900,
    rowLockMs: 1_100,
    statementMs: 1_200,
    idleMs: 1_300,
    transactionMs: 1_400,
  }
  const own = await openBook({ ...database, log, limits, hooks })
  expect((await own.submit(look)).accepted).toBe(true)
  await own.close()
  expect(limitsSeen).toEqual([
    { lock: '200ms', statement: '5s', idle: '10s', transaction: '20s' },
    { lock: '1100ms', statement: '1200ms', idle: '1300ms', transaction: '1400ms' },
  ])
})

test('ignores the clock of a process that is one day ahead', async () => {
  const told: unknown[] = []
  const noisy = pino({ level: 'error' }, { write: (line) => void told.push(JSON.parse(line)) })
  const before = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: before + 25 * 3_600_000 })
  const ahead = await openBook({ ...database, log: noisy })
  const result = await ahead.submit({ command, by })
  vi.useRealTimers()
  await ahead.close()
  if (!result.accepted || result.replayed) throw new Error('not accepted')
  expect(result.done.at).toBeLessThan(Date.now() + 1_000)
  expect(result.done.at).toBeGreaterThan(before - 1_000)
  expect(told).toMatchObject([{ msg: 'clocks differ: the database clock decides' }])
})

test('doesn’t reload the book when another worker was faster', async () => {
  let reloads = 0
  book.onReloaded(() => reloads++)
  const answers = await Promise.allSettled([
    book.submit({ command, by, hook: callHook(late, false) }),
    book.submit({ command, by, hook: callHook(late, true) }),
    book.submit({ command, by, hook: callHook(bug, null) }),
    book.submit({ command, by }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  const second = answers[1]
  expect(second?.status === 'rejected' && second.reason).toBeInstanceOf(DoneElsewhere)
  expect(reloads).toBe(0)
  expect(await countCommands()).toBe(3)
})

test('acts once per submission id, in any process and batch', async () => {
  const other = await openBook({ ...database, log })
  const id = newSubmissionId()
  const [first, second] = await Promise.allSettled([
    book.submit({ id, command, by }),
    book.submit({ id, command, by }),
  ])
  expect(first).toMatchObject({ value: { accepted: true, replayed: false } })
  expect(second).toMatchObject({ reason: { name: 'KeyInProgress' } })
  expect(await other.submit({ id, command, by })).toEqual({
    accepted: true,
    replayed: true,
    first: null,
  })
  await other.close()
  expect(await countCommands()).toBe(2)
})
