import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { openBook } from '../../src/server/book/book.ts'
import { OutcomeUnknown } from '../../src/server/book/submission.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'
import { openCluster, type Cluster, type Server } from '../support/standby.ts'

// Synchronous replication without a standby, so every COMMIT waits. An interrupted COMMIT is
// visible on the primary although no standby has it, so the next failover may lose it.

const command = { kind: 'register', sponsor: 1 } as const
const by = { system: 'test' }
let cluster: Cluster
let primary: Server

beforeEach(async () => {
  cluster = await openCluster()
  primary = await cluster.primary()
})
afterEach(() => cluster.close())

const setStandbys = async (names: string): Promise<void> => {
  await primary.query(`alter system set synchronous_standby_names = '${names}'`)
  await primary.query('select pg_reload_conf()')
}

/** Ends a COMMIT's wait for its standby. The transaction stays committed on the primary. */
const interrupt = (how: 'pg_terminate_backend' | 'pg_cancel_backend') =>
  until('a COMMIT that waits for its standby', async () => {
    const rows = await primary.query(
      `select ${how}(pid) from pg_stat_activity where wait_event = 'SyncRep' limit 1`,
    )
    return rows.length > 0
  })

/**
 * Waits until the setting takes effect: the server's processes apply a reload at different times.
 */
const waitForSetting = async (): Promise<void> => {
  const enough = new AbortController()
  const probe = async (): Promise<void> => {
    while (!enough.signal.aborted) {
      await primary.query("select pg_logical_emit_message(true, 'probe', '')")
    }
  }
  let ended = false
  const probing = probe().finally(() => (ended = true))
  await until('a COMMIT that waits, and its end', async () => {
    const rows = await primary.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    if (rows.length > 0) enough.abort()
    return ended
  })
  await probing
}

const ways = ['pg_terminate_backend', 'pg_cancel_backend'] as const

test.each(isLong ? ways : ways.slice(0, 1))(
  'doesn’t acknowledge a COMMIT that a standby may lack (%s)',
  async (how) => {
    const pool = openPool({ connectionString: primary.url, name: 'writer', maxConnections: 3 })
    await migrate(pool)
    const book = await openBook({ db: openKysely(pool), pool, log: pino({ level: 'silent' }) })
    await setStandbys('nobody')
    await waitForSetting()
    const answer = book.submit({ command, by }).catch((error: unknown) => error)
    await interrupt(how)
    const count = async (): Promise<unknown> =>
      (await primary.query('select count(*)::int4 as count from commands'))[0]?.count
    await until('the command to be visible', async () => (await count()) === 2)
    expect(await answer).toBeInstanceOf(OutcomeUnknown)
    await setStandbys('')
    const next = await book.submit({ command, by })
    expect(next).toMatchObject({ accepted: true, done: { seq: 3 } })
    await book.close()
    await pool.end()
  },
)
