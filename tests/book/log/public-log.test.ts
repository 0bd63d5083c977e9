/** The public log: what it says of commands, and that it never tells two histories. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyState } from '../../../src/domain/ledger/state.ts'
import { bytesOf } from '../../../src/proof/canonical.ts'
import { entryText, linesOf } from '../../../src/proof/entry.ts'
import { isFault, openCheckpoint } from '../../../src/proof/note.ts'
import { edgeOf } from '../../../src/proof/tiles.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { replayLog } from '../../../src/server/book/state/catch-up.ts'
import { growLog, readLogSize, readRoot } from '../../../src/server/transparency/log/grow-log.ts'
import { readEntries } from '../../../src/server/transparency/log/read-entries.ts'
import {
  LogBehind,
  openSigner,
  signCheckpoint,
} from '../../../src/server/transparency/log/sign-checkpoint.ts'
import { refusedWith } from '../../db/refused-with.ts'
import { randomFrom } from '../../domain/random.ts'
import { act, createNotes, makeClient, noteHooks, TAKEN } from '../../fault/book/load.ts'
import { naiveRoot } from '../../proof/naive-tree.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { times } from '../../support/scale.ts'

let database: TestDatabase
let book: Book
let dataDir: string
const log = pino({ level: 'silent' })
const signer = openSigner('example.com/log', '5e'.repeat(32))

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'twofold-log-'))
  await database.pool.query(createNotes)
  await database.pool.query(`insert into notes values (-1, '${TAKEN}')`)
  book = await openBook({ ...database, log, hooks: noteHooks })
  await play(times(400))
})
afterAll(async () => {
  await book.close()
  await database.close()
  await rm(dataDir, { recursive: true })
})

async function play(rounds: number): Promise<void> {
  const clients = Array.from({ length: 4 }, (_, i) => makeClient(`c${i}`, randomFrom(i)))
  await Promise.all(
    clients.map(async (client) => {
      for (let round = 0; round < rounds; round++) await act(() => book, client)
    }),
  )
}

async function growWhole(): Promise<number> {
  const random = randomFrom(3)
  while ((await growLog(database.db, Infinity, 1 + random.below(700))) > 0);
  return await readLogSize(database.db)
}

const register = () =>
  book.submit({ command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } })

const sign = () => signCheckpoint({ db: database.db, signer, dataDir, log })

test('describes each command from its rows just as the rules do', async () => {
  const size = await growWhole()
  const logged = await readEntries(database.db, { after: 0, until: size })
  expect(logged.length).toBe(size)
  const memory = { state: emptyState(), seq: 0, at: 0 }
  let lines = 0
  await database.db.transaction().execute((tx) =>
    replayLog(tx, memory, {
      until: size,
      onPage: async (outcomes) => {
        for (const { seq, effects } of outcomes) {
          expect(logged[seq - 1]?.lines).toEqual(linesOf(effects.events))
          lines += linesOf(effects.events).length
        }
      },
    }),
  )
  expect(lines).toBeGreaterThan(times(400))
  // The leaf of command n is number n − 1, however long the steps were.
  const naive = naiveRoot(logged.map(({ entry }) => bytesOf(entryText(entry))))
  expect(Buffer.from(await readRoot(database.db, size)).equals(naive)).toBe(true)
})

test('hides addresses, transactions, operators, and reasons, but keeps equality', async () => {
  const { rows } = await database.pool.query<{ text: string }>(
    `select distinct value as text from commands, jsonb_each_text(input)
     where key in ('address', 'from', 'to', 'txid', 'reason', 'operator') and value <> ''`,
  )
  expect(rows.length).toBeGreaterThan(3)
  const logged = await readEntries(database.db, { after: 0, until: 1_000_000 })
  const texts = logged.map(({ entry }) => entryText(entry))
  const shown = rows.filter(({ text }) => texts.some((each) => each.includes(`"${text}"`)))
  expect(shown).toEqual([])
  const again = await readEntries(database.db, { after: 0, until: 1_000_000 })
  expect(again.map(({ entry }) => entryText(entry))).toEqual(texts)
})

test('signs new entries once for each size, with a copy outside the database', async () => {
  const size = await sign()
  expect(size).toBe(await readLogSize(database.db))
  expect(await sign()).toBeNull()
  const note = await readFile(join(dataDir, 'last-checkpoint'), 'utf8')
  const opened = openCheckpoint(note, [signer.verifier], ed25519.verify)
  if (isFault(opened)) throw new Error(opened.fault)
  expect(opened.size).toBe(size)
  await register()
  await growWhole()
  expect(await sign()).toBeGreaterThan(size ?? 0)
})

const owner = (statement: string) => database.pool.query(statement)

/** Does something that only the owner of the tables can, with all guards off. */
async function asForger(statement: string): Promise<void> {
  await owner(`begin; set local session_replication_role = replica; ${statement}; commit`)
}

test('makes the log and its checkpoints immutable in the database', async () => {
  expect(
    await refusedWith(database.pool, `update log_tiles set hashes = substr(hashes, 1, 32)`),
  ).toMatch(/TF001|23505/)
  expect(
    await refusedWith(
      database.pool,
      `update log_tiles set hashes = overlay(hashes placing '\\x00' from 1)`,
    ),
  ).toMatch(/TF001|23505/)
  expect(await refusedWith(database.pool, `delete from log_tiles`)).toMatch(/TF001|23505/)
  expect(await refusedWith(database.pool, `update log_checkpoints set note = ''`)).toMatch(
    /TF001|23505/,
  )
  expect(
    await refusedWith(
      database.pool,
      `insert into log_checkpoints select size, sha256(root), note from log_checkpoints`,
    ),
  ).toMatch(/TF001|23505/)
  expect(
    await refusedWith(database.pool, `insert into log_checkpoints values (1, sha256(''), '')`),
  ).toMatch(/TF001|23505/)
})

test('refuses to sign when the past was rewritten, even with all guards off', async () => {
  const size = await readLogSize(database.db)
  const last = edgeOf(size)[0]?.no ?? 0
  const flip = `set hashes = overlay(hashes placing sha256(hashes) from 1)
    where level = 0 and no = ${last}`
  const before = await owner(`select hashes from log_tiles where level = 0 and no = ${last}`)
  await asForger(`update log_tiles ${flip}`)
  await register()
  await growWhole()
  await expect(sign()).rejects.toThrow(LogBehind)
  const [{ hashes }] = before.rows as [{ hashes: Buffer }]
  await asForger(`update log_tiles
    set hashes = overlay(hashes placing '\\x${hashes.subarray(0, 32).toString('hex')}' from 1)
    where level = 0 and no = ${last}`)
  expect(await sign()).toBeGreaterThan(size)
})

test('refuses to sign after a restore lost signed entries', async () => {
  await asForger(`delete from log_checkpoints where size > 1`)
  await asForger(`delete from log_tiles where level = 0 and no >= 1 or level > 0`)
  await asForger(`update log_tiles set hashes = substr(hashes, 1, 32)`)
  // The copy beside the database still knows.
  await expect(sign()).rejects.toThrow('and a checkpoint of')
  // Without the copy, the log can continue: what witnesses and members kept then tells.
  const other = join(dataDir, 'other')
  await mkdir(other)
  expect(await growWhole()).toBeGreaterThan(1)
  expect(await signCheckpoint({ db: database.db, signer, dataDir: other, log })).not.toBeNull()
})

test('refuses to sign when the ledger lost commands that the log has', async () => {
  await asForger(`delete from commands where seq = (select max(seq) from commands)`)
  await expect(sign()).rejects.toThrow('the ledger has')
})
