import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowOf } from '../../../src/db/types.ts'
import { readFlags } from '../../../src/server/withdrawal/review/withdrawal-flags.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

// Some flags compare a withdrawal with others, and read only a few of these through indexes. This
// test computes the same flags from all withdrawals.

const states = ['pending', 'approved', 'sent', 'confirmed', 'rejected', 'cancelled'] as const
const MEMBERS = 4
const DAY_MS = 86_400_000
const start = Date.UTC(2026, 0)

type Row = RowOf<'withdrawals', 'no' | 'member_no' | 'address' | 'state' | 'requested_at'>

/**
 * Each member uses two addresses, and all use a third one now and then. The first requests are
 * cancelled, and the time between requests varies from one to twelve hours.
 */
function makeRows(): Row[] {
  const rows: Row[] = []
  for (let no = 1, at = start; no <= 240; no += 1) {
    const member = 2 + (((no * no) % 7) % MEMBERS)
    const own = `own ${member} ${no % 2}`
    at += (1 + (no % 30 < 15 ? no % 2 : 11)) * 3_600_000
    rows.push({
      no,
      member_no: member,
      address: no % 13 === 0 ? 'shared' : own,
      state: (no < 60 ? undefined : states[(no * 7) % 6]) ?? 'cancelled',
      requested_at: new Date(at),
    })
  }
  return rows
}

const rows = makeRows()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.transaction().execute(async (tx) => {
    // These rows have no commands behind them, so we disable the triggers that check them.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into members (no, sponsor_no, joined_at, referral_no)
      select n + 1, 1, now(), n from generate_series(1, ${MEMBERS}::int) n`.execute(tx)
    const rest = { amount_micros: 10n, fee_micros: 1n, revision: 1, attempt: 1 }
    await tx
      .insertInto('withdrawals')
      .values(rows.map((row) => ({ ...row, ...rest, hold_until: row.requested_at })))
      .execute()
  })
})
afterAll(() => database.close())

function flagsOf(row: Row): string[] {
  const own = rows.filter(({ member_no: member }) => member === row.member_no)
  const earlier = own.filter(({ no }) => no < row.no)
  const since = row.requested_at.getTime() - DAY_MS
  const lately = own.filter((each) => each.no <= row.no && each.requested_at.getTime() > since)
  const isPaid = earlier.some(({ state }) => ['approved', 'sent', 'confirmed'].includes(state))
  const isKnown = earlier.some(
    ({ state, address }) => state === 'confirmed' && address === row.address,
  )
  const flags: [string, boolean][] = [
    ['new_address', !isKnown],
    ['first_withdrawal', !isPaid],
    ['shared_address', row.address === 'shared'],
    ['velocity', lately.length > 3],
  ]
  return flags.flatMap(([flag, isSet]) => (isSet ? [flag] : []))
}

test('flags agree with all withdrawals', async () => {
  const expected = new Map(rows.map((row) => [row.no, flagsOf(row)]))
  const numbers = rows.map(({ no }) => no)
  const found = await readFlags(database.db, numbers)
  const compared = new Set(['new_address', 'first_withdrawal', 'shared_address', 'velocity'])
  const read = numbers.map((no) => [no, (found.get(no) ?? []).filter((flag) => compared.has(flag))])
  expect(new Map(read.map(([no, flags]) => [no, flags]))).toEqual(expected)
  // Otherwise the test would compare too little.
  const combinations = new Set([...expected.values()].map((flags) => flags.join(' ')))
  expect(combinations.size).toBeGreaterThan(7)
  expect(
    [...compared].filter((flag) => !read.some(([, flags]) => `${flags}`.includes(flag))),
  ).toEqual([])
})
