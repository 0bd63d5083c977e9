/** A command raises the rules. A process that doesn't know the new rules stops there. */
import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
import { emptyState, NEWEST_RULES } from '../../src/domain/ledger/state.ts'
import { makeBook, openBook, type Book } from '../../src/server/book/book.ts'
import { RulesTooOld, type Memory } from '../../src/server/book/state/catch-up.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { RecentOutcomes } from '../../src/server/book/state/recent-outcomes.ts'
import { startFollowing } from '../../src/server/leader/follow.ts'
import { newHolder, openLedger } from '../../src/server/leader/leadership.ts'
import { raiseRules } from '../../src/server/leader/raise-rules.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'

const log = pino({ level: 'silent' })
const by = { system: 'test' }
/** The next version, which the writer of these tests knows and this product doesn't. */
const NEXT = NEWEST_RULES + 1
const register = { kind: 'register', sponsor: 1 } as const

let database: TestDatabase
/** A writer of a version that knows the second version of the rules. */
let book: Book
let memory: Memory
beforeEach(async () => {
  database = await createTestDatabase()
  onTestFinished(() => database.close())
  await (await openBook({ ...database, log })).close()
  memory = await load(NEXT)
  ;({ book } = makeBook({ ...database, log }, memory))
  onTestFinished(() => book.close())
  for (let version = 2; version <= NEWEST_RULES; version++) {
    await book.submit({ command: { kind: 'raise_rules', version }, by })
  }
})

/** The state that a process loads that knows the rules up to a version. */
const load = (newest: number): Promise<Memory> =>
  foldState(database.pool, undefined, undefined, emptyState(newest))

const listProcess = async (rules: number): Promise<string> => {
  const id = randomUUID()
  const row = { id, role: 'ledger', version: '1', schema_version: 1, host: 'here' }
  await database.db
    .insertInto('processes')
    .values({ ...row, rules_version: rules })
    .execute()
  return id
}
const raise = () => raiseRules({ db: database.db, book, newest: NEXT })

test('raises the rules once, when every running process knows them', async () => {
  await raise()
  const older = await listProcess(NEWEST_RULES)
  await listProcess(NEXT)
  await raise()
  expect(memory.state.numbers.rules).toBe(NEWEST_RULES)
  await database.db.deleteFrom('processes').where('id', '=', older).execute()
  await raise()
  expect(memory.state.numbers.rules).toBe(NEXT)
  const { seq } = memory
  await raise()
  expect(memory.seq).toBe(seq)
})

test('never raises the rules beyond what this version knows', async () => {
  await listProcess(NEXT + 1)
  const older = await openBook({ ...database, log })
  onTestFinished(() => older.close())
  const { seq } = older.status()
  await raiseRules({ db: database.db, book: older })
  expect(older.status().seq).toBe(seq)
  const forced = await older.submit({ command: { kind: 'raise_rules', version: NEXT }, by })
  expect(forced).toMatchObject({ accepted: false, refusal: { code: 'amount_out_of_range' } })
})

test('reports that the writer refuses to raise the rules', async () => {
  await listProcess(NEXT)
  const older = await openBook({ ...database, log })
  onTestFinished(() => older.close())
  const raised = raiseRules({ db: database.db, book: older, newest: NEXT })
  await expect(raised).rejects.toThrow('the rules refuse raise_rules: amount_out_of_range')
})

test('applies the rules from the same command in tables, log, and followers', async () => {
  const standby = await load(NEXT)
  const troubles: Error[] = []
  follow(standby, troubles)
  await book.submit({ command: register, by })
  await book.submit({ command: { kind: 'raise_rules', version: NEXT }, by })
  await book.submit({ command: register, by })
  await until('the log', () => standby.seq === memory.seq)
  expect([standby.state.numbers.rules, troubles]).toEqual([NEXT, []])
  expect((await load(NEXT)).state.numbers).toEqual(memory.state.numbers)
  const repeated = await book.submit({ command: { kind: 'raise_rules', version: NEXT }, by })
  expect(repeated.accepted).toBe(false)
  const skipped = await book.submit({ command: { kind: 'raise_rules', version: NEXT + 2 }, by })
  expect(skipped.accepted).toBe(false)
})

test('stops an outdated process before the raise, and never lets it lead', async () => {
  const standby = await load(NEWEST_RULES)
  const troubles: Error[] = []
  follow(standby, troubles)
  await book.submit({ command: register, by })
  const last = memory.seq
  await book.submit({ command: { kind: 'raise_rules', version: NEXT }, by })
  await book.submit({ command: register, by })
  await until('the raise', () => troubles.length > 0)
  expect(troubles[0]).toBeInstanceOf(RulesTooOld)
  expect(troubles[0]?.message).toContain('Replace it with a newer version of the product.')
  // It applied nothing of the newer rules.
  expect([standby.seq, standby.state.numbers.rules]).toEqual([last, NEWEST_RULES])
  // It doesn't start or check the ledger either.
  const address = 'http://127.0.0.1:9'
  const places = { address, aliveAddress: address }
  const options = { ...database, log, directUrl: database.url, holder: newHolder(), places }
  await expect(openLedger(options)).rejects.toThrow(RulesTooOld)
  await expect(openBook({ ...database, log })).rejects.toThrow(RulesTooOld)
  await expect(checkBook(database.db, database.pool)).rejects.toThrow(RulesTooOld)
})

test.runIf(isLong)(
  'reads no tables for rules it doesn’t know, and pauses between its tries',
  async () => {
    const pool = openPool({ connectionString: database.url, name: 'loads' })
    let loads = 0
    // Each load opens a connection of its own.
    Object.assign(pool.options, { onConnect: () => void (loads += 1) })
    const older = await openBook({ ...database, pool, log })
    onTestFinished(async () => {
      await older.close()
      await pool.end()
    })
    await book.submit({ command: { kind: 'raise_rules', version: NEXT }, by })
    // From now on, reading this table fails in another way.
    await database.pool.query('alter table members rename column suspended to was_suspended')
    await expect(load(NEWEST_RULES)).rejects.toThrow(RulesTooOld)
    loads = 0
    const submitted = older.submit({ command: register, by, timeLeftMs: 1_500 })
    await expect(submitted).rejects.toBeInstanceOf(Error)
    expect(loads).toBeGreaterThan(1)
    expect(loads).toBeLessThan(10)
  },
)

test.runIf(isLong)('stops before a command of an unknown kind', async () => {
  const standby = await load(NEXT)
  const troubles: Error[] = []
  follow(standby, troubles)
  await book.submit({ command: register, by })
  const last = memory.seq
  await until('the log', () => standby.seq === last)
  // As a newer version would have written it.
  const seq = BigInt(last + 1)
  const at = new Date(memory.at)
  const submission = randomUUID()
  await database.db.transaction().execute(async (tx) => {
    const row = { seq, at, kind: 'of_tomorrow', by: 'test', input: '{}', submission }
    await tx.insertInto('commands').values(row).execute()
    const { epoch } = await tx.selectFrom('ledger_leader').select('epoch').executeTakeFirstOrThrow()
    const batch = { first_seq: seq, last_seq: seq, writer: randomUUID(), epoch }
    await tx.insertInto('batches').values(batch).execute()
  })
  await until('the command', () => troubles.length > 0)
  expect(troubles[0]).toBeInstanceOf(RulesTooOld)
  expect(troubles[0]?.message).toContain('these rules know no command "of_tomorrow"')
  expect([standby.seq, standby.state.numbers.member]).toEqual([last, memory.state.numbers.member])
  await expect(checkBook(database.db, database.pool)).rejects.toThrow(RulesTooOld)
})

test('refuses every command that the rules don’t know', async () => {
  const { seq } = memory
  const unknown = { kind: 'of_tomorrow' } as unknown as typeof register
  const refusal = 'these rules know no command "of_tomorrow"'
  await expect(book.submit({ command: unknown, by })).rejects.toThrow(refusal)
  expect(memory.seq).toBe(seq)
})

test.runIf(isLong)('replays a raise and later commands in the ledger check', async () => {
  await book.submit({ command: { kind: 'import_member', sponsor: 1, plans: [0], side: null }, by })
  await book.submit({ command: register, by })
  const { differences, commands } = await checkBook(database.db, database.pool)
  expect([differences.described, commands]).toEqual([[], 2 + NEWEST_RULES])
  await database.pool.query('alter table rule_versions disable trigger user')
  await database.pool.query('delete from rule_versions')
  const without = await checkBook(database.db, database.pool)
  expect(without.differences.described.join()).toContain('number of ruless: the rows say 1')
})

function follow(standby: Memory, troubles: Error[]): void {
  const follower = startFollowing({
    db: database.db,
    memory: standby,
    recent: new RecentOutcomes(),
    directUrl: database.url,
    name: 'a standby',
    log,
    onLost(lost) {
      troubles.push(lost)
      return Promise.resolve()
    },
    onBroken: (broken) => void troubles.push(broken),
  })
  onTestFinished(() => follower.stop())
}
