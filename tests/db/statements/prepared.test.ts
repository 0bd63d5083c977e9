import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readUser } from '../../../src/server/account/queries.ts'
import { readReferrals } from '../../../src/server/account/referrals.ts'
import { readBareProfiles, readProfilesOf } from '../../../src/server/network/profiles.ts'
import { readNodes, readNodesOf } from '../../../src/server/network/tree.ts'
import { requireFirstProfile } from '../../../src/server/network/visibility.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { readActivity } from '../../../src/server/history/activity.ts'
import type { Db } from '../../../src/db/types.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

// Statements cache their plans by text, so there must be few texts. The limit is per process, and
// earlier test files have used up some of it. So this file has a copy of the module of its own.
const fresh = new URL('../../../src/db/pool.ts?fresh', import.meta.url).href
const { openKysely, openPool } = (await import(fresh)) as typeof import('../../../src/db/pool.ts')

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase(1)
  const options = { connectionString: database.url, name: 'prepared', maxConnections: 1 }
  db = openKysely(openPool(options))
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

async function prepared(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where not from_sql`.execute(db)
  return rows.map(({ statement }) => statement)
}

test('caches the plans of more statements than the product has', async () => {
  const texts = Array.from({ length: 500 }, (_, i) => `select $1::int + ${i}`)
  for (const text of texts) await db.executeQuery(CompiledQuery.raw(text, [1]))
  expect((await prepared()).filter((text) => texts.includes(text)).length).toBe(500)
})

const at = (no: number) => sql`select * from changing where no >= ${no}`

test('answers although a migration changed the result of a prepared statement', async () => {
  const pool = openPool({ connectionString: database.url, name: 'changing', maxConnections: 3 })
  const db = openKysely(pool)
  onTestFinished(() => db.destroy())
  // Each on a connection of its own.
  const askAll = () => Promise.all([1, 2, 3].map((no) => at(no).execute(db)))
  await sql`create table changing (no integer)`.execute(db)
  await sql`insert into changing values (3)`.execute(db)
  await askAll()
  await sql`alter table changing add column added text`.execute(db)
  const after = await askAll()
  const row = { no: 3, added: null }
  expect(after.map(({ rows }) => rows)).toEqual([[row], [row], [row]])

  const inTransaction = () => db.transaction().execute((tx) => sql`${at(2)} limit ${1}`.execute(tx))
  await inTransaction()
  await sql`alter table changing add column later text`.execute(db)
  await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' })
  expect((await inTransaction()).rows).toHaveLength(1)
})

test('answers after a value that the driver could not send', async () => {
  const pool = openPool({ connectionString: database.url, name: 'odd', maxConnections: 1 })
  const db = openKysely(pool)
  onTestFinished(() => db.destroy())
  const ask = (value: object) => sql`select ${value}::jsonb as value`.execute(db)
  await ask({ no: 1 })
  await expect(ask({ no: 1n })).rejects.toThrow(TypeError)
  expect((await ask({ no: 2 })).rows).toEqual([{ value: { no: 2 } }])
})

test('prepares no statement that lists rows', async () => {
  const list = Array.from({ length: 65 }, (_, i) => `$${i + 1}::int`).join(', ')
  const text = `select array[${list}]`
  const values = Array.from({ length: 65 }, (_, i) => i)
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
  expect(rows).toEqual([{ array: values }])
  expect(await prepared()).not.toContain(text)
})

test("prepares the account's activity for any filter", async () => {
  const before = new Set(await prepared())
  const [from, to] = [new Date(0), new Date()]
  for (const filter of [{}, { from }, { from, to }, { from, to, type: 'security' } as const]) {
    await readActivity(db, 1, filter, 20, 0)
  }
  const added = (await prepared()).filter((text) => !before.has(text))
  expect(added.filter((text) => text.includes('happened'))).toHaveLength(4)
})

/** Without a ledger: member n's seat is below member n/2's, and most members have one sponsor. */
async function seatMembers(count: number): Promise<void> {
  await sql`insert into members (no, sponsor_no, joined_at)
    select n, case when n = 2 then 1 when n < 2980 then 2 else 3 end, now()
    from generate_series(2, ${count}) n on conflict do nothing`.execute(db)
  await sql`insert into identities (member_no, username, email, referral_code)
    select no, 'member' || no, 'member' || no || '@example.org', 'R' || no from members
    on conflict do nothing`.execute(db)
  await sql`insert into profiles
    (no, member_no, plan, catalog_version, origin, public_id, created_at)
    select no, no, 0, 1, 0, 'B-' || no, now() from members on conflict do nothing`.execute(db)
  await sql`insert into seats
    (profile_no, ordinal, plan, parent_no, side, depth, jump_no, taken_at)
    select n, n, 0, nullif(n / 2, 0), case when n > 1 then n % 2 end, 1, 1, now()
    from generate_series(1, ${count}) n on conflict do nothing`.execute(db)
  await sql`analyze members, identities, profiles, seats`.execute(db)
}

test('keeps the plan of a member’s reads, whatever their values', async () => {
  await seatMembers(3_000)
  for (const member of [3, 2_998, 1_100, 1_500, 2_000, 2_999, 2, 3, 1_200, 1_700, 2_100, 2_500]) {
    expect(await readNodes(db, member)).not.toEqual([])
    await readNodesOf(db, [member])
    await readUser(db, member)
    await readProfilesOf(db, member)
    await requireFirstProfile(db, member)
    await readReferrals(db, member, 10)
    await readBareProfiles(db, [member])
  }
  const { rows } = await sql<{ statement: string; plans: number }>`
    select statement, custom_plans::int as plans from pg_prepared_statements
    where generic_plans + custom_plans > 10`.execute(db)
  // PostgreSQL plans a statement five times before it may keep a plan.
  const replanned = rows.filter(({ plans }) => plans > 5)
  expect({ known: rows.length, replanned }).toEqual({ known: 7, replanned: [] })
})

test('queues any number of emails with one statement', async () => {
  const emails = Array.from({ length: 30 }, (_, i) => ({
    to: `m${i}@example.org`,
    kind: 'money' as const,
    content: {
      language: 'en' as const,
      subject: `"${i}", {a}\\`,
      greeting: 'Hello',
      paragraphs: ['one'],
      footnote: '',
    },
  }))
  for (const count of [1, 7, 30]) {
    await db.transaction().execute((tx) => enqueueEmails(tx, emails.slice(0, count)))
  }
  const inserts = (await prepared()).filter((text) => text.startsWith('insert into "emails"'))
  expect(inserts.length).toBe(1)
  const rows = await db.selectFrom('emails').selectAll().orderBy('no').execute()
  expect(rows.length).toBe(38)
  expect(rows.at(-1)).toMatchObject({ recipient: 'm29@example.org', kind: 'money' })
  expect(rows.at(-1)?.subject).toBe('"29", {a}\\')
  expect(rows.at(-1)?.content).toMatchObject({ paragraphs: ['one'] })
})
