import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/db/migrate.ts'
import { readJournals } from '../../src/server/command-log/slice.ts'
import { readEntries } from '../../src/server/transparency/log/read-entries.ts'
import { countReads } from './statements/count-reads.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

// Readers of the log look at a few commands at its end. They must not read what came before.

const COMMANDS = 40_000
const [FROM, TO] = [COMMANDS - 1_000, COMMANDS - 500]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await contract(database.pool)
  // Two journals for each command, and none since the last vacuum.
  const { pool } = database
  await pool.query(`
    alter table commands disable trigger user;
    delete from commands;
    insert into commands (seq, kind, by, input, submission, at)
      select n, 'test', 'system:test', '{}', gen_random_uuid(), now()
      from generate_series(1, ${COMMANDS}) n;
    alter table commands enable trigger user;
    insert into journals (no, seq, kind, subject, at)
      select n, (n + 1) / 2, 1, n, now() from generate_series(1, ${2 * COMMANDS}) n`)
  await pool.query('analyze journals')
})
afterAll(() => database.close())

test('webhooks and emails read only the journals of new commands', async () => {
  const read = await countReads(database.db, 'journals', async (tx) => {
    const slice = { from: BigInt(FROM), to: BigInt(TO), at: new Date() }
    const found = await readJournals(tx, slice, [1])
    expect(found.map(({ no }) => Number(no))).toEqual(
      Array.from({ length: 2 * (TO - FROM) }, (_, i) => 2 * FROM + 1 + i),
    )
  })
  expect(read).toBeLessThan(2 * (TO - FROM) + 100)
})

test('a receipt reads only the journals of its command', async () => {
  const read = await countReads(database.db, 'journals', async (tx) => {
    const [entry] = await readEntries(tx, { after: FROM - 1, until: FROM }, { makeKeys: true })
    expect(entry?.lines.map(([, no]) => no)).toEqual([2 * FROM - 1, 2 * FROM])
  })
  expect(read).toBeLessThan(150)
})
