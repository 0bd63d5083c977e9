/** Commands whose batch hook refuses must not delay others. */
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { productHooks } from '../../src/server/app/batch-hooks.ts'
import { callHook, type BatchHook } from '../../src/server/book/batch-hook.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { DoneElsewhere } from '../../src/server/book/submission.ts'
import { configOf } from '../../src/server/config/read-config.ts'
import { insertIdentities } from '../../src/server/registration/insert-identities.ts'
import { insertRegistration } from '../../src/server/registration/registrations.ts'
import { testHooks } from '../support/book-acts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { scratchDirectory } from '../support/run-directory.ts'
import { isLong } from '../support/scale.ts'
import { expectAgreement } from '../support/agreement.ts'

const FLOOD = 300
const command = { kind: 'register', sponsor: 1 } as const
const by = { system: 'registration' }
const errors: string[] = []
const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) })

/** A hook that refuses some of its commands without naming them. */
const moody: BatchHook<string> = {
  name: 'moody',
  input: z.string(),
  fits: () => true,
  write: (_tx, items) =>
    items.some(({ input }) => input === 'bad')
      ? Promise.reject(new Error('one of these is refused'))
      : Promise.resolve(),
}

let database: TestDatabase
let book: Book
/** How many batches the book has tried. */
let tries = 0

beforeEach(async () => {
  database = await createTestDatabase()
  const config = await configOf({ DATA_DIR: await scratchDirectory() })
  const [ready] = [...testHooks(moody).values()]
  const hooks = new Map([...productHooks(config), ...(ready ? [['moody', ready] as const] : [])])
  book = await openBook({ ...database, log, hooks, onBatch: () => void (tries += 1) })
  tries = 0
  errors.length = 0
})
afterEach(async () => {
  await book.close()
  await database.close()
})

/** Submits a command, and returns the number of tries until its answer. */
async function triesOf(hook?: ReturnType<typeof callHook>): Promise<number> {
  const before = tries
  const result = await book.submit({ command, by, ...(hook ? { hook } : {}) })
  expect(result.accepted).toBe(true)
  return tries - before
}

const floodWith = (hook: ReturnType<typeof callHook>) =>
  Array.from({ length: FLOOD }, () =>
    book.submit({ command, by, hook }).then(
      () => null,
      (error: unknown) => error,
    ),
  )

test.runIf(isLong)('doesn’t delay commands without that hook during a flood', async () => {
  const flood = floodWith(callHook(moody, 'bad'))
  expect(await triesOf()).toBeLessThanOrEqual(3)
  // Between two batches, the flood has as much time as one of them took.
  expect(await triesOf()).toBeLessThan(FLOOD / 2)
  const answers = await Promise.all(flood)
  expect(answers.every((error) => error instanceof Error)).toBe(true)
  // On a busy machine, some of the flood runs out of time before its own try.
  expect(tries).toBeGreaterThan(FLOOD / 2)
  await expectAgreement(database)
})

test('completes valid commands with the same hook, in order', async () => {
  const notes = Array.from({ length: 60 }, (_, i) => (i % 7 === 3 ? 'bad' : 'good'))
  const results = await Promise.allSettled(
    notes.map((note) => book.submit({ command, by, hook: callHook(moody, note) })),
  )
  const isDone = results.map(({ status }) => status === 'fulfilled')
  expect(isDone).toEqual(notes.map((note) => note === 'good'))
  const seqs = results.flatMap((each) =>
    each.status === 'fulfilled' && each.value.accepted && !each.value.replayed
      ? [each.value.done.seq]
      : [],
  )
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
})

const register = (registration: bigint) => callHook(insertIdentities, { registration })

async function reserve(username: string, email = `${username}@example.com`): Promise<bigint> {
  const form = {
    username,
    email,
    password_hash: 'x',
    referral_code: `code-${username}`,
    sponsor_no: 1,
    accepted: [],
    network: '',
    language: 'en' as const,
  }
  return (await database.db.transaction().execute((tx) => insertRegistration(tx, form))) ?? -1n
}

test('handles unknown registrations without a second try for the others', async () => {
  const registration = await reserve('ada')
  const flood = floodWith(register(987_654n))
  expect(await triesOf(register(registration))).toBe(1)
  const answers = await Promise.all(flood)
  expect(answers.every((error) => error instanceof DoneElsewhere)).toBe(true)
  expect(tries).toBe(1)
})

test('creates one member per registration, even if a batch contains it several times', async () => {
  const [twice, once] = [await reserve('ada'), await reserve('bo')]
  const flood = floodWith(register(twice))
  expect(await triesOf(register(once))).toBe(1)
  const answers = await Promise.all(flood)
  expect(answers.filter((error) => error === null)).toHaveLength(1)
  expect(answers.filter((error) => error instanceof DoneElsewhere)).toHaveLength(FLOOD - 1)
})

test('refuses only the registration whose mailbox or name is taken', async () => {
  await triesOf(register(await reserve('ada')))
  await database.pool.query('delete from registrations')
  const [taken, mixed, free] = [
    await reserve('eve', 'ADA@example.com'),
    await reserve('Ada'),
    await reserve('bo'),
  ]
  const refused = [...floodWith(register(taken)), ...floodWith(register(mixed))]
  expect(await triesOf(register(free))).toBe(1)
  for (const error of await Promise.all(refused)) expect(error).toBeInstanceOf(DoneElsewhere)
})

const keyed = (key: string) =>
  book.submit({ command, by, key: { scope: 'test', key, inputHash: 'x' } })

test.runIf(isLong)(
  'blames no command if the look-up is broken, and waits for its repair',
  async () => {
    const { pool } = database
    const repair = () => pool.query('alter function broken_look_up rename to look_up')
    await pool.query('alter function look_up rename to broken_look_up')
    const both = Promise.all([keyed('one'), keyed('two')])
    await until('an error in the log', () => errors.some((line) => line.includes('look_up')))
    await repair()
    expect((await both).map(({ accepted }) => accepted)).toEqual([true, true])
    expect(errors.every((line) => line.includes('repair the database'))).toBe(true)
  },
)
