import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { reject } from '../../../src/contract/refusals/reject.ts'
import { exportHttp } from '../../../src/server/app/metrics.ts'
import { AuthorityEnded } from '../../../src/server/authority/authority.ts'
import {
  BookUnavailable,
  DoneElsewhere,
  KeyInProgress,
  KeyReused,
  NotRecorded,
} from '../../../src/server/book/submission.ts'
import { exportFigures } from '../../../src/server/metrics/export-figures.ts'
import { openMetrics, type Metrics } from '../../../src/server/metrics/metrics.ts'
import { PayoutsPaused } from '../../../src/server/payout/record-payouts.ts'
import { raisePause } from '../../../src/server/pauses/pauses.ts'
import { repeat } from '../../../src/server/workers/repeat.ts'
import { openAuthority } from '../../book/port/certificates.ts'
import { createTestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'

// A process's answer to a scrape, from a database and a ledger writer.

let edge: Edge
let metrics: Metrics
beforeAll(async () => {
  edge = await openEdge()
  metrics = metricsOf(edge.context)
})
afterAll(() => edge.close())

function metricsOf({ db, book, tron, config }: Edge['context']): Metrics {
  const opened = openMetrics('web')
  exportFigures(opened, { db, replicas: [], book, tron, ledgerTls: config.ledgerTls })
  return opened
}

/** The samples of a metric, as lines without its name. */
async function samples(name: string, { registry }: Metrics = metrics): Promise<string[]> {
  const text = await registry.getSingleMetricAsString(name)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.slice(name.length))
}

test('omits unknown figures instead of reporting zero', async () => {
  // As if a process that sends emails had read the log.
  await sql`update activation_email_cursor set seq = (select max(seq) from commands)`.execute(
    edge.db,
  )
  expect(await samples('emails_waiting')).toEqual([' 0'])
  expect(await samples('emails_oldest_seconds')).toEqual([])
  expect(await samples('chain_lag_blocks')).toEqual([])
  expect(await samples('payouts_paused')).toEqual([])
})

test('counts failed requests from zero, without health checks', async () => {
  const opened = openMetrics('web')
  const app = fastify()
  exportHttp(app, opened, { count: () => 0 })
  for (const path of ['/api/rates/', '/api/health/serving/']) {
    app.get(path, (_, reply) => reply.code(503).send())
  }
  const failures = () => samples('http_failures_total', opened)
  expect(await failures()).toEqual([' 0'])
  await app.inject('/api/health/serving/')
  await app.inject('/api/unknown/')
  expect(await failures()).toEqual([' 0'])
  await app.inject('/api/rates/')
  expect(await failures()).toEqual([' 1'])
})

test('exports figures that follow the database', async () => {
  await sql`insert into emails (recipient, kind, subject, text, created_at)
    values ('a@example.org', 'security', 's', 't', now() - interval '90 seconds')`.execute(edge.db)
  await sql`insert into history_losses (known_seq, found_seq, process)
    values (9, 7, 'test')`.execute(edge.db)
  await raisePause({ db: edge.db, log: edge.context.log }, 'history_lost', 'for this test')
  const later = metricsOf(edge.context)
  expect(await samples('database_up', later)).toEqual([' 1'])
  expect(await samples('emails_waiting', later)).toEqual([' 1'])
  expect(Number((await samples('emails_oldest_seconds', later))[0])).toBeGreaterThanOrEqual(90)
  expect(await samples('ledger_history_lost_total', later)).toEqual([' 1'])
  expect(await samples('payouts_paused', later)).toEqual(['{reason="history_lost"} 1'])
  expect(await samples('replica_lag_seconds', later)).toEqual([])
  expect(Number((await samples('database_transaction_age', later))[0])).toBeGreaterThan(0)
})

const ownFailures = async () =>
  (await samples('worker_failures')).filter((line) => line.includes('test worker'))

test('counts the rounds of a worker that failed in a row', async () => {
  let fails = true
  const stop = new AbortController()
  const options = { name: 'test worker', everyMs: 1, log: edge.context.log, stopping: stop.signal }
  const worker = repeat(options, () =>
    fails ? Promise.reject(new Error('for this test')) : Promise.resolve(),
  )
  await until('failures', async () => Number((await ownFailures())[0]?.split(' ').pop()) >= 3)
  fails = false
  await until('a good round', async () => (await ownFailures())[0] === '{worker="test worker"} 0')
  stop.abort()
  await worker.stop()
  expect(await ownFailures()).toEqual([])
})

test.each([-60, 60])('measures a clock that is off by %d s', async (seconds) => {
  const name = 'clock_difference_seconds'
  expect(Number((await samples(name, metricsOf(edge.context)))[0])).toBeLessThan(0.5)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })
  const [off] = await samples(name, metricsOf(edge.context)).finally(() => vi.useRealTimers())
  expect(Number(off)).toBeGreaterThan(45)
  expect(Number(off)).toBeLessThan(75)
})

test('measures how far the ledger is ahead of the database', async () => {
  await edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const shift = (hours: number) =>
      sql`update commands set at = at + make_interval(hours => ${hours})
        where seq = (select max(seq) from commands)`.execute(tx)
    await shift(1)
    const apart = metricsOf({ ...edge.context, db: tx })
    const [ahead] = await samples('clock_difference_seconds', apart)
    expect(Number(ahead)).toBeGreaterThan(3_000)
    await shift(-1)
  })
})

test.runIf(isLong)('doesn’t take a slow answer for another clock', async () => {
  const pool = openPool({ connectionString: edge.databaseUrl, name: 'slow' })
  const connect = pool.connect.bind(pool)
  vi.spyOn(pool, 'connect').mockImplementation(async () => {
    await sleep(1_500)
    return connect()
  })
  const slow = metricsOf({ ...edge.context, db: openKysely(pool) })
  expect(Number((await samples('clock_difference_seconds', slow))[0])).toBeLessThan(0.5)
  await pool.end()
})

test('exports when the first certificate of the ledger port expires', async () => {
  const name = 'ledger_certificate_seconds'
  expect(await samples(name)).toEqual([])
  const { ca, issue } = openAuthority('an authority')
  const { cert, key } = issue(['web'], { until: Date.now() + 3_600_000 })
  // An authority's certificate lasts a day here.
  for (const ledgerTls of [
    { ca, cert, key },
    { ca: cert + ca, cert: ca, key },
    { ca: `${ca}-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n`, cert, key },
  ]) {
    const config = { ...edge.config, ledgerTls }
    const [left] = await samples(name, metricsOf({ ...edge.context, config }))
    expect(Number(left)).toBeGreaterThan(3_000)
    expect(Number(left)).toBeLessThanOrEqual(3_600)
  }
})

test.each(['web', 'worker'] as const)('the role of the %s may read every figure', async (part) => {
  const database = await createTestDatabase()
  const pool = openPool({ connectionString: database.urlOfPart(part), name: part })
  const apart = metricsOf({ ...edge.context, db: openKysely(pool) })
  expect(await samples('database_up', apart)).toEqual([' 1'])
  await pool.end()
  await database.close()
})

test('times commands by result, and counts refusals by code', async () => {
  const book = metrics.watchBook(edge.book)
  const command = { kind: 'cancel_withdrawal', withdrawal: 9_999_999, member: 2 } as const
  const result = await book.submit({ command, by: { system: 'test' } })
  if (result.accepted) throw new Error('a withdrawal that nobody requested was canceled')
  expect(await samples('ledger_refusals_total')).toEqual([`{code="${result.refusal.code}"} 1`])
  expect(await samples('ledger_command_seconds')).toContain('_count{result="refused"} 1')
})

test('counts what hooks, keys, and sessions refuse as refused, and nothing else', async () => {
  const opened = openMetrics('web')
  const command = { kind: 'cancel_withdrawal', withdrawal: 9_999_999, member: 2 } as const
  const count = async (thrown: Error): Promise<string[]> => {
    opened.registry.resetMetrics()
    const book = opened.watchBook({ ...edge.book, submit: () => Promise.reject(thrown) })
    await expect(book.submit({ command, by: { system: 'test' } })).rejects.toBe(thrown)
    const lines = await samples('ledger_command_seconds', opened)
    return lines.filter((line) => /^_count.* 1$/.test(line))
  }
  const refusals = [
    new KeyInProgress(),
    new KeyReused(),
    new DoneElsewhere(),
    new NotRecorded(),
    new AuthorityEnded(),
    new PayoutsPaused(),
    reject('not_found'),
  ]
  for (const each of refusals) expect(await count(each)).toEqual(['_count{result="refused"} 1'])
  expect(await count(new BookUnavailable())).toEqual(['_count{result="unavailable"} 1'])
  const failures = [new Error('a bug'), reject('overloaded')]
  for (const each of failures) expect(await count(each)).toEqual(['_count{result="failed"} 1'])
})

test('has every result of commands before the first one', async () => {
  const counts = await samples('ledger_command_seconds', openMetrics('web'))
  for (const result of ['accepted', 'refused', 'unavailable', 'failed']) {
    expect(counts).toContain(`_count{result="${result}"} 0`)
  }
})

test('exports the process’s own metrics without the database', async () => {
  const connectionString = 'postgresql://nobody@127.0.0.1:9/nothing'
  const pool = openPool({ connectionString, name: 'away', connectTimeoutMs: 500 })
  const away = metricsOf({ ...edge.context, db: openKysely(pool) })
  away.watchPool('away', pool)
  expect(await samples('database_up', away)).toEqual([' 0'])
  expect(await samples('emails_waiting', away)).toEqual([])
  expect(await samples('ledger_history_lost_total', away)).toEqual([])
  expect(await samples('pool_connections', away)).toContain('{pool="away",state="awaited"} 0')
  await pool.end()
})
