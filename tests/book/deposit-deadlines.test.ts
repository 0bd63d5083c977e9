import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_AMOUNT, micros, rateE8, units } from '../../src/domain/money/money.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { expireDeposits } from '../../src/server/deposit/deposit-deadlines.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const by = { system: 'test' }
let database: TestDatabase
let book: Book

beforeEach(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log: pino({ level: 'silent' }) })
  await book.submit({ command: { kind: 'register', sponsor: 1 }, by })
})
afterEach(async () => {
  await book.close()
  await database.close()
})

const asked = units(40_800_000n)

/** Opens a TRX request, and returns when its lock ends. The chain decides the time. */
async function request(): Promise<number> {
  const expiresAt = Date.now() + 60_000
  const amounts = { amountMicros: micros(10_000_000n), feeMicros: micros(200_000n) }
  const locked = { cryptoUnits: asked, lockedE8: rateE8(25_000_000n), expiresAt }
  const command = { kind: 'open_deposit', member: 2, coin: 'TRX', ...amounts, ...locked } as const
  await book.submit({ command, by })
  return expiresAt
}

/** Records a payment as the chain watcher does before submitting it to the book. */
const arrive = (blockAt: Date, amount: bigint = asked) =>
  database.db
    .insertInto('incoming_transfers')
    .values({
      network: 'test',
      txid: 'ab'.repeat(32),
      asset: 1,
      log_index: 0,
      from_address: 'TFrom',
      to_address: 'TTo',
      amount,
      block_number: 1n,
      block_at: blockAt,
      attributable: true,
    })
    .execute()

const stateOf = async (): Promise<unknown> =>
  (await database.pool.query<{ state: unknown }>('select state from deposit_requests')).rows[0]
    ?.state

const expire = (at: number): Promise<void> =>
  expireDeposits({ db: database.db, book }, new Date(at))

test('expires a request once the chain has passed its rate lock', async () => {
  const lockEnds = await request()
  const before = book.status().seq
  await expire(lockEnds)
  expect([await stateOf(), book.status().seq]).toEqual(['open', before])
  await expire(lockEnds + 1)
  expect([await stateOf(), book.status().seq]).toEqual(['expired', before + 1])
})

test('keeps a request open for a matching payment without a rate', async () => {
  const lockEnds = await request()
  await arrive(new Date(lockEnds))
  await expire(lockEnds + 3_600_000)
  expect(await stateOf()).toBe('open')
  const result = await book.submit({
    command: {
      kind: 'receive_transfer',
      member: 2,
      coin: 'TRX',
      network: 'test',
      txid: 'ab'.repeat(32),
      logIndex: 0,
      from: 'TFrom',
      to: 'TTo',
      amountUnits: asked,
      blockE8: rateE8(20_000_000n),
      blockNumber: 1,
      blockAt: lockEnds,
      attributable: true,
    },
    by,
  })
  expect([result.accepted, await stateOf()]).toEqual([true, 'credited'])
})

test('keeps nothing open for a payment that can never be booked', async () => {
  const lockEnds = await request()
  await arrive(new Date(lockEnds), MAX_AMOUNT + 1n)
  await expire(lockEnds + 1)
  expect(await stateOf()).toBe('expired')
})
