import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Command } from '../../../src/domain/ledger/command.ts'
import { micros } from '../../../src/domain/money/money.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { callHook, type BatchHook } from '../../../src/server/book/batch-hook.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { BookUnavailable } from '../../../src/server/book/submission.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testHooks } from '../../support/book-acts.ts'
import { isLong } from '../../support/scale.ts'
import { openPostgresProxy } from '../../support/wire/tcp-proxy.ts'
import { createNotes, noteHook, noteHooks, receiptOf, submitUntilKnown, TAKEN } from './load.ts'
import { expectTruth } from './truth.ts'
import { expectAgreement } from '../../support/agreement.ts'

const log = pino({ level: 'silent' })
const by = { system: 'test' }
let database: TestDatabase
let book: Book

beforeEach(async () => {
  database = await createTestDatabase()
  await database.pool.query(createNotes)
  await database.pool.query('insert into notes values (0, $1)', [TAKEN])
  book = await openBook({ ...database, log, hooks: noteHooks })
})
afterEach(async () => {
  await book.close()
  await database.close()
})

test('fails only the ten poisoned commands among two hundred', async () => {
  const answers = Array.from({ length: 200 }, (_, i) =>
    submitUntilKnown(
      () => book,
      { kind: 'register', sponsor: 1 },
      `k${i}`,
      i % 20 === 7 ? TAKEN : `k${i}`,
    ),
  )
  const truth = await expectTruth(database.db, database.pool, await Promise.all(answers))
  expect(truth).toEqual({ commands: 191, accepted: 190, refused: 0, poisoned: 10 })
})

test('fails only the command whose check fails, even if another process was faster', async () => {
  const failing: BatchHook<string> = {
    ...noteHook,
    async check(tx, inputs) {
      await sql`select 1 / ${inputs.includes('k2') ? 0 : 1}::int`.execute(tx)
      return inputs.map(() => [])
    },
  }
  const other = await openBook({ ...database, log, hooks: testHooks(failing) })
  const command: Command = { kind: 'register', sponsor: 1 }
  // It has to catch up with this in the transaction that the check ends.
  await book.submit({ command, by })
  const answers = await Promise.allSettled(
    ['k1', 'k2', 'k3'].map((input) =>
      other.submit({ command, by, hook: callHook(failing, input) }),
    ),
  )
  await other.close()
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(answers[1]).toMatchObject({ reason: { code: '22012' } })
  await expectAgreement(database)
})

test('blames the statement that failed, not those that the server then ignores', async () => {
  const nest = async (depth: number, fail: () => Promise<unknown>): Promise<void> => {
    if (depth > 0) return await nest(depth - 1, fail)
    await fail()
  }
  const failing: BatchHook<string> = {
    ...noteHook,
    async write(tx, items) {
      const divisor = items.some(({ input }) => input === 'k2') ? 0 : 1
      const shallow = sql`select 1`.execute(tx)
      // Their answers arrive together.
      setImmediate(() => {
        const untilMs = performance.now() + 20
        while (performance.now() < untilMs);
      })
      await Promise.all([
        shallow,
        nest(20, () => sql`select 1 / ${divisor}::int`.execute(tx)),
        sql`select 2`.execute(tx),
      ])
    },
  }
  const own = await openBook({ ...database, log, hooks: testHooks(failing) })
  const command: Command = { kind: 'register', sponsor: 1 }
  const answers = await Promise.allSettled(
    ['k1', 'k2', 'k3'].map((input) => own.submit({ command, by, hook: callHook(failing, input) })),
  )
  await own.close()
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(answers[1]).toMatchObject({ reason: { code: '22012' } })
})

test('checks the others although it gives up the lock of an operator', async () => {
  const careful: BatchHook<string> = {
    ...noteHook,
    async check(tx, inputs) {
      // Each waits for the answer to the one before.
      for (let i = 0; i < 20; i++) await sql`select ${i}::int`.execute(tx)
      return inputs.map(() => [])
    },
  }
  const tried: number[] = []
  const onBatch = ({ commands }: { commands: number }) => void tried.push(commands)
  const own = await openBook({ ...database, log, hooks: testHooks(careful), onBatch })
  const answers = await database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('operator ann', 0))`.execute(tx)
    const who = { operator: 'ann', by: 'bob', reason: 'left' }
    return await Promise.allSettled([
      own.submit({ command: { kind: 'withdraw_approvals', ...who }, by: { operator: 'bob' } }),
      own.submit({ command: { kind: 'register', sponsor: 1 }, by, hook: callHook(careful, 'a') }),
    ])
  })
  await own.close()
  expect(answers).toMatchObject([
    { status: 'rejected', reason: new BookUnavailable('the rights of the operator are changing') },
    { status: 'fulfilled', value: { accepted: true } },
  ])
  expect(tried).toEqual([2])
})

test('fails only the command whose hook throws, and undoes its writes', async () => {
  const broken: BatchHook<string> = {
    ...noteHook,
    async write(tx, items) {
      await noteHook.write(tx, items)
      if (items.some(({ input }) => input === 'k3')) throw new TypeError('a bug of this hook')
    },
  }
  const other = await openBook({ ...database, log, hooks: testHooks(broken) })
  const command: Command = { kind: 'register', sponsor: 1 }
  const answers = await Promise.allSettled(
    ['k1', 'k2', 'k3', 'k4'].map((input) =>
      other.submit({ command, by, hook: callHook(broken, input) }),
    ),
  )
  await other.close()
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  const { rows } = await database.pool.query('select note from notes where seq > 0 order by seq')
  expect(rows).toEqual([{ note: 'k1' }, { note: 'k2' }, { note: 'k4' }])
  await expectAgreement(database)
})

test('acts once for one key sent twenty times to two books', async () => {
  const other = await openBook({ ...database, log, hooks: noteHooks })
  const books = [book, other]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      submitUntilKnown(() => books[i % 2] as Book, { kind: 'register', sponsor: 1 }, 'same'),
    ),
  )
  const bodies = answers.map((each) => ('result' in each ? receiptOf(each.result) : null))
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ note: 'same' })
  await expectTruth(database.db, database.pool, answers.slice(0, 1))
  await other.close()
})

test('continues when a listener throws', async () => {
  const heard: number[] = []
  book.onCommitted(() => {
    throw new Error('a bug of this listener')
  })
  book.onCommitted((outcomes) => heard.push(...outcomes.map(({ seq }) => seq)))
  const command: Command = { kind: 'register', sponsor: 1 }
  const answers = await Promise.all([book.submit({ command, by }), book.submit({ command, by })])
  await book.submit({ command, by })
  expect(answers).toMatchObject([{ done: { seq: 2 } }, { done: { seq: 3 } }])
  expect(book.status()).toMatchObject({ seq: 4, members: 4 })
  expect(heard).toEqual([2, 3, 4])
})

/** Registers, funds and requests, all accepted. */
async function requestWithdrawal(amountMicros: bigint): Promise<void> {
  const amount = { member: 2, amountMicros: micros(amountMicros) }
  const commands: Command[] = [
    { kind: 'register', sponsor: 1 },
    { kind: 'propose_adjustment', ...amount, operator: 'ada', reason: 'a test' },
    { kind: 'approve_adjustment', adjustment: 1, operator: 'bo' },
    { kind: 'request_withdrawal', ...amount, address: 'T', holdUntilAt: 0 },
  ]
  for (const command of commands) {
    expect(await book.submit({ command, by })).toMatchObject({ accepted: true })
  }
}

test('folds two approvals in one batch to the same operators', async () => {
  await requestWithdrawal(500_000_000n)
  const limits = { payoutLimitMicros: micros(100_000_000n), dayLimitMicros: micros(1_000_000_000n) }
  const approve = (operator: string) =>
    book.submit({
      command: { kind: 'approve_withdrawal', withdrawal: 1, operator, revision: 1, ...limits },
      by: { operator },
    })
  const answers = await Promise.all([approve('zoe'), approve('Al'), approve('ada')])
  expect(answers).toMatchObject([
    { accepted: true },
    { accepted: true },
    { accepted: false, refusal: { code: 'wrong_state' } },
  ])
  const { differences } = await checkBook(database.db, database.pool)
  expect(differences).toEqual({ count: 0, described: [] })
})

test.runIf(isLong)(
  'answers callers while the network is silent, and continues afterward',
  async () => {
    const proxy = await openPostgresProxy(database.url)
    // Callers wait for the longest statement plus five seconds, so a short limit keeps the test
    // short.
    const pool = openPool({
      connectionString: proxy.urlOf(database.url),
      name: 'swallowed',
      statementTimeoutMs: 2_000,
    })
    const far = await openBook({ db: openKysely(pool), pool, log, hooks: noteHooks })
    proxy.setBlackhole(true)
    const started = performance.now()
    const command: Command = { kind: 'register', sponsor: 1 }
    const answer = await far.submit({ command, by }).catch((error: unknown) => error)
    expect(answer).toHaveProperty(
      'name',
      expect.stringMatching(/OutcomeUnknown|BookUnavailable|DatabaseRefuses/),
    )
    expect(performance.now() - started).toBeLessThan(30_000)
    proxy.setBlackhole(false)
    proxy.cut()
    expect(await submitUntilKnown(() => far, command, 'after')).toMatchObject({
      result: { accepted: true },
    })
    await far.close()
    await pool.end()
    await proxy.stop()
  },
)
