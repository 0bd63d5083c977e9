/** The sheet of a day: its bytes, its cut, and the command that seals its hash. */
import { createHash } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { foldState } from '../../src/server/book/fold.ts'
import { makeSheet } from '../../src/server/transparency/sheet/make-sheet.ts'
import type { SheetPart } from '../../src/server/transparency/sheet/part.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

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

/** Counts members at the cut, while the ledger moves on. */
const members: SheetPart = {
  name: 'members',
  async read(atCut) {
    await register()
    const row = await atCut
      .selectFrom('members')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    return { members: row.count }
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
  // The member who came while the part was read is not in it.
  expect(part?.body).toBe('{"members":"2"}')
  expect(read.cut.seq).toBe(2)
  expect(Number(sealed[0]?.seq)).toBe(4)
})

test('loads the sealed day at startup, without a difference in the check', async () => {
  const { state } = await foldState(database.pool)
  const [row] = await database.db.selectFrom('day_sheets').select('day').execute()
  expect(state.sealedDay).toBe(row?.day)
  const { differences } = await checkBook(database.db, database.pool)
  expect(differences.described).toEqual([])
})
