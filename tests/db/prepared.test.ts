import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueEmails } from '../../src/server/email/outbox.ts'
import { readActivity } from '../../src/server/history/activity.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

// Statements cache their plans by text, so there must be few texts.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(1)
})
afterAll(() => database.close())

async function prepared(db = database.db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where not from_sql`.execute(db)
  return rows.map(({ statement }) => statement)
}

test('caches the plans of more statements than the product has', async () => {
  // The limit is per process, and earlier test files have used up some of it.
  const fresh = new URL('../../src/db/pool.ts?fresh', import.meta.url).href
  const { openKysely, openPool } = (await import(fresh)) as typeof import('../../src/db/pool.ts')
  const pool = openPool({ connectionString: database.url, name: 'own', maxConnections: 1 })
  const db = openKysely(pool)
  const texts = Array.from({ length: 500 }, (_, i) => `select $1::int + ${i}`)
  for (const text of texts) await db.executeQuery(CompiledQuery.raw(text, [1]))
  expect((await prepared(db)).filter((text) => texts.includes(text)).length).toBe(500)
  await db.destroy()
})

test('prepares no statement that lists rows', async () => {
  const list = Array.from({ length: 65 }, (_, i) => `$${i + 1}::int`).join(', ')
  const text = `select array[${list}]`
  const values = Array.from({ length: 65 }, (_, i) => i)
  const { rows } = await database.db.executeQuery(CompiledQuery.raw(text, values))
  expect(rows).toEqual([{ array: values }])
  expect(await prepared()).not.toContain(text)
})

test("prepares the account's activity for any filter", async () => {
  const before = new Set(await prepared())
  const [from, to] = [new Date(0), new Date()]
  for (const filter of [{}, { from }, { from, to }, { from, to, type: 'security' } as const]) {
    await readActivity(database.db, 1, filter, 20, 0)
  }
  const added = (await prepared()).filter((text) => !before.has(text))
  expect(added.filter((text) => text.includes('happened'))).toHaveLength(4)
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
    await database.db.transaction().execute((tx) => enqueueEmails(tx, emails.slice(0, count)))
  }
  const inserts = (await prepared()).filter((text) => text.startsWith('insert into "emails"'))
  expect(inserts.length).toBe(1)
  const rows = await database.db.selectFrom('emails').selectAll().orderBy('no').execute()
  expect(rows.length).toBe(38)
  expect(rows.at(-1)).toMatchObject({ recipient: 'm29@example.org', kind: 'money' })
  expect(rows.at(-1)?.subject).toBe('"29", {a}\\')
  expect(rows.at(-1)?.content).toMatchObject({ paragraphs: ['one'] })
})
