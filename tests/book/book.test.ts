import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apply } from '../../src/domain/book.ts'
import { eventOf } from '../../src/domain/ledger/event.ts'
import { micros } from '../../src/domain/money/money.ts'
import { walletOf } from '../../src/domain/ledger/ledger.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { compareStates, noDifferences } from '../../src/server/book/check/compare-states.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { depositCommands } from '../support/deposits.ts'
import { outcomeOf, testHooks } from '../support/book-acts.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { callHook, type AnsweredHook, type BatchHook } from '../../src/server/book/batch-hook.ts'
import { expectAgreement } from '../support/agreement.ts'

const log = pino({ level: 'silent' })
const by = { system: 'test' }
const echo: AnsweredHook<number, { n: number }> = {
  name: 'echo',
  input: z.int(),
  fits: () => true,
  receipt: z.object({ n: z.int() }),
  receiptOf: ({ input: n }) => ({ n }),
}
const insertName: BatchHook<string> = {
  name: 'insert name',
  input: z.string(),
  fits: () => true,
  async write(tx, items) {
    for (const { input } of items) await sql`insert into names values (${input})`.execute(tx)
  },
}
const hooks = testHooks(echo, insertName)
let database: TestDatabase
let book: Book

beforeEach(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log, hooks })
})
afterEach(async () => {
  await book.close()
  await database.close()
})

async function join(sponsor: number): Promise<{ member: number; profile: number }> {
  const { effects } = await outcomeOf(book, { command: { kind: 'register', sponsor }, by })
  return { member: eventOf(effects, 'member').no, profile: eventOf(effects, 'profile').no }
}

const fund = (member: number, dollars: number, nonce = member) =>
  Promise.all(
    depositCommands(member, dollars, nonce).map((command) => book.submit({ command, by })),
  )

test('folds the tables to the live state after joins, deposits, and activations', async () => {
  const { member, profile } = await join(1)
  await fund(member, 5)
  const result = await book.submit({ command: { kind: 'activate', member, profile }, by })
  expect(result.accepted).toBe(true)
  const folded = await foldState(database.pool)
  expect(folded.seq).toBe(book.status().seq)
  expect(walletOf(folded.state, member)).toBe(4_000_000n)
  expect(folded.state.numbers).toEqual(expect.objectContaining({ ordinal: 6, profile: 6 }))
})

test('folds to the same state in pages of three rows or all at once', async () => {
  let sponsor = 1
  for (let i = 0; i < 9; i++) {
    const joined = await join(sponsor)
    await fund(joined.member, 9)
    await book.submit({ command: { kind: 'activate', ...joined }, by })
    if (i % 3 === 0) sponsor = joined.member
    const command = { kind: 'set_suspended', member: joined.member, on: i % 2 === 0 } as const
    await book.submit({ command, by })
  }
  const found = noDifferences()
  const [whole, parts] = [await foldState(database.pool), await foldState(database.pool, 3)]
  compareStates(found, ['whole', whole.state], ['parts', parts.state])
  expect(found).toEqual({ count: 0, described: [] })
  expect(parts.state.numbers.ordinal).toBe(whole.state.numbers.ordinal)
  expect(parts.state.numbers.ordinal).toBeGreaterThan(12)
})

test('counts an operator’s solo adjustments after a restart', async () => {
  const { member } = await join(1)
  const limits = { memberLimitMicros: micros(10_000_000n), dayLimitMicros: micros(50_000_000n) }
  const amountMicros = micros(6_000_000n)
  const about = { member, amountMicros, operator: 'ada', reason: 'a test', ...limits }
  const adjust = { kind: 'propose_adjustment', ...about } as const
  expect(await book.submit({ command: adjust, by })).toMatchObject({ accepted: true })
  const { state } = await foldState(database.pool)
  expect(walletOf(state, member)).toBe(6_000_000n)
  const again = apply(state, adjust, Date.now() + 1_000)
  expect(again).toMatchObject({ events: [{ alone: false, approvedBy: null }] })
  const later = apply(state, adjust, Date.now() + 86_500_000)
  if ('refusal' in later) throw new Error(later.refusal.code)
  expect(eventOf(later, 'adjustment')).toMatchObject({ alone: true, approvedBy: 'ada' })
  await expectAgreement(database)
})

test('leaves no effect and no row of a refused command', async () => {
  const { member, profile } = await join(1)
  const before = book.status().seq
  const result = await book.submit({ command: { kind: 'activate', member, profile }, by })
  expect(result).toEqual({
    accepted: false,
    refusal: { code: 'insufficient_balance', availableMicros: 0n },
  })
  expect(book.status().seq).toBe(before)
})

test('accepts one of fifty simultaneous activations of a profile', async () => {
  const { member, profile } = await join(1)
  await fund(member, 9)
  const command = { kind: 'activate', member, profile } as const
  const results = await Promise.all(
    Array.from({ length: 50 }, () => book.submit({ command, by: { member } })),
  )
  expect(results.filter(({ accepted }) => accepted)).toHaveLength(1)
})

test('repeats a key’s answer, and refuses it for another input', async () => {
  const { member, profile } = await join(1)
  await fund(member, 9)
  const key = { scope: `member:${member}`, key: 'k', inputHash: 'one' }
  const submission = {
    command: { kind: 'activate', member, profile },
    by,
    key,
    hook: callHook(echo, 7),
  } as const
  const first = await book.submit(submission)
  const second = await book.submit(submission)
  if (!first.accepted || first.replayed) throw new Error('refused')
  expect(first.done).toMatchObject({ receipt: { n: 7 } })
  expect(second).toEqual({ accepted: true, replayed: true, first: { done: first.done } })
  const other = book.submit({ ...submission, key: { ...key, inputHash: 'two' } })
  await expect(other).rejects.toThrow(expect.objectContaining({ name: 'KeyReused' }))
})

test('fails only the command that the database refuses', async () => {
  await database.pool.query('create table names (name text unique)')
  const names = ['ana', 'ben', 'ana', 'cleo', 'dora']
  const answers = await Promise.allSettled(
    names.map((input) =>
      book.submit({
        command: { kind: 'register', sponsor: 1 },
        by,
        hook: callHook(insertName, input),
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(book.status().members).toBe(5)
  const folded = await foldState(database.pool)
  expect(folded.state.numbers.member).toBe(5)
})

test('keeps two books on one database in step', async () => {
  const other = await openBook({ ...database, log })
  const { member, profile } = await join(1)
  await fund(member, 3)
  const command = { kind: 'activate', member, profile } as const
  const [here, there] = await Promise.all([
    book.submit({ command, by }),
    other.submit({ command, by }),
  ])
  expect([here.accepted, there.accepted].filter(Boolean)).toHaveLength(1)
  await other.submit({ command: { kind: 'register', sponsor: member }, by })
  await join(member)
  expect(book.status().members).toBe(4)
  await other.close()
})

test('receives a transfer once', async () => {
  const { member } = await join(1)
  const [open, receive] = depositCommands(member, 5, 77)
  if (!open || !receive) throw new Error('no commands')
  await book.submit({ command: open, by })
  const results = await Promise.all(
    Array.from({ length: 10 }, () => book.submit({ command: receive, by })),
  )
  expect(results.filter(({ accepted }) => accepted)).toHaveLength(1)
  expect(await book.submit({ command: receive, by })).toEqual({
    accepted: false,
    refusal: { code: 'already_used' },
  })
})

async function expectRefused(statement: string, text: RegExp): Promise<void> {
  await expect(database.pool.query(statement)).rejects.toThrow(text)
}

test('refuses in the database what the rules would never do', async () => {
  const journal = `with j as (insert into journals values (9000, 1, 0, 9000, now()))`
  const { member, profile } = await join(1)
  await fund(member, 3)
  await book.submit({ command: { kind: 'activate', member, profile }, by })
  await expectRefused('update postings set amount = 1', /append-only/)
  await expectRefused('delete from postings', /append-only/)
  await expectRefused('truncate seats', /append-only/)
  await expectRefused('delete from commands', /append-only/)
  await expectRefused(
    `${journal} insert into postings values (9000, 1, 5, 5, 0, 0, 0)`,
    /not balanced/,
  )
  await expectRefused(
    `insert into postings values (9000, 1004, -9000000, -1, 0, 0, 0),
      (9000, 1, 9000000, 1, 1, 0, 0)`,
    /postings_check|accounts_check/,
  )
  await expectRefused(
    `${journal} insert into postings values (9000, 1, 5, 5, 0, 0, 0), (9000, 2, -5, -5, 1, 0, 0)`,
    /not .* as posted/,
  )
  await expectRefused(
    `insert into postings values (1, 1, 5, 5, 7, 0, 0), (1, 2, -5, -5, 8, 0, 0)`,
    /postings come with their journals/,
  )
  await expectRefused(
    `insert into seats values (999, 999, 0, 1, 0, 1, 1, now())`,
    /seats_parent_no_side_key/,
  )
  await expectRefused(
    `insert into seats values (999, 999, 0, null, null, 0, 999, now())`,
    /seats_one_root/,
  )
  await expectRefused(
    'update accounts set balance = balance + 1 where no = 1',
    /from postings alone/,
  )
  await expectRefused(`update catalogs set plans = '[]'`, /catalogs is append-only/)
  await expectRefused('delete from transfers', /transfers is append-only/)
  const removal = database.pool.query('truncate members cascade')
  await expect(removal).rejects.toThrow(/members is append-only/)
})

test('refuses in a folded state what the live state refuses', async () => {
  const { member, profile } = await join(1)
  await fund(member, 5)
  await book.submit({ command: { kind: 'activate', member, profile }, by })
  const folded = await foldState(database.pool)
  expect(apply(folded.state, { kind: 'activate', member, profile }, 0)).toEqual({
    refusal: { code: 'already_active' },
  })
})

test('finds a changed balance in the full check', async () => {
  const first = await join(1)
  await fund(first.member, 9)
  await book.submit({ command: { kind: 'activate', ...first }, by })
  const second = await join(first.member)
  await fund(second.member, 9)
  await book.submit({ command: { kind: 'activate', ...second }, by })
  const { differences, commands } = await checkBook(database.db, database.pool)
  expect(differences).toEqual({ count: 0, described: [] })
  expect(commands).toBe(9)
  await database.pool.query('alter table accounts disable trigger accounts_follow_postings')
  await database.pool.query('update accounts set balance = balance + 1 where no = 1')
  const after = await checkBook(database.db, database.pool)
  expect(after.differences.described).toEqual([
    expect.stringContaining('balance of house:plan margin'),
    expect.stringContaining('balances are the sums of their postings: account 1'),
  ])
})

test('reloads and succeeds when memory differs from the tables', async () => {
  const { member } = await join(1)
  await fund(member, 5)
  // Changed directly in the database, so the next posting doesn't follow from the balance.
  await database.pool.query('alter table accounts disable trigger accounts_follow_postings')
  await database.pool.query(
    `update accounts set balance = balance + 10000 where no = ${1000 + 2 * member}`,
  )
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const amountMicros = micros(3_000_000n)
  const command = { kind: 'request_withdrawal', member, amountMicros, address } as const
  let reloads = 0
  book.onReloaded(() => reloads++)
  const asked = await book.submit({ command: { ...command, holdUntilAt: 0 }, by })
  expect({ accepted: asked.accepted, reloads }).toEqual({ accepted: true, reloads: 1 })
  await database.pool.query('alter table accounts enable trigger accounts_follow_postings')
})

test('reports a gap in the command log in the full check', async () => {
  const { member } = await join(1)
  await fund(member, 9)
  await database.pool.query('alter table commands disable trigger commands_append_only')
  await database.pool.query('delete from commands where seq = 3')
  const { differences } = await checkBook(database.db, database.pool)
  expect(differences.described).toEqual([
    'the command log cannot be replayed: command 3 is missing',
    expect.stringContaining('the command log has no gap: 3 commands, the last is 4'),
  ])
})
