import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { micros, rateE8, units } from '../../../src/domain/money/money.ts'
import { RATE_LOCK_MS } from '../../../src/domain/wallet/deposit.ts'
import { unsetClock } from '../../../src/clock/clock.ts'
import { measureClock } from '../../../src/server/clock/follow-clock.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import { acceptOldTransfers } from '../../../src/server/deposit/deposit-deadlines.ts'
import { recordRequests } from '../../../src/server/deposit/record-requests.ts'
import { openMoneyWorld, requestDepositFor, type MoneyWorld } from '../support/money-world.ts'

// A process whose clock is wrong neither locks a rate for longer, nor opens expired requests, nor
// accepts payments early.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
beforeEach(() => measureClock(world.edge.db))
afterEach(() => {
  vi.restoreAllMocks()
  unsetClock()
})
afterAll(() => world.close())

const FIGURES = { original_amount: '10', fee_amount: '0.2', crypto_amount: '40.8' }
const HOUR_MS = 3_600_000

const lockOf = async (id: string) => {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from expires_at - opened_at)::float8 * 1000 as ms
    from deposit_requests where public_id = ${id}`.execute(world.edge.db)
  return rows[0]?.ms ?? 0
}

test.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])('locks a rate for 15 minutes by the database’s clock, with ours %s', async (name, byMs) => {
  const member = await world.member(`clock${name}`)
  const clock = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => clock() + byMs)
  const { status, body } = await requestDepositFor(member, 'TRX', FIGURES)
  expect(status).toBe(201)
  expect(Math.abs((await lockOf(body.request_id)) - RATE_LOCK_MS)).toBeLessThan(60_000)
})

test('refuses a longer lock', async () => {
  const member = await world.member('longer')
  const terms = {
    coin: 'TRX',
    amountMicros: micros(10_000_000n),
    feeMicros: micros(200_000n),
  } as const
  const rate = { cryptoUnits: units(40_800_000n), lockedE8: rateE8(25_000_000n) }
  const expiresAt = Date.now() + RATE_LOCK_MS + HOUR_MS
  const asked = world.edge.book.submit({
    command: { kind: 'open_deposit', member: member.no, ...terms, ...rate, expiresAt },
    by: { member: member.no },
    hook: callHook(recordRequests, null),
  })
  await expect(asked).rejects.toThrow('too long')
})

test('accepts no payment early because the worker’s clock is ahead', async () => {
  const member = await world.member('early')
  await world.pay(member.address, 'TRX', '40')
  await world.settle()
  const clock = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => clock() + 25 * HOUR_MS)
  const { db, context } = world.edge
  expect(await acceptOldTransfers({ db, book: context.book, log: context.log })).toBe(0)
  expect(await member.balance()).toBe('0.00')
})
