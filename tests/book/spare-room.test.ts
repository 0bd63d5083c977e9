import { expect, test } from 'vitest'
import { apply } from '../../src/domain/book.ts'
import { commit, emptyState, type State } from '../../src/domain/ledger/state.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { roomFor, sectionsOf } from '../../src/server/book/snapshot/sections.ts'
import { openBook } from '../../src/server/book/book.ts'
import { createTestDatabase } from '../support/database.ts'
import pino from 'pino'

// A full table grows by half, which copies it. The first command after a start must not do that
// while it holds the ledger's lock.

const MEMBERS = 5_000

const bytesOf = ({ members, seats, holdings, balances }: State): number[] =>
  [members, seats, holdings, balances].map(({ bytes }) => bytes)

/** Registers members and returns which tables have grown. */
function register(state: State, count: number): boolean[] {
  const before = bytesOf(state)
  for (let i = 0; i < count; i++) {
    const applied = apply(state, { kind: 'register', sponsor: 1 }, 0)
    if ('refusal' in applied) throw new Error(applied.refusal.code)
    commit(state)
  }
  return bytesOf(state).map((bytes, i) => bytes > (before[i] ?? 0))
}

/** Members and their first profiles and accounts, as rows. */
async function foldMany(): Promise<State> {
  const database = await createTestDatabase()
  await (await openBook({ ...database, log: pino({ level: 'silent' }) })).close()
  const client = await database.pool.connect()
  try {
    // Otherwise, balances follow from postings one at a time.
    await client.query(`begin; set local session_replication_role = replica;
      insert into members (no, sponsor_no, referral_no, joined_at)
        select no, 1, no, now() from generate_series(2, ${MEMBERS}) as no;
      insert into profiles (no, member_no, plan, catalog_version, origin, public_id, created_at)
        select 100 + no, no, 0, 1, 0, 'P' || no, now() from generate_series(2, ${MEMBERS}) as no;
      insert into accounts (no, asset, balance)
        select 1000 + 2 * no, 0, 0 from generate_series(2, ${MEMBERS}) as no; commit`)
  } finally {
    client.release()
  }
  const { state } = await foldState(database.pool)
  await database.close()
  return state
}

test('allocates room for a tenth more rows than the tables have', async () => {
  const state = await foldMany()
  const { members, seats, holdings, balances } = state
  const used = [
    [members.bytes, 4 * members.stride * MEMBERS],
    [seats.bytes, 4 * seats.stride * (100 + MEMBERS)],
    [holdings.bytes, 4 * holdings.stride * MEMBERS],
    [balances.bytes, 8 * (1_000 + 2 * MEMBERS)],
  ]
  expect(used.map(([has = 0, needs = 0]) => has >= 1.1 * needs)).toEqual([true, true, true, true])
  expect(register(state, MEMBERS / 20)).toEqual([false, false, false, false])
  // Without spare room, this would show.
  expect(register(state, MEMBERS / 2)).toContain(true)
})

test('allocates the same room when it starts from a snapshot', async () => {
  const sections = sectionsOf(await foldMany())
  const loaded = emptyState()
  for (const name of ['members', 'seats', 'balances'] as const) {
    const { byteLength } = sections[name]
    roomFor(loaded, name, byteLength)
    expect([name, loaded[name].bytes >= 1.1 * byteLength]).toEqual([name, true])
  }
})
