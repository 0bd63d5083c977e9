/** Dedicated sessions that fail, or are on a server that refuses what they are for. */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { foldState } from '../../../src/server/book/state/fold.ts'
import { RecentOutcomes } from '../../../src/server/book/state/recent-outcomes.ts'
import { openSession } from '../../../src/server/leader/direct-session.ts'
import { startFollowing } from '../../../src/server/leader/follow.ts'
import { createTestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { openReplicated } from '../../support/replication/replicated.ts'
import { isLong } from '../../support/scale.ts'

test.runIf(isLong)('leaves no session behind where it can’t listen', async () => {
  const { database, standbys } = await openReplicated(1)
  onTestFinished(() => database.close())
  const [standby] = standbys
  if (!standby) throw new Error('there is no standby')
  const pool = openPool({ connectionString: standby.url, name: 'reads' })
  onTestFinished(() => pool.end())
  const told: string[] = []
  const follower = startFollowing({
    db: openKysely(pool),
    memory: await foldState(database.pool),
    recent: new RecentOutcomes(),
    directUrl: standby.url,
    name: 'a follower',
    log: pino({ level: 'debug' }, { write: (line: string) => void told.push(line) }),
    onLost: (lost) => Promise.reject(lost),
    onBroken: () => {},
  })
  onTestFinished(() => follower.stop())
  // PostgreSQL refuses LISTEN during recovery.
  await until('some tries', () => told.length >= 5)
  const rows = await standby.query(
    `select from pg_stat_activity where application_name = 'a follower'`,
  )
  expect(rows.length).toBeLessThanOrEqual(1)
  // It tries several times a second, and warns once in a while.
  expect(told.filter((line) => line.includes('"level":40'))).toHaveLength(1)
})

test('ends a session whose transaction failed, because it may have lost its locks', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const session = await openSession(database.url, 'failed', { beatMs: 50, setUp: 'begin' })
  onTestFinished(() => session.end())
  const isOver = () => Promise.race([session.ended.then(() => true), wait(500, false)])
  expect(await isOver()).toBe(false)
  // As if a beat had failed. PostgreSQL would refuse all others, too.
  await expect(session.query('select 1/0')).rejects.toThrow('division by zero')
  await until('the session to end', isOver)
})
