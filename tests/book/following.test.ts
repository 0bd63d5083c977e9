import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openBook } from '../../src/server/book/book.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { RecentOutcomes } from '../../src/server/book/state/recent-outcomes.ts'
import { compareStates, noDifferences } from '../../src/server/book/check/compare-states.ts'
import { startFollowing } from '../../src/server/leader/follow.ts'
import { createTestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'

const log = pino({ level: 'silent' })
const by = { system: 'test' }
/** The locks that every writer holds during a batch: see `lock_book` in 002-ledger.sql. */
const WRITER_LOCK = 7_960_363

test('follows others in an idle standby, without waiting for the writer’s lock', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const book = await openBook({ ...database, log })
  onTestFinished(() => book.close())
  const memory = await foldState(database.pool)
  const before = memory.seq
  const command = { kind: 'register', sponsor: 1 } as const
  for (let i = 0; i < 20; i++) await book.submit({ command, by })

  const writer = await database.pool.connect()
  onTestFinished(() => writer.release())
  await writer.query('begin')
  await writer.query('select pg_advisory_xact_lock($1)', [WRITER_LOCK])
  const troubles: Error[] = []
  const follower = startFollowing({
    db: database.db,
    memory,
    recent: new RecentOutcomes(),
    directUrl: database.url,
    name: 'an idle standby',
    log,
    onLost(lost) {
      troubles.push(lost)
      return Promise.resolve()
    },
    onBroken: (broken) => void troubles.push(broken),
  })
  onTestFinished(() => follower.stop())
  // It reads existing commands while another process's batch is open.
  await until('the log', () => memory.seq === before + 20)
  await writer.query('rollback')

  // It keeps up even if no one submits anything to it.
  for (let i = 0; i < 20; i++) await book.submit({ command, by })
  await until('the rest of the log', () => memory.seq === before + 40)
  expect([follower.lag(), troubles]).toEqual([0, []])
  await follower.pause()
  const { state } = await foldState(database.pool)
  const found = noDifferences()
  compareStates(found, ['tables', state], ['standby', memory.state])
  expect(found.described).toEqual([])
})

test('believes no notice that the log contradicts', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await (await openBook({ ...database, log })).close()
  const follower = startFollowing({
    db: database.db,
    memory: await foldState(database.pool),
    recent: new RecentOutcomes(),
    directUrl: database.url,
    name: 'a misled standby',
    log,
    onLost: (lost) => Promise.reject(lost),
    onBroken: () => {},
  })
  onTestFinished(() => follower.stop())
  await until('the standby to listen', async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where application_name = 'a misled standby' and state = 'idle'
        and query not in ('', 'select') and query not like '%keepalives%'`,
    )
    return rows.length > 0
  })
  const blocker = await database.pool.connect()
  onTestFinished(() => blocker.release())
  await blocker.query('begin')
  await blocker.query('lock table commands in access exclusive mode')
  await database.pool.query(
    `select pg_notify('book', text) from unnest(array['x', '1e400', '9007199254740991']) text`,
  )
  await until('the notice', () => follower.lag() > 0)
  await blocker.query('rollback')
  await expect.poll(() => follower.lag()).toBe(0)
})
