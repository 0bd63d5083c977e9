/** Ledger processes that die, freeze, and hand over while clients forward commands to them. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BookUnavailable, OutcomeUnknown } from '../../../src/server/book/submission.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import type { Book } from '../../../src/server/book/book.ts'
import { CHANNEL, readNotice } from '../../../src/server/events/publish.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong, times } from '../../support/scale.ts'
import {
  leaderOf,
  openClient,
  openDeposit,
  registerMembers,
  startLedger,
  type LedgerProcess,
} from './ledger-fleet.ts'

const CALLERS = 8
/** A change takes a second or two. A machine busy with other tests needs several times as long. */
const MAX_MS = 30_000
const MEMBERS = isLong ? 2_000 : 100
let called = 0
let database: TestDatabase
let listener: Client
/** The members named in notices. */
const told = new Set<number>()
let fleet: LedgerProcess[] = []
let clients: Awaited<ReturnType<typeof openClient>>[] = []
/** How long each kind of change delayed commands, in milliseconds. */
const pauses = new Map<string, number[]>()

beforeAll(async () => {
  database = await createTestDatabase()
  listener = new Client({ connectionString: database.url })
  listener.on('notification', ({ payload = '' }) => {
    for (const [member] of readNotice(payload).changed) told.add(member)
  })
  await listener.connect()
  await listener.query(`listen ${CHANNEL}`)
  await registerMembers(database, 1 + MEMBERS)
  fleet = await Promise.all([startLedger(database), startLedger(database)])
  clients = await Promise.all([openClient(database), openClient(database)])
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await Promise.all(fleet.map((ledger) => ledger.kill('SIGKILL')))
  await listener.end()
  await database.close()
  for (const [what, found] of pauses) {
    const sorted = found.toSorted((a, b) => a - b).map(Math.round)
    process.stdout.write(`longest pause, ${what} (${sorted.length}): ${sorted.join(' ')} ms\n`)
  }
})

/** Callers that open deposit requests one after another until stopped. */
function startLoad(books: readonly Book[]) {
  const over = new AbortController()
  let longestMs = 0
  let lastAt = performance.now()
  const seqs: number[] = []
  const errors: string[] = []
  const call = async (book: Book): Promise<void> => {
    while (!over.signal.aborted) {
      try {
        const result = await book.submit(openDeposit(2 + (called++ % MEMBERS)))
        const done = result.accepted && (result.replayed ? result.first : result)
        if (done && 'done' in done) seqs.push(done.done.seq)
        else errors.push(`no answer: ${JSON.stringify(result)}`)
      } catch (error) {
        errors.push(String(error))
      }
      const now = performance.now()
      longestMs = Math.max(longestMs, now - lastAt)
      lastAt = now
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, i) => call(books[i % books.length] as Book))
  return {
    done: () => seqs.length,
    async stop() {
      over.abort()
      await Promise.all(callers)
      return { seqs, errors, longestMs }
    },
  }
}

const books = (): Book[] => clients.map(({ book }) => book)
const leader = async (): Promise<LedgerProcess> => {
  const { address } = await until('a leader', async () => {
    const found = await leaderOf(database)
    return fleet.some((ledger) => ledger.address === found.address) && found
  })
  return fleet.find((ledger) => ledger.address === address) as LedgerProcess
}

/** Puts load on the fleet, does something to the leader, and waits until the next one leads. */
async function changeLeader(
  what: string,
  change: (old: LedgerProcess) => void | Promise<void>,
): Promise<{ old: LedgerProcess; longestMs: number }> {
  const old = await leader()
  const before = await leaderOf(database)
  const load = startLoad(books())
  await until('some load', () => load.done() > 40)
  await change(old)
  await until('the next leader', async () => (await leaderOf(database)).epoch > before.epoch)
  const done = load.done()
  await until('commands again', () => load.done() > done + 40)
  const { seqs, errors, longestMs } = await load.stop()
  expect(errors).toEqual([])
  // Every answer matches one command of the log, and each command is there once.
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int from commands where kind = 'open_deposit' and seq = any($1)`,
    [seqs],
  )
  expect([new Set(seqs).size, rows[0]?.count]).toEqual([seqs.length, seqs.length])
  pauses.set(what, [...(pauses.get(what) ?? []), longestMs])
  return { old, longestMs }
}

async function replace(old: LedgerProcess): Promise<void> {
  await old.kill('SIGKILL')
  fleet = [...fleet.filter((ledger) => ledger !== old), await startLedger(database)]
}

test('loses and repeats nothing when the leader is killed', async () => {
  for (let round = 0; round < (isLong ? 20 : 1); round++) {
    const { old, longestMs } = await changeLeader('SIGKILL', (ledger) => ledger.kill('SIGKILL'))
    await replace(old)
    expect(longestMs).toBeLessThan(MAX_MS)
  }
})

test.runIf(isLong)('hands over when the leader stops, without errors for callers', async () => {
  for (let round = 0; round < times(10); round++) {
    const { old, longestMs } = await changeLeader('SIGTERM', (ledger) => ledger.kill('SIGTERM'))
    expect(longestMs).toBeLessThan(MAX_MS)
    await replace(old)
  }
})

test('replaces a frozen leader, which commits nothing when it wakes', async () => {
  for (let round = 0; round < times(10); round++) {
    const { old } = await changeLeader('SIGSTOP', (ledger) => ledger.signal('SIGSTOP'))
    const { epoch } = await leaderOf(database)
    old.signal('SIGCONT')
    await until('the old leader to notice', () =>
      old.output().includes('no longer leads the ledger'),
    )
    const { rows } = await database.pool.query<{ late: number }>(
      `select count(*)::int as late from batches b
       where exists (select from batches a where a.first_seq < b.first_seq and a.epoch > b.epoch)`,
    )
    expect(rows).toEqual([{ late: 0 }])
    expect((await leaderOf(database)).epoch).toBe(epoch)
    await replace(old)
  }
})

test('tells a forwarding process how far the ledger is', async () => {
  const { rows } = await database.pool.query<{ seq: number; seats: number }>(
    `select (select max(seq)::int from commands) as seq, (select max(ordinal) from seats) as seats`,
  )
  const [found] = rows
  await expect
    .poll(() => clients[0]?.book.status())
    .toMatchObject({ seq: found?.seq, seats: found?.seats, members: 1 + MEMBERS, queued: 0 })
})

test('notifies of every change, even if a leader died before sending its notices', async () => {
  const { rows } = await database.pool.query<{ no: number }>(
    'select distinct member_no as no from deposit_requests',
  )
  await expect.poll(() => rows.filter(({ no }) => !told.has(no))).toEqual([])
})

test('leaves a complete and consistent ledger', async () => {
  expect((await checkBook(database.db, database.pool)).differences.described).toEqual([])
  const { rows } = await database.pool.query<{
    commands: number
    epochs: number
  }>(
    `select (select count(*)::int from commands) - (select max(seq)::int from commands) as commands,
       (select count(distinct epoch)::int from batches) as epochs`,
  )
  expect(rows[0]?.commands).toBe(0)
  expect(rows[0]?.epochs).toBeGreaterThan(2)
})

test('refuses to lead in a standby whose state differs', async () => {
  const [standby] = await Promise.all(
    fleet.map(async (ledger) => (ledger === (await leader()) ? null : ledger)),
  ).then((found) => found.filter((each) => each !== null))
  if (!standby) throw new Error('no standby')
  // From now on, the leader stores something other than what it computed.
  await database.pool.query(`create function falsify() returns trigger language plpgsql as
    $$ begin new.digest = new.digest + 1; return new; end $$;
    create trigger batches_falsified before insert on batches
      for each row execute function falsify()`)
  const [book] = books()
  await book?.submit(openDeposit(2))
  await until('the standby to refuse', () => standby.output().includes('cannot follow the ledger'))
  await database.pool.query('drop trigger batches_falsified on batches')
  const before = await leaderOf(database)
  await (await leader()).kill('SIGKILL')
  // No other process may lead, so commands wait and end unanswered. If this one went out before the
  // connection broke, nobody can tell whether the killed leader had read it.
  const failed: unknown = await book
    ?.submit({ ...openDeposit(2), timeLeftMs: 1_000 })
    .catch((error: unknown) => error)
  expect(failed instanceof BookUnavailable || failed instanceof OutcomeUnknown).toBe(true)
  expect(await leaderOf(database)).toEqual(before)
})
