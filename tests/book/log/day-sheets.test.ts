/** A day's sheet: its bytes, its cut, and the command that seals its hash. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { Tx } from '../../../src/db/types.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { foldState } from '../../../src/server/book/state/fold.ts'
import { advanceBoardCounts } from '../../../src/server/transparency/boards/board-counts.ts'
import { sheetParts } from '../../../src/server/transparency/parts.ts'
import { makeSheet } from '../../../src/server/transparency/sheet/make-sheet.ts'
import type { SheetPart } from '../../../src/server/transparency/sheet/part.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let book: Book
const log = pino({ level: 'silent' })
beforeAll(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log })
})
afterAll(async () => {
  await book.close()
  await database.close()
})

const register = () =>
  book.submit({ command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } })

async function countMembers(atCut: Tx): Promise<string> {
  const row = await atCut
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return `${row.count}`
}

/** Counts members at the cut, while the ledger moves on. */
const members: SheetPart = {
  name: 'members',
  async read(atCut) {
    await register()
    return { members: await countMembers(atCut) }
  },
}

test('seals one sheet a day, with canonical bytes of one snapshot and their hash', async () => {
  await register()
  const deps = { db: database.db, book, origin: 'example.com/log', parts: [members] }
  const day = await makeSheet(deps)
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await makeSheet(deps)).toBeNull()

  const sealed = await database.db.selectFrom('day_sheets').selectAll().execute()
  expect(sealed.map((row) => row.day)).toEqual([day])
  const bodies = await database.db.selectFrom('sheet_bodies').selectAll().execute()
  const sheet = bodies.find(({ sha256 }) => sha256 === sealed[0]?.sha256)
  expect(
    createHash('sha256')
      .update(sheet?.body ?? '')
      .digest('hex'),
  ).toBe(sealed[0]?.sha256)
  const read = JSON.parse(sheet?.body ?? '') as { cut: { seq: number }; parts: object }
  expect(read).toMatchObject({ v: 1, origin: 'example.com/log', day, previous: null })
  const part = bodies.find(({ name }) => name === 'members')
  expect(read.parts).toEqual({ members: part?.sha256 })
  // A member who joined while the part was read isn't in it.
  expect(part?.body).toBe('{"members":"2"}')
  expect(read.cut.seq).toBe(2)
  expect(Number(sealed[0]?.seq)).toBe(4)
})

test('makes no sheet before the first command', async () => {
  const empty = await createTestDatabase()
  onTestFinished(() => empty.close())
  const deps = { db: empty.db, book, origin: 'example.com/log', parts: [members] }
  expect(await makeSheet(deps)).toBeNull()
})

test('keeps the snapshot of the cut longer than a role may idle', async () => {
  const other = await createTestDatabase()
  const own = await openBook({ ...other, log })
  await own.submit({ command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } })
  // Longer than a busy machine pauses between two statements, shorter than the part below.
  const limit = `set idle_in_transaction_session_timeout = '1s'`
  await other.pool.query(`alter role current_user in database ${other.name} ${limit}`)
  const pool = openPool({ connectionString: other.url, name: 'limited' })
  const slow: SheetPart = {
    name: 'slow',
    async read(atCut, _, db) {
      const before = await countMembers(atCut)
      await sql`select pg_sleep(1.5)`.execute(db)
      return { before, after: await countMembers(atCut) }
    },
  }
  try {
    const deps = { db: openKysely(pool), book: own, origin: 'example.com/log', parts: [slow] }
    expect(await makeSheet(deps)).toMatch(/^\d{4}-/)
  } finally {
    await own.close()
    await pool.end()
    await other.close()
  }
})

test('counts boards even if the worker counts them while the tree is built', async () => {
  const other = await createTestDatabase()
  const own = await openBook({ ...other, log })
  try {
    await own.submit({ command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } })
    // The company's own seats aren't counted yet.
    // The tree of many members takes longer than the worker's minute.
    const parts = sheetParts.map((part) => ({
      ...part,
      ...(part.summarize && {
        summarize: async (...given: Parameters<typeof part.summarize>) => {
          await advanceBoardCounts(other.db)
          return (await part.summarize?.(...given)) ?? {}
        },
      }),
    }))
    const deps = { db: other.db, book: own, origin: 'example.com/log', parts }
    expect(await makeSheet(deps)).toMatch(/^\d{4}-/)
  } finally {
    await own.close()
    await other.close()
  }
})

test('loads the sealed day at startup, without a difference in the check', async () => {
  const { state } = await foldState(database.pool)
  const [row] = await database.db.selectFrom('day_sheets').select('day').execute()
  expect(state.sealedDay).toBe(row?.day)
  const { differences } = await checkBook(database.db, database.pool)
  expect(differences.described).toEqual([])
})
