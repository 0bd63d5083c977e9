import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRateLimiter, startRateLimiter } from '../../../src/server/http/rate-limit.ts'
import { byAddress } from '../../../src/server/http/limit-key.ts'
import { rateLimits } from '../../../src/contract/fields/limits.ts'
import { Rejection } from '../../../src/contract/refusals/reject.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

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
  // A new window may begin in between, which allows twice as many.
  const allowed = refused.filter((each) => !each).length
  expect(allowed).toBeGreaterThanOrEqual(most)
  expect(allowed).toBeLessThanOrEqual(most * 2)

  const general = rateLimits.general.most
  await until('the other process to know', async () => {
    for (let i = 0; i < general; i++) await isRefused(one.count('general', byAddress('reader')))
    return await isRefused(two.count('general', byAddress('reader')))
  })
  expect(await isRefused(two.count('general', byAddress('someone else')))).toBe(false)
  await Promise.all([one.stop(), two.stop()])
  expect(await isRefused(noRateLimiter.count('contact', byAddress('caller')))).toBe(false)
})
