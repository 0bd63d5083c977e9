import { afterAll, beforeAll, expect, test } from 'vitest'
import { countWaiting, oldestEmail } from '../../src/server/email/backlog.ts'
import { readSolvency } from '../../src/server/custody/queries.ts'
import { countEdited } from '../../src/server/book/rows/open-rows.ts'
import { advanceCounts } from '../../src/server/monitoring/advance-counts.ts'
import { readPlanCounts } from '../../src/server/monitoring/plan-counts.ts'
import { readTrends } from '../../src/server/monitoring/trends.ts'
import { advanceBoardCounts } from '../../src/server/transparency/boards/board-counts.ts'
import type { Tx } from '../../src/db/types.ts'
import { countReads } from './statements/count-reads.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { isLong } from '../support/scale.ts'

// What runs every few seconds must not read more rows with each member, or with each unsent email.

const ROWS = 30_000
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(`insert into emails (recipient, kind, subject, text)
    select n || '@example.org', 'money', 'Money', 'Moved' from generate_series(1, ${ROWS}) n`)
  await pool.query(`
    insert into profiles (no, member_no, plan, catalog_version, origin, public_id, created_at)
    select n, n, 0, 1, 0, 'BR-' || n, now() from generate_series(100, ${ROWS}) n`)
  await pool.query(`
    insert into seats (profile_no, ordinal, plan, parent_no, side, depth, jump_no, taken_at)
    select n, n, 0, n - 1, 0, n, n, now() from generate_series(101, ${ROWS}) n`)
  await pool.query(`insert into journals (no, seq, kind, subject, at)
    select n, n, 1, n, now() from generate_series(1, ${ROWS}) n`)
  await pool.query(`
    insert into deposit_requests (no, public_id, member_no, asset, amount_micros, fee_micros,
      crypto_units, rate_e8, opened_at, expires_at, state)
    select n, 'D' || n, 2, 1, 1, 1, n, 1, now(), now(),
      case when n % 2 = 0 then 'expired' else 'replaced' end
    from generate_series(1, ${ROWS}) n`)
  await pool.query(`alter table postings disable trigger user`)
  await pool.query(`
    insert into postings (journal_no, account_no, amount, balance_after, line, asset, purpose)
    select n, line, 1, 1, line, 0, 0
    from generate_series(1, ${ROWS}) n, generate_series(1, 2) line`)
  await pool.query('analyze')
})
afterAll(() => database.close())

const reads = (table: string, work: (tx: Tx) => Promise<unknown>) =>
  countReads(database.db, table, work)

test.runIf(isLong)('monitoring reads a limited part of the outbox', async () => {
  expect(await reads('emails', (tx) => oldestEmail.execute(tx))).toBeLessThan(10)
  expect(await reads('emails', (tx) => countWaiting.execute(tx))).toBeLessThanOrEqual(10_000)
})

async function count(tx: Tx): Promise<void> {
  while (await advanceCounts(tx, 10_000));
  await advanceBoardCounts(tx)
}

test.runIf(isLong)('monitoring reads no closed requests without a missed payment', async () => {
  expect(await reads('deposit_requests', countEdited)).toBeLessThan(20)
})

test.runIf(isLong)('boards, plans, and days are counted once', async () => {
  expect(await reads('seats', count)).toBeGreaterThan(ROWS / 2)
  expect(await reads('seats', count)).toBeLessThan(20)
  expect(await reads('profiles', count)).toBeLessThan(20)
  for (const read of [readPlanCounts, (tx: Tx) => readTrends(tx, 365)]) {
    expect(await reads('seats', read)).toBeLessThan(20)
    expect(await reads('profiles', read)).toBeLessThan(20)
    expect(await reads('journals', read)).toBeLessThan(20)
    expect(await reads('postings', read)).toBeLessThan(20)
  }
})

test.runIf(isLong)('solvency reads no member’s account', async () => {
  const read = await reads('accounts', (tx) => readSolvency(tx, null))
  expect(read).toBeLessThan(30)
})
