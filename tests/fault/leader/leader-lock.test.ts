/** The effects of the leader's lock, which it may hold for months. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession, type DirectSession } from '../../../src/server/leader/direct-session.ts'
import { freeOldLock, tryLeaderLock } from '../../../src/server/leader/locks.ts'
import { until } from '../../support/poll.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let leader: DirectSession
beforeAll(async () => {
  database = await createTestDatabase()
  leader = await openSession(database.url, 'leader:test')
  if (!(await tryLeaderLock(leader))) throw new Error('another session has the lock')
  await freeOldLock(leader)
})
afterAll(async () => {
  await leader.end()
  await database.close()
})

test('doesn’t keep vacuum from removing dead rows during the leader’s transaction', async () => {
  const { rows } = await database.pool.query(
    `select backend_xid, backend_xmin from pg_stat_activity where application_name = 'leader:test'`,
  )
  expect(rows).toEqual([{ backend_xid: null, backend_xmin: null }])
})

// While a single table of a database can't be frozen, PostgreSQL counts transactions from there. At
// two billion, it rejects all writes.
test('lets vacuum freeze every table while a leader has the lock', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relfrozenxid::text <> '0' and relkind <> 't' and not relisshared`,
  )
  const names = rows.map(({ name }) => name)
  expect(names).toContain('leader_lock')
  const other = await openSession(database.url, 'vacuum')
  try {
    await other.query(`set lock_timeout = '5s'`)
    const stuck: string[] = []
    for (const name of names) {
      await other.query(`vacuum (freeze) ${name}`).catch(() => stuck.push(name))
    }
    expect(stuck).toEqual([])
  } finally {
    await other.end()
  }
})

test('sends something at intervals, so that no proxy ends a session that waits', async () => {
  const session = await openSession(database.url, 'beating', { beatMs: 50 })
  const last = async () => {
    const { rows } = await database.pool.query<{ at: Date }>(
      `select state_change as at from pg_stat_activity where application_name = 'beating'`,
    )
    return Number(rows[0]?.at)
  }
  try {
    const before = await last()
    const later = await until('something to be sent', async () => {
      const at = await last()
      return at > before && at
    })
    expect(later).toBeGreaterThan(before)
  } finally {
    await session.end()
  }
})

async function newTransaction(): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>('select pg_current_xact_id() as id')
  return Number(rows[0]?.id)
}

test('doesn’t keep vacuum from removing dead rows while a standby waits', async () => {
  const standby = await openSession(database.url, 'leader:standby')
  const stop = new AbortController()
  const waiting = (async () => {
    while (!stop.signal.aborted && !(await tryLeaderLock(standby)));
  })()
  // The oldest transaction whose dead rows vacuum must keep; none while the session is idle.
  const oldest = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ xmin: string | null }>(
      `select backend_xmin as xmin from pg_stat_activity
        where application_name = 'leader:standby' and wait_event_type = 'Lock'`,
    )
    return rows[0] ? Number(rows[0].xmin ?? Infinity) : 0
  }
  try {
    await until('the standby to wait', async () => (await oldest()) > 0)
    const now = await newTransaction()
    const later = await until('vacuum to remove later rows', async () => {
      const xmin = await oldest()
      return xmin > now && xmin
    })
    expect(later).toBeGreaterThan(now)
  } finally {
    stop.abort()
    await waiting
    await standby.end()
  }
})
