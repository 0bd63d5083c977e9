import pino from 'pino'
import { z } from 'zod'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NotReplicated } from '../../../src/db/errors.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { readConfig } from '../../../src/server/config/read-config.ts'
import { OutcomeUnknown } from '../../../src/server/book/submission.ts'
import { makeAnswer } from '../../../src/server/http/render.ts'
import { rejectionOf } from '../../../src/server/http/rejection-of.ts'
import { replayOr } from '../../../src/server/http/replay.ts'
import { submitForAnswer } from '../../../src/server/http/submit.ts'
import { testHooks } from '../../support/book-acts.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openCluster, type Cluster, type Server } from '../../support/replication/standby.ts'

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

const countCommands = async (): Promise<unknown> =>
  (await primary.query('select count(*)::int4 as count from commands'))[0]?.count

async function openPrimary() {
  const pool = openPool({ connectionString: primary.url, name: 'writer', maxConnections: 3 })
  await migrate(pool)
  const db = openKysely(pool)
  const hooks = testHooks(registration.hook)
  const book = await openBook({ db, pool, hooks, log: pino({ level: 'silent' }) })
  const close = async (): Promise<void> => {
    await book.close()
    await pool.end()
  }
  return { db, book, close }
}

const Body = z.object({ seq: z.int() })
const registration = makeAnswer({
  hook: {
    name: 'registration',
    input: z.null(),
    fits: () => true,
    receipt: Body,
    receiptOf: ({ outcome: { seq } }) => ({ seq }),
  },
  body: Body,
  render: async (_, done) => done.map(({ receipt }) => receipt),
})

const ways = ['pg_terminate_backend', 'pg_cancel_backend'] as const

test.each(isLong ? ways : [])(
  'doesn’t acknowledge a COMMIT that a standby may lack (%s)',
  async (how) => {
    const { book, close } = await openPrimary()
    await setStandbys('nobody')
    await waitForSetting()
    const answer = book.submit({ command, by }).catch((error: unknown) => error)
    await interrupt(how)
    await until('the command to be visible', async () => (await countCommands()) === 2)
    expect(await answer).toBeInstanceOf(OutcomeUnknown)
    await setStandbys('')
    const next = await book.submit({ command, by })
    expect(next).toMatchObject({ accepted: true, done: { seq: 3 } })
    await close()
  },
)

test('repeats no answer that a standby may lack', async () => {
  const { db, book, close } = await openPrimary()
  const key = { scope: 'test', key: 'one', inputHash: 'one' }
  const submission = { command, by, key, input: null }
  const context = { db, book, config: await readConfig() }
  const ask = () =>
    replayOr(context, registration, key, () => submitForAnswer(context, registration, submission))
  await setStandbys('nobody')
  await waitForSetting()
  const first = ask().catch((error: unknown) => error)
  await interrupt('pg_terminate_backend')
  expect(await first).toBeInstanceOf(OutcomeUnknown)
  // The writer's own COMMIT may still wait, so we interrupt until this one has ended.
  let ended = false
  const repeated = ask().catch((error: unknown) => error)
  void repeated.finally(() => (ended = true))
  await until('an answer', async () => {
    await primary.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    return ended
  })
  expect(await repeated).toBeInstanceOf(NotReplicated)
  await setStandbys('')
  expect(await ask()).toEqual({ seq: 2 })
  await close()
})

const newWork = () => Promise.reject(new Error('new work'))

test('says that the database is away when a repeated request reaches a standby', async () => {
  const { db, book, close } = await openPrimary()
  const key = { scope: 'test', key: 'one', inputHash: 'one' }
  const config = await readConfig()
  await submitForAnswer({ db, book, config }, registration, { command, by, key, input: null })
  const standby = await cluster.standbyOf(primary)
  const pool = openPool({ connectionString: standby.url, name: 'demoted', maxConnections: 1 })
  const context = { db: openKysely(pool), book, config }
  const answer = await until('the key on the standby', async () => {
    const error = await replayOr(context, registration, key, newWork).catch(
      (thrown: unknown) => thrown,
    )
    return error instanceof Error && error.message === 'new work' ? null : { error }
  })
  expect(rejectionOf(answer.error)?.code).toBe('database_unavailable')
  // The next request may find the new primary at this address.
  expect(pool.totalCount).toBe(0)
  await pool.end()
  await close()
})
