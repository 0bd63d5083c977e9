import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { micros } from '../../src/domain/money/money.ts'
import { eventOf } from '../../src/domain/ledger/event.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { compareStates, noDifferences } from '../../src/server/book/check/compare-states.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { findOrigin } from '../../src/server/book/snapshot/origin.ts'
import { sectionsOf } from '../../src/server/book/snapshot/sections.ts'
import { readSnapshot, writeSnapshot } from '../../src/server/book/snapshot/snapshot-file.ts'
import { openSnapshots, type SnapshotResult } from '../../src/server/book/snapshot/snapshots.ts'
import { outcomeOf } from '../support/book-acts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { depositCommands } from '../support/deposits.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'

const by = { system: 'test' }
let database: TestDatabase
let directory: string
let results: SnapshotResult[]
let told: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'twofold-snapshots-'))
  results = []
  told = []
})
afterEach(async () => {
  await database.close()
  await rm(directory, { recursive: true, force: true })
})

const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })

const snapshotsOf = (of: TestDatabase, compareAfterMs = 60_000) =>
  openSnapshots({
    directory,
    db: of.db,
    connectionString: of.url,
    log,
    onResult: (result) => void results.push(result),
    compareAfterMs,
  })

const open = (of = database, compareAfterMs?: number): Promise<Book> =>
  openBook({ ...of, log, kept: snapshotsOf(of, compareAfterMs) })

/** A member with money, a seat, an open deposit request, and an open withdrawal. */
async function join1(book: Book, sponsor: number): Promise<number> {
  const { effects } = await outcomeOf(book, { command: { kind: 'register', sponsor }, by })
  const [member, profile] = [eventOf(effects, 'member').no, eventOf(effects, 'profile').no]
  const commands = depositCommands(member, 9, member)
  for (const command of commands) await book.submit({ command, by })
  await book.submit({ command: { kind: 'activate', member, profile }, by })
  const [opening] = depositCommands(member, 5, member)
  if (opening) await book.submit({ command: opening, by })
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const withdrawal = { member, amountMicros: micros(2_000_000n), address, holdUntilAt: 0 }
  await book.submit({ command: { kind: 'request_withdrawal', ...withdrawal }, by })
  return member
}

/** A history with a snapshot at its end. */
async function writeHistory(of = database, members = 5): Promise<void> {
  const book = await open(of)
  let sponsor = 1
  for (let i = 0; i < members; i++) sponsor = await join1(book, sponsor)
  await book.close()
}

async function newest(): Promise<string> {
  const names = (await readdir(directory)).toSorted()
  return join(directory, names.at(-1) ?? '')
}

/** The state from the snapshots, compared cell by cell with the tables. Null if none was used. */
async function loadAndCompare(of = database): Promise<number | null> {
  const memory = await snapshotsOf(of).load()
  const folded = await foldState(of.pool)
  if (memory === null) return null
  const found = noDifferences()
  compareStates(found, ['snapshot', memory.state], ['tables', folded.state])
  expect(found).toEqual({ count: 0, described: [] })
  const { seq, at, batch, sealed } = folded
  expect(memory).toMatchObject({ seq, at, batch, sealed })
  return memory.seq
}

test('starts from a snapshot of the same head', async () => {
  await writeHistory()
  expect(await loadAndCompare()).toBe((await foldState(database.pool)).seq)
  expect(results).toEqual(['saved', 'loaded'])
})

test.runIf(isLong)(
  'identifies its code at startup, whatever replaces the files later',
  async () => {
    const book = await openBook({ ...database, log })
    await join1(book, 1)
    await book.close()
    const pool = openPool({ connectionString: database.url, name: 'snapshots' })
    const kept = openSnapshots({
      directory,
      db: openKysely(pool),
      connectionString: database.url,
      log,
      onResult: (result) => void results.push(result),
    })
    expect(await kept.load()).toBeNull()
    // From here on, it can read no files.
    await pool.end()
    await kept.save(await foldState(database.pool))
    expect(results).toEqual(['saved'])
  },
)

test('replays what was logged after the snapshot', async () => {
  await writeHistory()
  const other = await openBook({ ...database, log })
  await join1(other, 2)
  await other.close()
  expect(await loadAndCompare()).toBe((await foldState(database.pool)).seq)
})

test.runIf(isLong)('keeps two snapshots, and writes none without changes', async () => {
  await writeHistory()
  await writeHistory(database, 1)
  await writeHistory(database, 1)
  expect(await readdir(directory)).toHaveLength(2)
  await writeHistory(database, 0)
  expect(results.filter((result) => result === 'saved')).toHaveLength(3)
})

test.runIf(isLong)('keeps what it has just written, whatever the names of others say', async () => {
  const rename1 = async (from: string, seq: string): Promise<void> => {
    const at = String(Date.now() + 3_600_000).padStart(15, '0')
    await rename(from, join(directory, `${at}-${seq}.state`))
  }
  const saved = async (): Promise<boolean> => {
    const { seq } = await foldState(database.pool)
    return (await readdir(directory)).some((name) => name.endsWith(`-${seq}.state`))
  }
  // The clock was an hour ahead when it wrote these.
  await writeHistory(database, 1)
  const first = await newest()
  await rename1(first, first.replace(/^.*-|\.state$/g, ''))
  await writeHistory(database, 1)
  const second = join(directory, (await readdir(directory)).toSorted()[0] ?? '')
  await rename1(second, second.replace(/^.*-|\.state$/g, ''))
  await writeHistory(database, 1)
  expect([await saved(), (await readdir(directory)).length]).toEqual([true, 2])
  expect(await loadAndCompare()).toBe((await foldState(database.pool)).seq)
  // These are of a longer history, which a restored backup replaced.
  const names = await readdir(directory)
  for (const [i, name] of names.entries()) await rename1(join(directory, name), String(900_000 + i))
  await writeHistory(database, 1)
  expect([await saved(), (await readdir(directory)).length]).toEqual([true, 2])
})

test.runIf(isLong)('uses the older snapshot when the newest is torn', async () => {
  await writeHistory()
  await writeHistory(database, 1)
  const path = await newest()
  const { length } = await readFile(path)
  await truncate(path, length - 1)
  results = []
  expect(await loadAndCompare()).toBe((await foldState(database.pool)).seq)
  expect(results).toEqual(['unusable', 'loaded'])
  expect(await readdir(directory)).toHaveLength(1)
})

test('rejects a truncated snapshot, or one with any flipped bit', async () => {
  await writeHistory()
  const path = await newest()
  const whole = await readFile(path)
  const steps = isLong ? 23 : 2
  const places = Array.from({ length: steps + 1 }, (_, i) =>
    Math.floor(((whole.length - 1) * i) / steps),
  )
  for (const place of places) {
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ 4
    await writeFile(path, changed)
    expect([place, await loadAndCompare()]).toEqual([place, null])
    await writeFile(path, whole.subarray(0, place))
    expect([place, await loadAndCompare()]).toEqual([place, null])
  }
  await writeFile(path, whole)
  expect(await loadAndCompare()).not.toBe(null)
})

test('rejects a snapshot of another history, whatever its length', async () => {
  await writeHistory()
  for (const members of isLong ? [3, 5, 7] : [5]) {
    const other = await createTestDatabase()
    const book = await openBook({ ...other, log })
    let sponsor = 1
    for (let i = 0; i < members; i++) sponsor = await join1(book, sponsor)
    await book.close()
    expect(await loadAndCompare(other)).toBe(null)
    await other.close()
  }
  expect(told.join('')).toMatch(/is not in the log/)
  expect(await loadAndCompare()).not.toBe(null)
})

test('pauses payouts, once, if a database lacks what a snapshot has', async () => {
  await writeHistory()
  await writeHistory(database, 1)
  expect(await database.db.selectFrom('history_losses').select('no').execute()).toEqual([])
  const restored = await createTestDatabase()
  const reasons = async () =>
    (await restored.db.selectFrom('payout_pauses').select('reason').execute()).map(
      ({ reason }) => reason,
    )
  // Another version's snapshot says the same, although nobody can load it.
  const path = await newest()
  const ours = await findOrigin(database.db)
  const snapshot = await readSnapshot(path, ours)
  await rm(path)
  await writeSnapshot(path, { ...ours, fingerprint: 'older' }, snapshot, sectionsOf(snapshot.state))
  await (await open(restored)).close()
  expect(await reasons()).toEqual(['history_lost'])
  const losses = await restored.db.selectFrom('history_losses').select('known_seq').execute()
  expect(losses).toEqual([{ known_seq: BigInt(snapshot.seq) }])
  await restored.db.deleteFrom('payout_pauses').execute()
  await (await open(restored)).close()
  expect(await reasons()).toEqual([])
  // It continues, and is restored to before that, while the first history's snapshot is longer.
  await writeHistory(restored, 1)
  await restored.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update batches set writer = gen_random_uuid()`.execute(tx)
  })
  await (await open(restored)).close()
  expect(await reasons()).toEqual(['history_lost'])
  await restored.close()
})

test('rejects a snapshot of other code or another cluster, and keeps it', async () => {
  await writeHistory()
  const path = await newest()
  const ours = await findOrigin(database.db)
  const snapshot = await readSnapshot(path, ours)
  for (const theirs of [{ fingerprint: 'another' }, { system: '7' }]) {
    await rm(path)
    await writeSnapshot(path, { ...ours, ...theirs }, snapshot, sectionsOf(snapshot.state))
    expect(await loadAndCompare()).toBe(null)
    expect(await readdir(directory)).toHaveLength(1)
  }
  expect(told.join('')).toMatch(/another version of the product wrote it.*it is of another/s)
})

test.runIf(isLong)(
  'detects in the background what the first check missed, and loads the tables',
  async () => {
    await writeHistory()
    // The tables change behind the log's back. A snapshot of bad memory would look the same.
    await database.pool.query('alter table seats disable trigger all')
    await database.pool.query('update members set auto_upgrade = not auto_upgrade where no = 3')
    results = []
    const book = await open(database, 0)
    let reloads = 0
    book.onReloaded(() => reloads++)
    await until('the comparison', () => results.includes('differs'), { deadlineMs: 60_000 })
    expect(told.join('')).toMatch(/flags of member 3/)
    await until('the snapshots to go', async () => (await readdir(directory)).length === 0)
    await join1(book, 2)
    expect(reloads).toBe(1)
    await book.close()
  },
)

test.runIf(isLong)('confirms a good snapshot in the background', async () => {
  await writeHistory()
  const book = await open(database, 0)
  await join1(book, 2)
  await until('the comparison', () => results.includes('same'), { deadlineMs: 60_000 })
  await book.close()
  expect(results).toEqual(['saved', 'loaded', 'same', 'saved'])
})

test('starts and stops without a directory for snapshots', async () => {
  await rm(directory, { recursive: true })
  await writeFile(directory, 'a file, not a directory')
  await writeHistory(database, 1)
  expect(results).toEqual(['not_saved'])
})
