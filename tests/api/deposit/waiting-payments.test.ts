import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/db/types.ts'
import { ownDeposits } from '../../../src/server/deposit/queries.ts'
import { itemAt } from '../../support/answer.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { stepsOf, touched, type Explained } from '../../support/plan-steps.ts'

// Anyone can send small payments to a member's address. Each waits, and belongs to a request.
// The planner doesn't know of them yet.

const waiting = 500

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  await add(0, 2_000, sql`n + 10`)
  await sql`analyze`.execute(db)
  await add(2_000, waiting, sql`2`)
})
afterAll(() => database.close())

/** Requests of members, each with a payment that waits. */
async function add(after: number, count: number, member: RawBuilder<unknown>): Promise<void> {
  const numbers = sql`generate_series(${after + 1}::int, ${after + count}::int) n`
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into deposit_addresses (member_no, address_index, address)
      select distinct ${member}, ${member}, 'T' || ${member} from ${numbers}`.execute(tx)
    await sql`insert into deposit_requests (no, public_id, member_no, asset, amount_micros,
        fee_micros, crypto_units, rate_e8, opened_at, expires_at, state)
      select n, 'D' || n, ${member}, 2, 10000000, 200000, 10200000, 100000000, now(), now(),
        'expired'
      from ${numbers}`.execute(tx)
    await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
        amount, rate_e8, block_number, block_at, state, request_no, seen_at)
      select n, 'x', lpad(n::text, 64, '0'), 2, 0, ${member}, 'T', 1, 1, 1, now(),
        'unattributed', n, now() from ${numbers}`.execute(tx)
  })
}

test('a member’s deposits read each waiting payment once', async () => {
  const { pool } = database
  const heard: { sql: string; parameters: readonly unknown[] }[] = []
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Database>({ dialect, log: ({ query }) => void heard.push(query) })
  const rows = await ownDeposits.read(db, 2, 10, waiting - 10)
  expect(rows.map((row) => Number(row.missed_txid))).toContain(2_001)
  const { sql: text, parameters } = itemAt(heard, 0)
  const explained = `explain (analyze, timing off, format json) ${text}`
  const { rows: answer } = await pool.query<Explained>(explained, [...parameters])
  const [{ Plan: plan }] = itemAt(answer, 0)['QUERY PLAN']
  expect(Math.max(...stepsOf(plan).map(touched))).toBeLessThan(3 * waiting)
})
