import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../support/poll.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember } from '../support/members.ts'

// Statements while the ledger grows.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

/** Writes a deposit of one dollar at any time, even in the future. */
const depositAt = async (member: number, day: number, at: string): Promise<void> => {
  const no = 1_000_000 + day
  await edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into journals (no, seq, kind, subject, at)
      values (${no}, ${no}, 1, ${no}, ${at})`.execute(tx)
    await sql`insert into postings
        (journal_no, line, account_no, asset, purpose, amount, balance_after)
      values (${no}, 0, ${1000 + 2 * member}::int, 0, 5, 1000000, ${day * 1_000_000})`.execute(tx)
  })
}

test('shows one moment, whatever happens while we read it', async () => {
  const { no, access } = await addMember(edge, 'wanda')
  await depositAt(no, 1, '2099-01-01')
  const url = '/api/accounts/statement/?from=2099-01-02T12:00:00Z&to=2099-02-01T00:00:00Z'
  const { reading } = await edge.db.transaction().execute(async (tx) => {
    await sql`lock table profiles in access exclusive mode`.execute(tx)
    const asked = edge.call('GET', url, { token: access })
    await until('the statement to wait', async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and relation = 'profiles'::regclass`.execute(edge.db)
      return rows.length > 0
    })
    await depositAt(no, 2, '2099-01-02')
    await depositAt(no, 3, '2099-01-03')
    return { reading: asked }
  })
  const { opening_balance: opening, closing_balance: closing, entries } = (await reading).body
  expect([opening, ...entries.map(({ balance }) => balance), closing]).toEqual([
    '2.00',
    '3.00',
    '3.00',
  ])
})
