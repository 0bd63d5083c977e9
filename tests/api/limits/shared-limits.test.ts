import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  noRateLimiter,
  startRateLimiter,
  type RateLimiter,
} from '../../../src/server/http/rate-limit.ts'
import { byAddress, keyText } from '../../../src/server/http/limit-key.ts'
import { rateLimits } from '../../../src/contract/fields/limits.ts'
import { Rejection } from '../../../src/contract/refusals/reject.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // Windows follow the clock of each process. Held still, it begins none in the middle of a test.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
  return database.close()
})

const fail = (error: unknown): void => {
  throw error
}

const isRefused = async (counted: Promise<void>): Promise<boolean> => {
  try {
    await counted
    return false
  } catch (error) {
    if (error instanceof Rejection && error.code === 'rate_limited') return true
    throw error
  }
}

test('counts a caller across processes, in the table and in memory', async () => {
  const [one, two] = [startRateLimiter(database.db, fail), startRateLimiter(database.db, fail)]
  const { most } = rateLimits.contact
  const refused = []
  for (let i = 0; i < most * 4; i++) {
    refused.push(await isRefused((i % 2 ? one : two).count('contact', byAddress('caller'))))
  }
  expect(refused.filter((each) => !each)).toHaveLength(most)

  for (const name of ['general', 'money', 'receipts', 'tokenRefresh'] as const) {
    const countIn = (limiter: RateLimiter) => isRefused(limiter.count(name, byAddress('reader')))
    const limit = rateLimits[name].most
    for (let i = 0; i < limit; i++) await countIn(one)
    // As many calls as it has to exchange, so that it learns of the others.
    for (let i = 1; i < limit / 10; i++) await countIn(two)
    // Too rarely to get near the limit by these calls alone.
    await until('the other process to know', () => countIn(two), { everyMs: 250 })
    expect(await isRefused(two.count(name, byAddress('someone else')))).toBe(false)
  }
  await Promise.all([one.stop(), two.stop()])
  expect(await isRefused(noRateLimiter.count('contact', byAddress('caller')))).toBe(false)
})

test('forgets those who called first when there are too many, not everyone', async () => {
  const limiter = startRateLimiter(database.db, fail)
  onTestFinished(() => limiter.stop())
  const count = (caller: string) => isRefused(limiter.count('money', byAddress(caller)))
  for (let i = 0; i < 99_999; i++) await count(`crowd ${i}`)
  for (let i = 0; i < rateLimits.money.most; i++) await count('busy')
  expect(await count('busy')).toBe(true)
  for (let i = 0; i < 1000; i++) await count(`later ${i}`)
  expect(await count('busy')).toBe(true)
  expect(await count('crowd 0')).toBe(false)
})

const register = (limiter: RateLimiter) =>
  isRefused(limiter.count('registration', byAddress('192.0.2.3')))

test.runIf(isLong)(
  'a process whose clock is ahead gives nobody more calls against a limit',
  async () => {
    const [one, two] = [startRateLimiter(database.db, fail), startRateLimiter(database.db, fail)]
    onTestFinished(async () => void (await Promise.all([one.stop(), two.stop()])))
    for (let i = 0; i < rateLimits.registration.most; i++) expect(await register(one)).toBe(false)
    const before = Date.now()
    vi.setSystemTime(before + 2 * 3_600_000)
    onTestFinished(() => void vi.setSystemTime(before))
    expect(await register(two)).toBe(true)
    // Each exchange deletes the windows that have ended.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => random.mockRestore())
    await database.pool.query(
      `insert into rate_limits (name, caller, window_start, count) values ('contact', 'old', 1, 1)`,
    )
    await until('the old window to be deleted', async () => (await countRows('old')) === 0)
    expect(await register(one)).toBe(true)
  },
)

const countRows = async (caller: string) => {
  const text = 'select from rate_limits where caller = $1'
  return (await database.pool.query(text, [caller])).rows.length
}

const countOf = async (caller: string) => {
  const { rows } = await database.pool.query<{ count: number }>(
    'select sum(count)::int as count from rate_limits where caller = $1',
    [keyText(byAddress(caller))],
  )
  return rows[0]?.count ?? 0
}

/** As few calls as other processes have to know of. */
const FEW = rateLimits.general.most / 10
const countMany = async (limiter: RateLimiter, address: string, calls: number) => {
  for (let i = 0; i < calls; i++) await limiter.count('general', byAddress(address))
}

test.runIf(isLong)('doesn’t write down callers who are far from their limit', async () => {
  const limiter = startRateLimiter(database.db, fail)
  await countMany(limiter, '192.0.2.1', FEW - 1)
  await countMany(limiter, '192.0.2.2', FEW)
  await until('the other count', async () => (await countOf('192.0.2.2')) === FEW)
  expect(await countOf('192.0.2.1')).toBe(0)
  await countMany(limiter, '192.0.2.1', 1)
  await until('the count', async () => (await countOf('192.0.2.1')) === FEW)
  await limiter.stop()
})

test.runIf(isLong)(
  'two processes that count the same callers never wait for each other',
  async () => {
    const failed: unknown[] = []
    const limiter = startRateLimiter(database.db, (error) => void failed.push(error))
    const [first, last] = ['2001:db8:1::', '2001:db8:2::']
    await countMany(limiter, last, FEW)
    await countMany(limiter, first, FEW)
    await until('both rows', async () => (await countOf(first)) === FEW)
    // Another process has counted the first caller, and the last one next.
    const other = await database.pool.connect()
    const touch = (caller: string) =>
      other.query('update rate_limits set count = count + 1 where caller = $1', [
        keyText(byAddress(caller)),
      ])
    await other.query('begin')
    await touch(first)
    await limiter.count('general', byAddress(last))
    await limiter.count('general', byAddress(first))
    await until('the limiter to wait', async () => {
      const { rows } = await database.pool.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
      return rows.length > 0
    })
    await touch(last)
    await other.query('commit')
    other.release()
    await until('an end', async () => failed.length > 0 || (await countOf(first)) === FEW + 2)
    await limiter.stop()
    expect(failed).toEqual([])
    expect(await countOf(last)).toBe(FEW + 2)
  },
)

test.runIf(isLong)('counts again what the database has not counted', async () => {
  const failed: unknown[] = []
  const limiter = startRateLimiter(database.db, (error) => void failed.push(error))
  await database.pool.query('alter table rate_limits rename to away')
  await countMany(limiter, '192.0.2.7', FEW)
  await until('a failure', () => failed.length > 0)
  await database.pool.query('alter table away rename to rate_limits')
  await until('the counts', async () => (await countOf('192.0.2.7')) > 0)
  await limiter.stop()
  expect(await countOf('192.0.2.7')).toBe(FEW)
})

test.runIf(isLong)(
  'exchanges the counts of all callers, however many are near their limit',
  async () => {
    const limiter = startRateLimiter(database.db, fail)
    const busy = Array.from({ length: 1_000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`)
    for (const address of busy) await countMany(limiter, address, FEW)
    await countMany(limiter, '192.0.2.9', FEW)
    await until('the counts of the last one', async () => {
      // All of the others keep calling.
      for (const address of busy) await countMany(limiter, address, 1)
      return (await countOf('192.0.2.9')) === FEW
    })
    await limiter.stop()
    expect(await countOf('192.0.2.9')).toBe(FEW)
  },
)

test.runIf(isLong)(
  'stops after the exchange in progress, however long the database didn’t answer',
  async () => {
    const failed: unknown[] = []
    // Several exchanges would begin in the time that one of them waits.
    const settings = { connectionString: database.url, name: 'limits', lockTimeoutMs: 3_000 }
    const pool = openPool(settings)
    const limiter = startRateLimiter(openKysely(pool), (error) => void failed.push(error))
    const other = await database.pool.connect()
    await other.query('begin; set local idle_in_transaction_session_timeout = 0')
    await other.query('lock table rate_limits')
    await countMany(limiter, '192.0.2.8', FEW)
    await until('a failure', () => failed.length > 0)
    const before = failed.length
    await limiter.stop()
    const after = failed.length
    other.release(true)
    await pool.end()
    expect(after - before).toBeLessThanOrEqual(1)
  },
)
