import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/types.ts'
import { leaveQueue, queueReached, readDue } from '../../src/server/custody/due-addresses.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { stepsOf, touched, type Plan } from '../support/plan-steps.ts'

// Which addresses are compared next: in what order, and without looking through all of them.

const addresses = 12_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into deposit_addresses (member_no, address_index, address)
      select n, n, 'T' || n from generate_series(2, ${addresses}::int) n`.execute(tx)
    await sql`insert into address_checks
      select 'T' || n, now() - n * interval '1 second', 0, 0, 0, 0, 'agrees', null
      from generate_series(2, ${addresses}::int) n`.execute(tx)
  })
  await addTransfers(1, addresses - 1)
  await sql`insert into own_wallets (address, role) values ('payout', 'payout')`.execute(db)
  while ((await cursor()) < addresses - 1) await queueReached(db)
  await sql`delete from address_dues`.execute(db)
  await sql`analyze`.execute(db)
})
afterAll(() => database.close())

/** Transfers number `first` to `last`, each to the address after its own number. */
async function addTransfers(first: number, last: number, member = sql`n + 1`): Promise<void> {
  await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
      amount, rate_e8, block_number, block_at, state, seen_at)
    select n, 'x', lpad(to_hex(n), 64, '0'), 2, 0, ${member}, 'T' || n + 1, 1, 1, 1, now(),
      'dust', now() from generate_series(${first}::int, ${last}::int) n`.execute(database.db)
}

async function cursor(): Promise<number> {
  const { rows } = await sql<{ no: number }>`
    select transfer_no as no from address_cursors`.execute(database.db)
  return rows[0]?.no ?? 0
}

const dueNow = async () => (await readDue(database.db)).map(({ address }) => address)

/** Ends what a test has left to be compared. */
async function settle(): Promise<void> {
  await sql`delete from address_dues`.execute(database.db)
  await sql`update address_checks set state = 'agrees', checked_at = now()
    where state <> 'agrees' or checked_at < now() - interval '23 hours'`.execute(database.db)
}

/** The most rows that any step of the statements of some work looks at. */
async function mostTouched(work: (db: Kysely<Database>) => Promise<unknown>): Promise<number> {
  const heard: { sql: string; parameters: readonly unknown[] }[] = []
  const { pool } = database
  const dialect = new PostgresDialect({ pool })
  await work(new Kysely<Database>({ dialect, log: ({ query }) => void heard.push(query) }))
  expect(heard).toHaveLength(1)
  let most = 0
  for (const { sql: text, parameters } of heard) {
    const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, [
      ...parameters,
    ])
    const [{ Plan: plan }]: [{ Plan: Plan }] = rows[0]['QUERY PLAN']
    most = Math.max(most, ...stepsOf(plan).map(touched))
  }
  return most
}

test('however many addresses there are, a round looks at a bounded number of rows', async () => {
  expect(await dueNow()).toEqual(['payout'])
  expect(await mostTouched(readDue)).toBeLessThan(100)
  await sql`update address_checks set checked_at = checked_at - interval '2 days'`.execute(
    database.db,
  )
  await sql`analyze address_checks`.execute(database.db)
  expect(await mostTouched(readDue)).toBeLessThan(200)
  await addTransfers(addresses, addresses + 2999)
  expect(await mostTouched(queueReached)).toBeLessThan(2100)
  expect(await cursor()).toBeGreaterThan(addresses)
  while ((await cursor()) < addresses + 2999) await queueReached(database.db)
  await settle()
})

test('first the house, what differed, moved, is new or was paid; then the oldest', async () => {
  const { db } = database
  await sql`update address_checks set checked_at = now() - interval '25 hours'
    where address in ('T20', 'T21')`.execute(db)
  await sql`update address_checks set checked_at = now() - interval '26 hours'
    where address = 'T22'`.execute(db)
  await sql`update address_checks set state = 'suspect' where address = 'T30'`.execute(db)
  await sql`insert into custody_moves (kind, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state, settled_at)
    values ('sweep', 2, 1, 'T40', 'payout', ${'a'.repeat(64)}, '', now(), 'confirmed',
      now())`.execute(db)
  await sql`insert into deposit_addresses (member_no, address_index, address)
    values (1, 1, 'new')`.execute(db)
  const [a, b] = ['T20', 'T21'].sort()
  const due = await dueNow()
  expect(due.slice(0, 5)).toEqual(['payout', 'T30', 'T40', 'new', 'T22'])
  expect(due.slice(5).sort()).toEqual([a, b])
  await sql`update address_checks set checked_at = now() - interval '30 hours'
    where address like 'T1__'`.execute(db)
  expect(await dueNow()).toHaveLength(26)
  await settle()
  expect(await dueNow()).toEqual(['payout'])
})

test('a transfer queues its address once, also while that is being compared', async () => {
  const { db } = database
  const from = (await cursor()) + 1
  await sql`insert into deposit_addresses (member_no, address_index, address)
    values (${from + 1}, ${from + 1}, ${`T${from + 1}`})`.execute(db)
  await settle()
  await addTransfers(from, from)
  await queueReached(db)
  const due = await readDue(db)
  expect(due.map(({ address }) => address)).toEqual(['payout', `T${from + 1}`])
  const [, reached] = due
  if (!reached) throw new Error('nothing was reached')
  await sql`update address_cursors set transfer_no = transfer_no - 1`.execute(db)
  await queueReached(db)
  await leaveQueue(db, reached)
  const again = (await readDue(db))[1]
  expect(again).toMatchObject({ address: reached.address })
  if (again) await leaveQueue(db, again)
  expect(await dueNow()).toEqual(['payout'])
  await addTransfers(from + 1, from + 1, sql`1`)
  await queueReached(db)
  expect(await cursor()).toBe(from + 1)
  expect(await dueNow()).toEqual(['payout'])
})

/** One round as the reconciler does it, without asking the chain; answers what was compared. */
async function compareRound(): Promise<string[]> {
  const { db } = database
  await queueReached(db)
  const due = await readDue(db)
  const compared = due.map(({ address }) => address)
  await sql`update address_checks set checked_at = now()
    where address = any(${compared})`.execute(db)
  for (const each of due) await leaveQueue(db, each)
  return compared
}

/** Queues addresses that were compared already, in their order, as transfers to them do. */
const queue = (first: number, last: number) =>
  sql`insert into address_dues (address) select 'T' || n
    from generate_series(${first}::int, ${last}::int) n`.execute(database.db)

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `T${first + index}`)

test('more deposits than places starve neither what was swept nor what is overdue', async () => {
  const { db } = database
  await settle()
  await sql`update address_checks set checked_at = now() - interval '3 days'
    where address in (select 'T' || n from generate_series(51, 60) n)`.execute(db)
  await sql`insert into custody_moves (kind, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state)
    select 'sweep', 2, 1, 'T' || n, 'payout', lpad(n::text, 64, '0'), '', now(), 'stored'
    from generate_series(71, 80) n`.execute(db)
  await sql`insert into custody_moves (kind, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state)
    values ('top_up', 1, 1, 'payout', 'T81', ${'b'.repeat(64)}, '', now(), 'stored')`.execute(db)
  await queue(1000, 1099)
  await sql`update custody_moves set state = 'confirmed', settled_at = now()
    where state = 'stored'`.execute(db)
  const compared = new Set<string>()
  for (let round = 0; round < 3; round += 1) {
    await queue(2000 + round * 26, 2025 + round * 26)
    for (const address of await compareRound()) compared.add(address)
  }
  for (const each of [...between(51, 60), ...between(71, 81), 'T1000']) {
    expect([each, compared.has(each)]).toEqual([each, true])
  }
  await settle()
})

test('an address that is paid every minute keeps its place, and comes to the front', async () => {
  const { db } = database
  await settle()
  const no = (await cursor()) + 1
  const often = `T${no + 1}`
  await sql`insert into deposit_addresses (member_no, address_index, address)
    values (${no + 1}, ${no + 1}, ${often})`.execute(db)
  await addTransfers(no, no)
  await sql`delete from address_dues`.execute(db)
  await queue(3000, 3059)
  await queueReached(db)
  await queue(3060, 3300)
  const rounds: boolean[] = []
  for (let round = 0; round < 4; round += 1) {
    await sql`update address_cursors set transfer_no = ${no - 1}`.execute(db)
    rounds.push((await compareRound()).includes(often))
  }
  expect(rounds).toContain(true)
  await settle()
})
