/** What the leader's lock holds up while it leads, which may be for months. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession, type DirectSession } from '../../../src/server/leader/direct-session.ts'
import { LEADER_LOCK } from '../../../src/server/leader/locks.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let leader: DirectSession
beforeAll(async () => {
  database = await createTestDatabase()
  leader = await openSession(database.url, 'leader:test')
  await leader.query('begin')
  await leader.query(LEADER_LOCK)
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

test('vacuums other tables without waiting for the leader', async () => {
  const other = await openSession(database.url, 'vacuum')
  try {
    await other.query(`set lock_timeout = '1s'`)
    await other.query('vacuum ledger_leader, commands, accounts')
    await other.query('vacuum (skip_locked)')
    await expect(other.query('vacuum leader_lock')).rejects.toMatchObject({ code: '55P03' })
  } finally {
    await other.end()
  }
})
