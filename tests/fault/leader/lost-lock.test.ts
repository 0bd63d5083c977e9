/** The leader's lock and the row that names the leader must end up at the same process. */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { LIMITS, openBook } from '../../../src/server/book/book.ts'
import { foldState, type SavedState } from '../../../src/server/book/state/fold.ts'
import { Deposed } from '../../../src/server/book/head.ts'
import { readLeader } from '../../../src/server/forward/find-leader.ts'
import { serveLedger } from '../../../src/server/forward/server.ts'
import { ledgerTokens } from '../../../src/server/forward/token.ts'
import { elect } from '../../../src/server/leader/election.ts'
import { newHolder, openLedger } from '../../../src/server/leader/leadership.ts'
import { openSession } from '../../../src/server/leader/direct-session.ts'
import { openLockSession, tryLeaderLock } from '../../../src/server/leader/locks.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { freePort } from '../../support/ports.ts'
import { isLong } from '../../support/scale.ts'
import { AUTH_SECRET, openClient } from './ledger-fleet.ts'

const log = pino({ level: 'silent' })
const register = { command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } } as const
const tokens = ledgerTokens({ ledgerSecrets: { web: [AUTH_SECRET], chain: [] } })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await (await openBook({ ...database, log })).close()
})
afterAll(() => database.close())

/** A ledger process within this one, with a port. */
async function openCandidate() {
  const connectionString = database.urlOfPart('ledger')
  const pool = openPool({ connectionString, name: 'candidate' })
  const compared = Promise.withResolvers<(error: Error) => void>()
  const kept: SavedState = {
    load: async () => null,
    compare: compared.resolve,
    save: async () => {},
    close: async () => {},
  }
  const [holder, port] = [newHolder(), await freePort()]
  const address = `http://127.0.0.1:${port}`
  const ledger = await openLedger({
    db: openKysely(pool),
    pool,
    log,
    kept,
    holder,
    directUrl: connectionString,
    places: { address, aliveAddress: address },
  })
  const stopServer = await serveLedger({
    book: ledger.book,
    leading: {
      isOpen: () => ledger.role() === 'leading',
      isStopping: () => ledger.role() === 'stopping',
      known: ledger.leader,
    },
    place: { listen: { host: '127.0.0.1', port }, address },
    tokens,
    admit: (_sender, item) => item,
    tls: null,
    log,
  })
  onTestFinished(async () => {
    await ledger.stop()
    await stopServer()
    await pool.end()
  })
  return { ledger, holder, distrust: await compared.promise }
}

/** Keeps a load from ending until the returned function is called. */
async function holdLoads(): Promise<() => Promise<void>> {
  const client = await database.pool.connect()
  await client.query('begin')
  // The last table that a load reads.
  await client.query('lock table day_sheets in access exclusive mode')
  let isHeld = true
  const release = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  onTestFinished(release)
  return release
}

/** The server processes that load a state and wait for `holdLoads`. */
async function heldLoads(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_locks where relation = 'day_sheets'::regclass and not granted`,
  )
  return rows.map(({ pid }) => pid)
}

test('a leader that lost its lock while it reloaded doesn’t depose the next one', async () => {
  const first = await openCandidate()
  await until('the first to lead', () => first.ledger.role() === 'leading')
  const second = await openCandidate()
  const release = await holdLoads()
  first.distrust(new Error('for this test'))
  const answer = first.ledger.book.submit(register).catch((error: unknown) => error)
  await until('the reload', async () => (await heldLoads()).length > 0)
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [`leader:${first.holder}`],
  )
  await until('the second to lead', () => second.ledger.role() === 'leading')
  await release()
  await answer
  const { holder } = await readLeader(database.db)
  expect([first.ledger.role(), second.ledger.role()]).toEqual(['standby', 'leading'])
  expect(holder).toBe(second.holder)
  const client = await openClient(database)
  onTestFinished(() => client.close())
  expect(await client.book.submit(register)).toMatchObject({ accepted: true })
})

test('a standby drops its state before it loads it again, and leads only after', async () => {
  const first = await openCandidate()
  await until('the first to lead', () => first.ledger.role() === 'leading')
  // More members than the smallest table has rows.
  const many = Array.from({ length: 1_100 }, () => first.ledger.book.submit(register))
  await Promise.all(many)
  const second = await openCandidate()
  const { bytes } = second.ledger.book.status()
  const release = await holdLoads()
  second.distrust(new Error('for this test'))
  const [pid] = await until('the reload', async () => {
    const pids = await heldLoads()
    return pids.length > 0 && pids
  })
  expect(second.ledger.book.status().bytes).toBeLessThan(bytes)

  await database.pool.query('select pg_terminate_backend($1)', [pid])
  await until('another try', async () => (await heldLoads()).some((other) => other !== pid))
  await first.ledger.stop()
  await release()
  await until('the second to lead', () => second.ledger.role() === 'leading')
  expect(second.ledger.book.status().bytes).toBe(bytes)
  expect(await second.ledger.book.submit(register)).toMatchObject({ accepted: true })
})

test('a leader whose row names another process leads again, in a new epoch', async () => {
  const { ledger, holder } = await openCandidate()
  await until('it to lead', () => ledger.role() === 'leading')
  await database.pool.query(
    'update ledger_leader set epoch = epoch + 1, holder_id = gen_random_uuid()',
  )
  const { epoch } = await readLeader(database.db)
  ledger.hear(await readLeader(database.db))
  await until('the row to name it', async () => (await readLeader(database.db)).holder === holder)
  await until('it to lead', () => ledger.role() === 'leading')
  expect(ledger.epoch()).toBeGreaterThan(epoch)
})

test('leaves the lead to a process of the previous version while one runs', async () => {
  // It holds another lock for as long as it leads.
  const old = await openSession(database.url, 'previous')
  onTestFinished(() => old.end())
  const lockOld = () => old.query('begin; lock table leader_lock in exclusive mode')
  const isWanted = async (): Promise<boolean> => {
    const { rows } = await database.pool.query(
      `select from pg_locks where relation = 'leader_lock'::regclass and not granted`,
    )
    return rows.length > 0
  }
  await lockOld()
  const { ledger, holder } = await openCandidate()
  await until('it to want the old lock', isWanted)
  expect(ledger.role()).toBe('standby')
  await old.query('rollback')
  await until('it to lead', () => ledger.role() === 'leading')

  await lockOld()
  await database.pool.query(
    'update ledger_leader set epoch = epoch + 1, holder_id = gen_random_uuid()',
  )
  ledger.hear(await readLeader(database.db))
  await until('it to want the old lock', isWanted)
  expect(ledger.role()).toBe('standby')
  expect((await readLeader(database.db)).holder).not.toBe(holder)
  await old.query('rollback')
  await until('it to lead again', () => ledger.role() === 'leading')
})

test('elects only a process that has the lock', async () => {
  const memory = await foldState(database.pool)
  const lock = await openLockSession(database.url, 'elected')
  onTestFinished(() => lock.end())
  const { db } = database
  const election = { db, memory, limits: LIMITS, recent: null, places: null, lock }
  const before = await readLeader(db)
  await expect(elect({ ...election, holder: newHolder() })).rejects.toThrow(Deposed)
  expect(await readLeader(db)).toEqual(before)
  await until('the lock', () => tryLeaderLock(lock))
  const holder = newHolder()
  expect(await elect({ ...election, holder })).toEqual({ holder, epoch: before.epoch + 1 })
  // Another session with that name hasn't.
  const other = await openLockSession(database.url, 'elected')
  onTestFinished(() => other.end())
  await expect(elect({ ...election, holder, lock: other })).rejects.toThrow(Deposed)
})

test.runIf(isLong)('frees the lock of a process that froze before it led', async () => {
  const frozen = await openLockSession(database.url, 'frozen', { beatMs: 60_000, silenceMs: 300 })
  const next = await openLockSession(database.url, 'next', { beatMs: 50, silenceMs: 500 })
  onTestFinished(() => next.end())
  await until('the lock', () => tryLeaderLock(frozen))
  await until('the next to get it', () => tryLeaderLock(next))
  await frozen.ended
  const isOver = await Promise.race([next.ended.then(() => true), wait(1_500, false)])
  expect(isOver).toBe(false)
})
